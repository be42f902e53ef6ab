import { DAY_MS } from '../../spec.js';
import type { Stretch } from '../pass/stretch.js';
import type { ListedSpan, PassOrder, ViewState } from '../viewState.js';
import { clearSecondsOf, type ListedPass } from './listing.js';

/** Pass that contains an instant; else the next one, else the last. `passes` are sorted by time. */
export function passAt<P extends { aosMs: number; losMs: number }>(passes: readonly P[], ms: number): P | undefined {
  return passes.find(({ losMs }) => ms < losMs) ?? passes.at(-1);
}

/**
 * Pass that begins next after an instant (`direction` 1), or the last that ended by then (-1); undefined if there is
 * none. `passes` are sorted by time.
 */
export function passBeside<P extends { aosMs: number; losMs: number }>(
  passes: readonly P[],
  ms: number,
  direction: 1 | -1,
): P | undefined {
  return direction === 1 ? passes.find(({ aosMs }) => aosMs > ms) : passes.findLast(({ losMs }) => losMs <= ms);
}

/** Passes in an order: by time, or the longest clear stretch first. */
export function ordered(passes: readonly ListedPass[], order: PassOrder): ListedPass[] {
  const byTime = (a: ListedPass, b: ListedPass): number => a.aosMs - b.aosMs || (a.key < b.key ? -1 : 1);
  if (order === 'next') return [...passes].sort(byTime);
  return [...passes].sort((a, b) => clearSecondsOf(b) - clearSecondsOf(a) || byTime(a, b));
}

/**
 * Conflicts: passes over the same receiver that overlap in time, which one antenna cannot both follow. Returns, by the
 * key of each pass, the passes that conflict with it; passes without conflict are left out.
 */
export function conflictsOf(passes: readonly ListedPass[]): ReadonlyMap<string, readonly ListedPass[]> {
  const found = new Map<string, ListedPass[]>();
  for (const own of groupsOf(passes)) {
    const sorted = ordered(own, 'next');
    for (const [index, pass] of sorted.entries()) {
      for (let at = index + 1; at < sorted.length; at++) {
        const other = sorted[at] as ListedPass;
        if (other.aosMs >= pass.losMs) break;
        addTo(found, pass.key, other);
        addTo(found, other.key, pass);
      }
    }
  }
  return found;
}

/**
 * Passes that one antenna at each receiver can follow one after the other, chosen so that their clear stretches are
 * longest in all (weighted interval scheduling: Kleinberg and Tardos 2005, section 6.1).
 */
export function planOf(passes: readonly ListedPass[]): ListedPass[] {
  const planned = groupsOf(passes).flatMap((own) => {
    const sorted = [...own].sort((a, b) => a.losMs - b.losMs);
    const best = [{ seconds: 0, last: undefined as ListedPass | undefined, before: 0 }];
    for (const [index, pass] of sorted.entries()) {
      let before = index;
      while (before > 0 && (sorted[before - 1] as ListedPass).losMs > pass.aosMs) before--;
      const without = best[index] as (typeof best)[number];
      // A pass that is never clear is still better than none.
      const seconds = (best[before] as (typeof best)[number]).seconds + clearSecondsOf(pass) + 1e-3;
      best.push(seconds > without.seconds ? { seconds, last: pass, before } : { ...without });
    }
    const chosen: ListedPass[] = [];
    for (let at = best.at(-1); at?.last; at = best[at.before]) chosen.push(at.last);
    return chosen;
  });
  return ordered(planned, 'next');
}

/** Adds a pass to the group of a key; creates the group if there is none. */
function addTo(groups: Map<string, ListedPass[]>, key: string, pass: ListedPass): void {
  const group = groups.get(key);
  if (group) group.push(pass);
  else groups.set(key, [pass]);
}

/** Passes by a key, in the order in which the keys first come. */
export function groupedBy(
  passes: readonly ListedPass[],
  keyOf: (pass: ListedPass) => string,
): Map<string, ListedPass[]> {
  const groups = new Map<string, ListedPass[]>();
  for (const pass of passes) addTo(groups, keyOf(pass), pass);
  return groups;
}

/** Passes grouped by receiver, the groups in the order of their first passes. */
export function groupsOf(passes: readonly ListedPass[]): ListedPass[][] {
  return [...groupedBy(passes, ({ receiver }) => receiver.key).values()];
}

/** Passes that meet the conditions of a view, and overlap the given stretch of time. */
export function filtered(
  passes: readonly ListedPass[],
  { leastElevationDeg, leastClearSeconds }: Pick<ViewState, 'leastElevationDeg' | 'leastClearSeconds'>,
  { fromMs, toMs }: Stretch,
): ListedPass[] {
  return passes.filter(
    (pass) =>
      pass.maxElevationDeg >= leastElevationDeg &&
      clearSecondsOf(pass, fromMs) >= leastClearSeconds &&
      pass.losMs > fromMs &&
      pass.aosMs < toMs,
  );
}

const HOUR_MS = 3_600_000;

/**
 * Stretch of time whose passes are listed, from an instant on.
 *
 * @param offsetMs time by which the user's clock is ahead of UTC; a night lasts from 18:00 to 06:00 on that clock
 */
export function spanOf(span: ListedSpan, nowMs: number, offsetMs: number): Stretch {
  if (span === 'week') return { fromMs: nowMs, toMs: Number.POSITIVE_INFINITY };
  if (span === 'day') return { fromMs: nowMs, toMs: nowMs + DAY_MS };
  const wall = nowMs + offsetMs;
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  const evening = (wall - midnight < 6 * HOUR_MS ? midnight - 6 * HOUR_MS : midnight + 18 * HOUR_MS) - offsetMs;
  return { fromMs: Math.max(nowMs, evening), toMs: evening + 12 * HOUR_MS };
}

/**
 * Seconds of a receiver's passes in each of the `count` hours from `startMs` on: in all, and of these with anybody in
 * the beam. Passes without a known downlink are left out.
 */
export function hoursOf(passes: readonly ListedPass[], startMs: number, count: number) {
  const hours = Array.from({ length: count }, () => ({ upSeconds: 0, metSeconds: 0 }));
  const add = (what: 'upSeconds' | 'metSeconds', fromMs: number, toMs: number): void => {
    const first = Math.max(0, Math.floor((fromMs - startMs) / HOUR_MS));
    const end = Math.max(0, Math.ceil((toMs - startMs) / HOUR_MS));
    for (const [index, hour] of hours.slice(first, end).entries()) {
      const hourMs = startMs + (first + index) * HOUR_MS;
      hour[what] += (Math.min(toMs, hourMs + HOUR_MS) - Math.max(fromMs, hourMs)) / 1000;
    }
  };
  for (const { aosMs, losMs, met, isDownlinkKnown } of passes) {
    if (!isDownlinkKnown) continue;
    add('upSeconds', aosMs, losMs);
    for (const [fromMs, toMs] of met) add('metSeconds', Math.max(fromMs, aosMs), Math.min(toMs, losMs));
  }
  return hours;
}

/** Union of stretches of time, as sorted stretches that neither overlap nor touch. */
export function unionOf(
  stretches: readonly (readonly [fromMs: number, toMs: number, ...rest: unknown[]])[],
): [number, number][] {
  const union: [number, number][] = [];
  for (const [fromMs, toMs] of stretches.map(([from, to]) => [from, to] as const).sort(([a], [b]) => a - b)) {
    const last = union.at(-1);
    if (last && fromMs <= last[1]) last[1] = Math.max(last[1], toMs);
    else union.push([fromMs, toMs]);
  }
  return union;
}

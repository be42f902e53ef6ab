import type { WeekJson } from '../../http/schemas/week.js';
import { EPOCH_MS } from '../../spec.js';
import { askJson, pathWith } from '../data/client.js';
import { type SkyQuestion, skyQuery } from '../data/question.js';
import type { WindowSpan } from '../data/track.js';

/** Number of others in each epoch, or one of the states below 0. */
export type Counts = Int32Array;
export const OUT_OF_VIEW = -1;
/** In view from the place, but not from the centre of its cell, for which others are counted. */
export const NOT_COUNTED = -2;
/** No position, or a band in which the satellite is not known to transmit. */
export const UNKNOWN = -3;

/** Number by which the server's answer marks a minute that is not counted. */
const UNCOVERED = -1;
/**
 * Largest number of uncounted epochs in a row, as at the edges of a pass, that take the count of the epoch beside them.
 */
const EDGE_EPOCHS = 3;

/** Stretch of time in which the satellite stands above the minimum elevation, and the intensity during it. */
export interface Pass {
  aosMs: number;
  losMs: number;
  maxElevationDeg: number;
  maxElevationMs: number;
  /** Undefined where no minute of the pass is counted. */
  intensity: { peak: number; mean: number } | undefined;
  /** False where the window cuts the pass. */
  complete: boolean;
}

/** Passes over a place in a window, by time, and the counts of all its epochs. */
export interface Week {
  startMs: number;
  passes: readonly Pass[];
  counts: Counts;
}

/** Week at a place, with the elevations of the satellite. */
export interface PlaceWeek extends Week {
  /** Elevation of the satellite in each epoch; NaN where it has no position. */
  elevationsDeg: Float32Array;
  /** Elevation from which the satellite is in view. */
  minElevationDeg: number;
}

/** State of one minute: other satellites count, none does, or a reason why nothing is counted. */
export type MinuteKind = 'counted' | 'clear' | 'not counted' | 'out of view' | 'no data';

export function minuteKind(count: number): MinuteKind {
  if (count >= 0) return count > 0 ? 'counted' : 'clear';
  if (count === OUT_OF_VIEW) return 'out of view';
  return count === NOT_COUNTED ? 'not counted' : 'no data';
}

/** Text of a count: `24 others`, `clear`, `out of view`. */
export function minuteText(count: number): string {
  const kind = minuteKind(count);
  return kind === 'counted' ? `${count} ${count === 1 ? 'other' : 'others'}` : kind;
}

/** Epochs that begin in a pass: the index of the first one, and that after the last. */
function epochsOf(startMs: number, { aosMs, losMs }: Pick<Pass, 'aosMs' | 'losMs'>): [from: number, to: number] {
  return [Math.ceil((aosMs - startMs) / EPOCH_MS), Math.ceil((losMs - startMs) / EPOCH_MS)];
}

/** Replaces short stretches of uncounted minutes with the counts beside them. */
function fillEdges(counts: Counts): void {
  for (let from = 0; from < counts.length; from++) {
    if (counts[from] !== NOT_COUNTED) continue;
    let to = from;
    while (counts[to] === NOT_COUNTED) to++;
    const [before = OUT_OF_VIEW, after = OUT_OF_VIEW] = [counts[from - 1], counts[to]];
    if (to - from <= EDGE_EPOCHS && Math.max(before, after) >= 0) {
      const middle = from + (to - from) / 2;
      for (let at = from; at < to; at++) counts[at] = before >= 0 && (after < 0 || at < middle) ? before : after;
    }
    from = to;
  }
}

/** Peak and mean of the counted minutes; undefined without any. */
function intensityOf(counts: Counts): Pass['intensity'] {
  let [peak, sum, number] = [0, 0, 0];
  for (const count of counts) {
    if (count < 0) continue;
    peak = Math.max(peak, count);
    sum += count;
    number++;
  }
  return number === 0 ? undefined : { peak, mean: sum / number };
}

/** Week from the server's answer. */
export function weekOf({ passes: told, counts: given }: WeekJson, { startMs, epochCount }: WindowSpan): Week {
  const counts: Counts = new Int32Array(epochCount).fill(OUT_OF_VIEW);
  let next = 0;
  for (const [aosSecond, losSecond] of told) {
    const [from, to] = epochsOf(startMs, { aosMs: 1000 * aosSecond, losMs: 1000 * losSecond });
    for (let epoch = from; epoch < to; epoch++) {
      const count = given[next++] ?? UNKNOWN;
      counts[epoch] = count === UNCOVERED ? NOT_COUNTED : count;
    }
  }
  // Passes without any count: the satellite is not known to transmit in the band, so no minute is known.
  if (given.length === 0 && next > 0) counts.fill(UNKNOWN);
  fillEdges(counts);
  const passes = told.map(([aosSecond, losSecond, highestSecond, maxElevationDeg, whole]): Pass => {
    const [aosMs, losMs] = [1000 * aosSecond, 1000 * losSecond];
    return {
      aosMs,
      losMs,
      maxElevationDeg,
      maxElevationMs: 1000 * highestSecond,
      intensity: intensityOf(counts.subarray(...epochsOf(startMs, { aosMs, losMs }))),
      complete: whole === 1,
    };
  });
  return { startMs, passes, counts };
}

/** Passes over a place and the intensities in them, from the server. */
export function loadWeek(question: SkyQuestion, signal: AbortSignal): Promise<WeekJson> {
  return askJson<WeekJson>(pathWith('/page/week', skyQuery(question)), { signal, window: question.window });
}

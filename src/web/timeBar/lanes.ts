import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { DAY_MS, EPOCH_MS } from '../../spec.js';
import type { Receiver } from '../data/receiver.js';
import { clearText, encountersText, type ListedPass } from '../passes/listing.js';
import { groupedBy } from '../passes/passOrder.js';
import { clockText, dayText, midnights, minuteOfDay, timeText } from '../time.js';
import type { Stretch, TimeScale } from './timeScale.js';

/** Row of the time bar: the passes of a satellite over a receiver, by time. */
export interface Lane {
  key: string;
  satellite: string;
  receiver: string;
  passes: readonly ListedPass[];
  /** Whether stage and pass panel show this pair. */
  isShown: boolean;
}

/** Rows of all chosen pairs of satellite and receiver, the one that is shown first. */
export function lanesOf(chosen: {
  satellites: readonly TrackedSatelliteJson[];
  receivers: readonly Receiver[];
  /** Pair that stage and pass panel show. */
  satellite: TrackedSatelliteJson;
  receiver: Receiver | undefined;
  listing: { passes: readonly ListedPass[] };
}): Lane[] {
  const { satellites, receivers, satellite: shown, receiver: over, listing } = chosen;
  const byPair = groupedBy(listing.passes, (pass) => `${pass.tracked.id} ${pass.receiver.key}`);
  const lanes = receivers.flatMap((receiver) =>
    satellites.map(({ id, satellite: { name } }): Lane => {
      const key = `${id} ${receiver.key}`;
      const isShown = id === shown.id && receiver.key === over?.key;
      return { key, satellite: name, receiver: receiver.name, passes: byPair.get(key) ?? [], isShown };
    }),
  );
  return lanes.sort((a, b) => Number(b.isShown) - Number(a.isShown));
}

/** Narrowest bar of a pass, and the distance at which the pointer still finds it, in pixels. */
const LEAST_PX = 3;
const NEAR_PX = 3;

/** Left edge and width of a pass on the scale, in pixels. */
export function barOf({ x }: TimeScale, { aosMs, losMs }: Pick<ListedPass, 'aosMs' | 'losMs'>) {
  const leftPx = x(aosMs);
  return { leftPx, widthPx: Math.max(LEAST_PX, x(losMs) - leftPx) };
}

/** Pass whose bar is nearest to `x` in pixels; undefined if none is within NEAR_PX. */
export function passNear<P extends Pick<ListedPass, 'aosMs' | 'losMs'>>(
  passes: readonly P[],
  scale: TimeScale,
  x: number,
): P | undefined {
  let nearest: P | undefined;
  let nearestPx = NEAR_PX;
  for (const pass of passes) {
    const { leftPx, widthPx } = barOf(scale, pass);
    const awayPx = Math.max(leftPx - x, x - leftPx - widthPx, 0);
    if (awayPx > nearestPx || (nearest && awayPx === nearestPx)) continue;
    nearest = pass;
    nearestPx = awayPx;
  }
  return nearest;
}

/** Stretches of time that the buttons show. */
export type Zoom = 'week' | 'day' | 'pass';

/** Stretch that a zoom shows: the window, an instant's day within the window, or the pass; the day without a pass. */
export function zoomedTo(
  zoom: Zoom,
  [startMs, endMs]: Stretch,
  timeMs: number,
  pass: Pick<ListedPass, 'aosMs' | 'losMs'> | undefined,
): Stretch {
  if (zoom === 'week') return [startMs, endMs];
  if (zoom === 'pass' && pass) return [pass.aosMs, Math.max(pass.losMs, pass.aosMs + EPOCH_MS)];
  // A day on which clocks change is an hour longer or shorter.
  const from = midnights(timeMs - 1.1 * DAY_MS, timeMs).at(-1) ?? startMs;
  const [to = endMs] = midnights(timeMs + 1, timeMs + 1.1 * DAY_MS);
  return [Math.max(startMs, from), Math.min(endMs, to)];
}

/** Instant as `Sun 22 Nov 08:05`, with its seconds if it has any. */
export function instantText(ms: number): string {
  return ms % EPOCH_MS < 1000 ? clockText(ms) : `${dayText(ms)} ${timeText(ms, 'clock')}`;
}

/** Line about the point below the pointer: the time there, and the pass or the fold. */
export function pointedText(
  ms: number,
  lane: Lane | undefined,
  pass: ListedPass | undefined,
  scale: TimeScale,
): string {
  if (!lane || !pass) {
    const fold = scale.folds.find(([fromMs, toMs]) => fromMs < ms && ms < toMs);
    if (!fold) return clockText(ms);
    return `${clockText(ms)} · no pass from ${minuteOfDay(fold[0])} to ${clockText(fold[1])}`;
  }
  const { aosMs, losMs, maxElevationDeg, isDownlinkKnown } = pass;
  const times = losMs - aosMs > DAY_MS ? 'in view for days' : `${minuteOfDay(aosMs)} to ${minuteOfDay(losMs)}`;
  return [
    instantText(Math.min(Math.max(Math.floor(ms / 1000) * 1000, aosMs), losMs)),
    `${lane.satellite} over ${lane.receiver} ${times}`,
    `highest ${maxElevationDeg.toFixed(0)}°`,
    isDownlinkKnown ? `${clearText(pass)}, ${encountersText(pass)}` : 'no downlink known',
  ].join(' · ');
}

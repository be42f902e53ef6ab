import { DAY_MS } from '../../spec.js';
import { dayText, minuteOfDay, roundTimes, timeText } from '../time.js';

/** Stretch of time, in milliseconds since 1970. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Longest pass that is shown at once; of longer ones, as of a geostationary satellite, the part around an instant. */
const WHOLE_MS = 12 * HOUR;
const PART_MS = 6 * HOUR;

/**
 * Part of a pass that is shown: all of it if it lasts up to 12 hours. Else it is the six hours, from a multiple of six
 * hours UTC, that contain the instant `ms` or are nearest to it.
 */
export function stretchOf({ aosMs, losMs }: { aosMs: number; losMs: number }, ms: number): Stretch {
  if (losMs - aosMs <= WHOLE_MS) return { fromMs: aosMs, toMs: losMs };
  const at = Math.min(Math.max(ms, aosMs), losMs - 1);
  const fromMs = Math.floor(at / PART_MS) * PART_MS;
  return { fromMs: Math.max(aosMs, fromMs), toMs: Math.min(losMs, fromMs + PART_MS) };
}

/** The one of several passes that shares most time with a stretch; undefined without passes. */
export function passIn<P extends { aosMs: number; losMs: number }>(
  passes: readonly P[],
  { fromMs, toMs }: Stretch,
): P | undefined {
  const shared = ({ aosMs, losMs }: P): number => Math.min(losMs, toMs) - Math.max(aosMs, fromMs);
  return passes.reduce<P | undefined>((best, one) => (best && shared(best) >= shared(one) ? best : one), undefined);
}

const STEPS_MS = [
  ...[10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  DAY_MS,
];
/** Least distance between two times that are written on an axis. */
const LEAST_PX = 64;

function textOf(ms: number, stepMs: number): string {
  if (timeText(ms, 'clock') === '00:00:00') return dayText(ms);
  return stepMs < MINUTE ? timeText(ms, 'clock') : minuteOfDay(ms);
}

/** Round times to write at an axis of this width. */
export function timeTicks({ fromMs, toMs }: Stretch, widthPx: number): { ms: number; text: string }[] {
  const stepMs = STEPS_MS.find((step) => (step / (toMs - fromMs)) * widthPx >= LEAST_PX) ?? DAY_MS;
  return roundTimes(fromMs, toMs, stepMs).map((ms) => ({ ms, text: textOf(ms, stepMs) }));
}

import { EPOCH_MS } from '../../spec.js';
import { dayText, midnights, minuteOfDay, roundTimes } from '../time.js';

/** Stretch of time, milliseconds since 1970. */
export type Stretch = readonly [fromMs: number, toMs: number];

/** Scale from time to pixels on which long gaps between passes are narrow. `x` and `ms` ascend, and are inverse. */
export interface TimeScale {
  x: (ms: number) => number;
  ms: (x: number) => number;
  /** Stretches that are narrow, ascending. */
  folds: readonly Stretch[];
  /** Pixels per millisecond outside of folds. */
  pxPerMs: number;
}

/** Shortest time without a pass that is folded. */
const LEAST_FOLDED_MS = 30 * EPOCH_MS;
/** A fold is as wide as `ms` milliseconds outside of folds, at most `px` pixels, which leaves room for the passes. */
const FOLD = { ms: 6 * EPOCH_MS, px: 12 };
/** Shortest time that the whole width shows. */
const LEAST_SHOWN_MS = 2 * EPOCH_MS;

/** Returns a function that is linear between points (`from`, `to`), and has `slope` beyond them. Both lists ascend. */
function through(from: readonly number[], to: readonly number[], slope: number): (value: number) => number {
  return (value) => {
    let [low, high] = [0, from.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((from[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    const before = Math.max(0, low - 1);
    const [a = 0, b = a] = [from[before], from[low]];
    const [ofA = 0, ofB = ofA] = [to[before], to[low]];
    return ofA + (value - a) * (b > a ? (ofB - ofA) / (b - a) : slope);
  };
}

/** Scale with `pxPerMs` pixels per millisecond outside of folds, on which `anchorMs` stands at `anchorPx`. */
function scaleOf(folds: readonly Stretch[], pxPerMs: number, anchorMs: number, anchorPx: number): TimeScale {
  const foldPx = Math.min(FOLD.px, FOLD.ms * pxPerMs);
  const times = folds.length > 0 ? folds.flat() : [anchorMs];
  const places: number[] = [];
  let place = 0;
  for (const [index, ms] of times.entries()) {
    const isEnd = index % 2 === 1;
    if (index > 0) place += isEnd ? foldPx : (ms - (times[index - 1] ?? ms)) * pxPerMs;
    places.push(place);
  }
  const shift = anchorPx - through(times, places, pxPerMs)(anchorMs);
  const shifted = places.map((one) => one + shift);
  return { x: through(times, shifted, pxPerMs), ms: through(shifted, times, 1 / pxPerMs), folds, pxPerMs };
}

/**
 * Scale that shows the time from an instant to another over a width in pixels. Long gaps between the stretches are
 * folded; time before the first and after the last is not.
 *
 * @param stretches ascending, without overlaps
 */
export function foldedScale(stretches: readonly Stretch[], fromMs: number, toMs: number, widthPx: number): TimeScale {
  const folds = stretches.slice(1).flatMap(([endMs], index): Stretch[] => {
    const startMs = stretches[index]?.[1] ?? endMs;
    return endMs - startMs > LEAST_FOLDED_MS ? [[startMs, endMs]] : [];
  });
  let openMs = toMs - fromMs;
  let count = 0;
  for (const [startMs, endMs] of folds) {
    const insideMs = Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs));
    openMs -= insideMs;
    count += insideMs / (endMs - startMs);
  }
  // If less than a minute is outside of folds, nothing is folded: that minute would fill the width.
  if (openMs < EPOCH_MS) return scaleOf([], widthPx / (toMs - fromMs), fromMs, 0);
  const pxPerMs = widthPx / (openMs + count * FOLD.ms);
  const isWide = pxPerMs * FOLD.ms > FOLD.px;
  return scaleOf(folds, isWide ? (widthPx - count * FOLD.px) / openMs : pxPerMs, fromMs, 0);
}

/** Change of a scale: time gets wider by `factor` around the point `atPx`, which moves right by `byPx` pixels. */
export interface Move {
  factor?: number;
  atPx?: number;
  byPx?: number;
}

/** Stretch that a scale of this width shows after a move; it stays within the bounds. */
export function moved(
  scale: TimeScale,
  { factor = 1, atPx = 0, byPx = 0 }: Move,
  [startMs, endMs]: Stretch,
  widthPx: number,
): Stretch {
  const pxPerMs = Math.min(scale.pxPerMs * factor, widthPx / LEAST_SHOWN_MS);
  const { x, ms } = scaleOf(scale.folds, pxPerMs, scale.ms(atPx), atPx + byPx);
  // Half a pixel is for rounding.
  if (x(endMs) - x(startMs) < widthPx + 0.5) return [startMs, endMs];
  const fromPx = Math.max(0, x(startMs)) + Math.min(0, x(endMs) - widthPx);
  return [Math.max(startMs, ms(fromPx)), Math.min(endMs, ms(fromPx + widthPx))];
}

/** Named time on the axis. */
export interface Tick {
  ms: number;
  x: number;
  text: string;
}

/** Steps of round times, in minutes. */
const STEPS = [1, 5, 10, 30, 60, 180, 360, 720];
/** Room in pixels that names of times need: a time of the day, and a day. */
const ROOM = { clock: 48, day: 88 };

/** Times to name on the axis: days first, then the ends of folds, then round times outside of folds. */
export function ticksOf(scale: TimeScale, [fromMs, toMs]: Stretch, widthPx: number): Tick[] {
  const ticks: (Tick & { end: number })[] = [];
  const add = (ms: number, text: string, room: number): void => {
    const x = scale.x(ms);
    const end = x + room;
    if (end <= widthPx && ticks.every((other) => end <= other.x || other.end <= x)) ticks.push({ ms, x, text, end });
  };
  for (const ms of midnights(fromMs, toMs)) add(ms, dayText(ms), ROOM.day);
  add(fromMs, dayText(fromMs), ROOM.day);
  const folds = scale.folds.filter(([startMs, endMs]) => endMs > fromMs && startMs < toMs);
  // A time of the day is named only right of its day's name; crowded days have no names.
  const days = [...ticks].sort((a, b) => a.ms - b.ms);
  const addClock = (ms: number): void => {
    if (days.findLast((day) => day.ms <= ms)?.text === dayText(ms)) add(ms, minuteOfDay(ms), ROOM.clock);
  };
  for (const [, ms] of folds) addClock(ms);
  const step = STEPS.find((minutes) => minutes * EPOCH_MS * scale.pxPerMs >= ROOM.clock);
  if (step === undefined) return ticks;
  const begins = [fromMs, ...folds.map(([, ms]) => ms)];
  const ends = [...folds.map(([ms]) => ms), toMs];
  for (const [index, beginMs] of begins.entries()) {
    for (const ms of roundTimes(beginMs, ends[index] ?? toMs, step * EPOCH_MS)) addClock(ms);
  }
  return ticks;
}

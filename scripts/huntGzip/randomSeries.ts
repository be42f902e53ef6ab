import { EPOCH_MS, WINDOW_EPOCHS } from '../../src/spec.js';
import type { Range } from '../../src/compute/series/writeText.js';

/** Intensities at epochs [from, to) of a window that starts at `startMs`, 0 elsewhere, and ranges of them. */
export interface RandomSeries {
  startMs: number;
  values: Uint16Array;
  from: number;
  to: number;
  ranges: Range[];
}

/** Where digits and risk levels change. */
const EDGES = [0, 1, 9, 10, 19, 20, 29, 30, 99, 100, 255, 256, 999, 1000, 9999, 10_000, 65_535];
const HIGHEST = 65_535;
/** Ends of a day, a month, a year, and of February in every kind of year. */
const ENDS = [
  '1970-01-02',
  '1999-12-31',
  '2000-02-28',
  '2000-02-29',
  '2026-02-28',
  '2026-07-09',
  '2026-07-31',
  '2026-12-31',
  '2028-02-28',
  '2028-02-29',
  '2100-02-28',
  '9999-12-23',
].map((day) => Date.parse(day) + 1440 * EPOCH_MS);
const LAST_START_MS = Date.UTC(9999, 11, 24);

/** Draws series, each of another length and kind: of one value, edges, runs, passes, noise. */
export function randomSeries(next: () => number): RandomSeries {
  const whole = (most: number): number => Math.floor(next() * (most + 1));
  const oneOf = <T>(list: readonly T[]): T => list[whole(list.length - 1)] as T;
  const points = next() < 0.1 ? WINDOW_EPOCHS : Math.max(1, Math.floor(WINDOW_EPOCHS ** next()));
  const from = oneOf([0, whole(WINDOW_EPOCHS - points)]);
  const any = (): number => (next() < 0.7 ? oneOf(EDGES) : whole(HIGHEST));
  const runs = (value: () => number, longest: number) => {
    let left = 0;
    let current = 0;
    return () => {
      if (left-- <= 0) [left, current] = [whole(longest), value()];
      return current;
    };
  };
  const base = any();
  const valueOf = oneOf([
    () => base,
    () => oneOf(EDGES),
    () => whole(HIGHEST),
    () => whole(40),
    () => Math.min(HIGHEST, base + whole(30)),
    runs(any, 90),
    runs(any, 1500),
    runs(() => (next() < 0.5 ? 0 : whole(300)), 20),
    // Passes in which it changes from minute to minute.
    runs(() => (next() < 0.8 ? 0 : 1), 100),
  ]);
  const values = new Uint16Array(WINDOW_EPOCHS);
  for (let k = from; k < from + points; k++) values[k] = valueOf();
  const to = from + points;
  return { startMs: startOf(from, points), values, from, to, ranges: rangesIn(from, to) };

  /** So that the points lie across an end, or anywhere. */
  function startOf(first: number, count: number): number {
    const startMs =
      next() < 0.7 ? oneOf(ENDS) - EPOCH_MS * (first + whole(count)) : EPOCH_MS * whole(LAST_START_MS / EPOCH_MS);
    return Math.max(0, Math.min(LAST_START_MS, startMs));
  }

  /** One range, or some with gaps or without. */
  function rangesIn(first: number, end: number): Range[] {
    const ranges: Range[] = [];
    const longest = oneOf([1, 3, 12, 100, 1500]);
    const widest = oneOf([0, 1, 90, 700]);
    if (next() < 0.3) return [[first, end]];
    for (let k = first; k < end;) {
      const stop = Math.min(end, k + 1 + whole(longest - 1));
      ranges.push([k, stop]);
      k = stop + whole(widest);
    }
    return ranges;
  }
}

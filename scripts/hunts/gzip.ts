import { gunzipSync } from 'node:zlib';
import { createGzipStream } from '../../src/codec/gzip.js';
import { type Range, writeCellSeries, writeTimeseries, type Written } from '../../src/compute/series/writeText.js';
import { deflateOffset } from '../../src/core/records/slotRecord.js';
import { createSlots } from '../../src/memory/slots.js';
import { EPOCH_MS, RISK_LEVELS, WINDOW_EPOCHS } from '../../src/spec.js';
import type { Hunting } from './hunting.js';

/** Smallest number of entries of a series for which the core always writes a gzip. */
const WORTH_ENTRIES = 16;
const HEAD = '{"data":{"what":"été","timeseries":';
const TAIL = '}}';
/** Values at which the number of digits, the risk level or the number of bytes changes, and the largest. */
const EDGES = [0, 1, 9, 10, 19, 20, 29, 30, 99, 100, 255, 256, 999, 1000, 9999, 10_000, 65_535];
const HIGHEST = 65_535;
/**
 * Ends of days after which the date changes in a special way: more digits, another month, year or length of February.
 * The first and the last lie near the earliest and the latest start of a window.
 */
const ENDS =
  '1970-01-02 1999-12-31 2000-02-28 2000-02-29 2026-02-28 2026-07-09 2026-07-31 2028-02-29 2100-02-28 9999-12-23'
    .split(' ')
    .map((day) => Date.parse(day) + 1440 * EPOCH_MS);
const LAST_START_MS = Date.UTC(9999, 11, 24);

/** Random series: a window's start, its intensities at epochs [from, to) (0 elsewhere), and ranges of these epochs. */
interface Series {
  startMs: number;
  values: Uint16Array;
  from: number;
  to: number;
  ranges: Range[];
}

/** Compares three texts of each random series: the core's, the core's gzip unpacked by zlib, and JSON.stringify's. */
export function hunt({ core, next, count, check }: Hunting): void {
  const { bytes, layout, memory } = core;
  const { host: slot } = createSlots(core, 0);
  const slotValues = new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, layout.MAX_EPOCHS);
  const zipped = ({ deflatedBytes, ...deflated }: Written): Buffer => {
    const from = slot + deflateOffset(core) + layout.DEFLATE_OUT;
    const stream = createGzipStream();
    const begun = stream.begin(HEAD);
    stream.blocks(deflated);
    return Buffer.concat([begun, bytes.subarray(from, from + deflatedBytes), stream.end(TAIL)]);
  };
  for (let i = 0; i < count(20_000); i++) {
    const series = randomSeries(next);
    slotValues.set(series.values);
    const isWeek = i % 2 === 0;
    const write = (gzip: boolean): Written => {
      const options = { slot, startUs: 1000 * series.startMs, gzip };
      return isWeek
        ? writeTimeseries(core, options, series.ranges)
        : writeCellSeries(core, options, series.from, series.to);
    };
    const entries = isWeek ? entriesOfWeek(series) : entriesOfCell(series);
    const expected = JSON.stringify(entries);
    const { textBytes } = write(false);
    const text = bytes.slice(slot + layout.SLOT_TEXT, slot + layout.SLOT_TEXT + textBytes);
    const written = write(true);
    const isShort = written.deflatedBytes === 0 && entries.length < WORTH_ENTRIES;
    const isTextRight = Buffer.from(text).toString() === expected;
    const isRight = isTextRight && (isShort || gunzipSync(zipped(written)).toString() === HEAD + expected + TAIL);
    check(isRight, () => `${isWeek ? 'a timeseries' : 'a series of a cell'}, ${i}: ${entries.length} entries`);
  }
}

function timeOf({ startMs }: Series, epoch: number): string {
  return new Date(startMs + epoch * EPOCH_MS).toISOString().replace('.000Z', 'Z');
}

function entriesOfWeek(series: Series): object[] {
  return series.ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, i) => {
      const intensity = series.values[from + i] ?? 0;
      const level = RISK_LEVELS.findLast((one) => intensity >= one.from)?.name;
      return { timestamp: timeOf(series, from + i), intensity, risk_level: level };
    }),
  );
}

function entriesOfCell(series: Series): object[] {
  return Array.from({ length: series.to - series.from }, (_, i) => {
    const epoch = series.from + i;
    return { epoch_index: epoch, value: series.values[epoch], timestamp: timeOf(series, epoch) };
  });
}

/** Draws a series. Its length is random, and so is its kind: one value, EDGES, runs, passes, or noise. */
function randomSeries(next: () => number): Series {
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
    runs(() => (next() < 0.8 ? 0 : 1), 100),
  ]);
  const values = new Uint16Array(WINDOW_EPOCHS);
  for (let k = from; k < from + points; k++) values[k] = valueOf();
  const to = from + points;
  return { startMs: startOf(from, points), values, from, to, ranges: rangesIn(from, to) };

  /** Draws a window's start: mostly so that one of ENDS falls among the given epochs, else anywhere. */
  function startOf(first: number, count: number): number {
    const startMs =
      next() < 0.7 ? oneOf(ENDS) - EPOCH_MS * (first + whole(count)) : EPOCH_MS * whole(LAST_START_MS / EPOCH_MS);
    return Math.max(0, Math.min(LAST_START_MS, startMs));
  }

  /** Draws one range, or several, with or without gaps. */
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

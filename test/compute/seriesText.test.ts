import { gunzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { createSeriesTexts, type SeriesText } from '../../src/compute/seriesText.js';
import { type Range, writeCellSeries, writeTimeseries } from '../../src/compute/writeText.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { createSlots } from '../../src/memory/slots.js';
import { RISK_LEVELS } from '../../src/spec.js';
import { PATIENT } from '../helpers/analysis.js';

const EPOCHS = 10_080;
const core = await createOwnedCore(16);
const { host: slot } = createSlots(core, 0, { ...PATIENT, most: 0 });
const take = createSeriesTexts(core);

const start = fc.nat({ max: Date.UTC(9999, 11, 24) / 60_000 }).map((minute) => 60_000 * minute);
const value = fc.oneof(
  fc.constantFrom(0, 1, 9, 10, 29, 30, 255, 256, 65_535),
  fc.nat({ max: 40 }),
  fc.nat({ max: 65_535 }),
);
/** Values that recur, as those of a satellite do, from epoch 0 on. */
const series = fc.array(value, { minLength: 1, maxLength: 120 });
/** Passes by their gaps and lengths: none, touching ones, shorter than a minute (no epoch), up to the window's end. */
const passes = fc.array(fc.tuple(fc.oneof(fc.constant(0), fc.nat({ max: 800 })), fc.nat({ max: 40 })), {
  maxLength: 40,
});
const ends = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 6000 }), fc.string({ maxLength: 1500 }));

function fill(cycle: readonly number[]): (epoch: number) => number {
  const values = new Uint16Array(core.memory.buffer, slot + core.layout.SLOT_VALUES, EPOCHS);
  values.forEach((_, k) => (values[k] = cycle[k % cycle.length] as number));
  return (epoch) => values[epoch] as number;
}

const timeOf = (startMs: number, epoch: number): string =>
  new Date(startMs + 60_000 * epoch).toISOString().replace('.000Z', 'Z');

/** The body of a text between two fields, as the client reads it. */
function read(text: SeriesText, head: string, tail: string): string {
  const body = text.wrap(`{"head":${JSON.stringify(head)},"list":`, `,"tail":${JSON.stringify(tail)}}`);
  const plain = text.encoding === 'gzip' ? gunzipSync(body) : body;
  const seen = plain.toString();
  text.release();
  return seen;
}

test('the minutes of any passes are, in both encodings, what JSON.stringify makes of the answer', (t) => {
  fc.assert(
    fc.property(start, series, passes, fc.boolean(), ends, (startMs, cycle, list, toEnd, [head, tail]) => {
      const valueOf = fill(cycle);
      let epoch = toEnd ? EPOCHS - list.reduce((sum, [gap, length]) => sum + gap + length, 0) : 0;
      const all = list.map(([gap, length]): Range => [(epoch += gap), (epoch += length)]);
      const ranges = all.filter(([from, to]) => from >= 0 && from < to && to <= EPOCHS);
      const entries = ranges.flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, i) => {
          const intensity = valueOf(from + i);
          const level = RISK_LEVELS.findLast((one) => intensity >= one.from)?.name;
          return { timestamp: timeOf(startMs, from + i), intensity, risk_level: level };
        }),
      );
      const expected = JSON.stringify({ head, list: entries, tail });
      for (const gzip of [false, true]) {
        const written = writeTimeseries(core, { slot, startUs: 1000 * startMs, gzip }, ranges);
        const text = take(slot, entries.length, written);
        t.is(text.encoding, gzip && entries.length >= 16 ? 'gzip' : 'identity');
        t.true(read(text, head, tail) === expected);
      }
    }),
    { numRuns: 150 },
  );
});

test('the series of a cell is, in both encodings, what JSON.stringify makes of the answer', (t) => {
  const span = fc.tuple(fc.nat({ max: EPOCHS }), fc.nat({ max: 1500 }));
  fc.assert(
    fc.property(start, series, span, ends, (startMs, cycle, [from, length], [head, tail]) => {
      const valueOf = fill(cycle);
      const to = Math.min(EPOCHS, from + length);
      const entries = Array.from({ length: to - from }, (_, i) => ({
        epoch_index: from + i,
        value: valueOf(from + i),
        timestamp: timeOf(startMs, from + i),
      }));
      const expected = JSON.stringify({ head, list: entries, tail });
      for (const gzip of [false, true]) {
        const written = writeCellSeries(core, { slot, startUs: 1000 * startMs, gzip }, from, to);
        t.true(read(take(slot, entries.length, written), head, tail) === expected);
      }
    }),
    { numRuns: 150 },
  );
});

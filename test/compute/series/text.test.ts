import test from 'ava';
import fc from 'fast-check';
import { createSeriesTexts, type SeriesText } from '../../../src/compute/series/text.js';
import { type Range, writeCellSeries, writeTimeseries } from '../../../src/compute/series/writeText.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { createSlots } from '../../../src/memory/slots.js';
import { RISK_LEVELS } from '../../../src/spec.js';

const EPOCHS = 10_080;
const core = await createOwnedCore(32);
const { host: slot } = createSlots(core, 0);
const texts = createSeriesTexts(core);

const start = fc.nat({ max: Date.UTC(9999, 11, 24) / 60_000 }).map((minute) => 60_000 * minute);
const value = fc.oneof(
  fc.constantFrom(0, 1, 9, 10, 29, 30, 255, 256, 65_535),
  fc.nat({ max: 40 }),
  fc.nat({ max: 65_535 }),
);
/** Values of a satellite's epochs; they recur from the list's end on, as passes do. */
const series = fc.array(value, { minLength: 1, maxLength: 120 });
/**
 * Gaps and lengths of passes in epochs: no pass at all, passes that touch, passes without an epoch, passes up to the
 * window's end.
 */
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

/** Returns JSON with a text between two other fields; releases the text. */
function read(text: SeriesText, head: string, tail: string): string {
  const seen = text.wrap(`{"head":${JSON.stringify(head)},"list":`, `,"tail":${JSON.stringify(tail)}}`).toString();
  text.release();
  return seen;
}

test('the text of any passes equals that of JSON.stringify', (t) => {
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
      const startUs = 1000 * startMs;
      const text = texts.write(slot, entries.length, (at) =>
        writeTimeseries(core, { slot, startUs, text: at }, ranges),
      );
      t.true(read(text, head, tail) === expected);
    }),
    { numRuns: 150 },
  );
});

test('the text of a cell’s series equals that of JSON.stringify', (t) => {
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
      const startUs = 1000 * startMs;
      const text = texts.write(slot, entries.length, (at) =>
        writeCellSeries(core, { slot, startUs, text: at }, [from, to]),
      );
      t.true(read(text, head, tail) === expected);
    }),
    { numRuns: 150 },
  );
});

const writeWeek = (): SeriesText =>
  texts.write(slot, EPOCHS, (text) => writeTimeseries(core, { slot, startUs: 0, text }, [[0, EPOCHS]]));

test('a text that a thread has written in a slot equals the host’s', (t) => {
  fill([0, 0, 3, 12, 25, 70]);
  const own = writeWeek();
  const taken = texts.take(slot, EPOCHS, writeTimeseries(core, { slot, startUs: 0 }, [[0, EPOCHS]]));
  t.true(read(own, '', '') === read(taken, '', ''));
});

test('texts that are held stay as they are, however many others are written meanwhile', (t) => {
  const weekOf = (level: number): SeriesText => {
    fill([level]);
    return writeWeek();
  };
  // Keeps far more texts than the core has text blocks.
  const held = Array.from({ length: 40 }, (_, i) => weekOf(i));
  for (const even of held.filter((_, i) => i % 2 === 0)) even.release();
  const others = Array.from({ length: 40 }, (_, i) => weekOf(100 + i));
  const isOf = (text: SeriesText, level: number): boolean => {
    const intensities = new Set(
      Buffer.from(text.bytes)
        .toString()
        .match(/"intensity":\d+/g),
    );
    return intensities.size === 1 && intensities.has(`"intensity":${level}`);
  };
  t.true(held.every((text, i) => i % 2 === 0 || isOf(text, i)));
  t.true(others.every((text, i) => isOf(text, 100 + i)));
});

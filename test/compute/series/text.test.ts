import test from 'ava';
import fc from 'fast-check';
import { createSeriesTexts, type SeriesText } from '../../../src/compute/series/text.js';
import { writeCellSeries, writeTimeseries } from '../../../src/compute/series/writeText.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { createSlots } from '../../../src/memory/slots.js';

const EPOCHS = 10_080;
const core = await createOwnedCore(32);
const { host: slot } = createSlots(core, 0);
const texts = createSeriesTexts(core);

const ends = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 6000 }), fc.string({ maxLength: 1500 }));

/** Writes intensities of all epochs into the slot: those of `cycle`, over and over. */
function fill(cycle: readonly number[]): void {
  const values = new Uint16Array(core.memory.buffer, slot + core.layout.SLOT_VALUES, EPOCHS);
  values.forEach((_, k) => (values[k] = cycle[k % cycle.length] as number));
}

/** Returns JSON with a text between two other fields; releases the text. */
function read(text: SeriesText, head: string, tail: string): string {
  const seen = text.wrap(`{"head":${JSON.stringify(head)},"list":`, `,"tail":${JSON.stringify(tail)}}`).toString();
  text.release();
  return seen;
}

const WRITERS: Readonly<Record<string, (entries: number, text: number | undefined) => number>> = {
  'a timeseries': (entries, text) => writeTimeseries(core, { slot, startUs: 0, text }, [[0, entries]]),
  'a cell’s series': (entries, text) => writeCellSeries(core, { slot, startUs: 0, text }, [0, entries]),
};

for (const [what, write] of Object.entries(WRITERS)) {
  test(`${what}, short or long, stands between heads and tails of any length`, (t) => {
    fill([0, 0, 3, 12, 25, 70]);
    fc.assert(
      fc.property(fc.constantFrom(12, EPOCHS), ends, (entries, [head, tail]) => {
        const text = texts.write(slot, entries, (at) => write(entries, at));
        const list = JSON.parse(Buffer.from(text.bytes).toString()) as unknown[];
        t.is(list.length, entries);
        t.true(read(text, head, tail) === JSON.stringify({ head, list, tail }));
      }),
      { numRuns: 50 },
    );
  });
}

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

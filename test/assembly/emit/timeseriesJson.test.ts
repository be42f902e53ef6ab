import test from 'ava';
import fc from 'fast-check';
import { RISK_LEVELS } from '../../../src/spec.js';
import { kernels } from '../../helpers/kernels.js';

const { core, memory, alloc } = kernels(4);
const EPOCHS = 10_080;
const values = alloc(2 * EPOCHS);
const ranges = alloc(4 * EPOCHS);
const out = alloc(80 * EPOCHS + 2);

type Ranges = readonly (readonly [from: number, to: number])[];

/** The text of some ranges of a series. */
function emitRanges(startMs: number, intensities: readonly number[], list: Ranges): string {
  new Uint16Array(memory.buffer, values, EPOCHS).set(intensities);
  new Uint16Array(memory.buffer, ranges, 2 * EPOCHS).set(list.flat());
  const bytes = core.emitTimeseries(startMs * 1000, values, ranges, list.length, out);
  return Buffer.from(new Uint8Array(memory.buffer, out, bytes)).toString('latin1');
}

/** The slow and obvious way to the same text. */
function twinOfRanges(startMs: number, intensities: readonly number[], list: Ranges): string {
  const entries = list.flatMap(([from, to]) =>
    intensities.slice(from, to).map((intensity, i) => ({
      timestamp: new Date(startMs + 60_000 * (from + i)).toISOString().replace('.000Z', 'Z'),
      intensity,
      risk_level: RISK_LEVELS.findLast((level) => intensity >= level.from)?.name,
    })),
  );
  return JSON.stringify(entries);
}

function placed(intensities: readonly number[], from: number): [readonly number[], Ranges] {
  const all = [...Array.from({ length: from }, () => 0), ...intensities];
  return [all, intensities.length === 0 ? [] : [[from, all.length]]];
}

const emit = (startMs: number, intensities: readonly number[], from = 0): string =>
  emitRanges(startMs, ...placed(intensities, from));
const twin = (startMs: number, intensities: readonly number[], from = 0): string =>
  twinOfRanges(startMs, ...placed(intensities, from));

test('the text is what JSON.stringify makes of the entries', (t) => {
  const start = fc
    .integer({ min: 0, max: Math.floor(Date.UTC(9999, 11, 24) / 60_000) })
    .map((minute) => 60_000 * minute);
  const intensities = fc.array(fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 65_535 })), { maxLength: 200 });
  fc.assert(
    fc.property(start, intensities, fc.nat({ max: EPOCHS - 200 }), (startMs, series, from) => {
      t.is(emit(startMs, series, from), twin(startMs, series, from));
    }),
  );
});

test('every intensity up to 65,535 has its risk level and its digits', (t) => {
  for (let first = 0; first < 65_536; first += 8192) {
    const block = Array.from({ length: 8192 }, (_, i) => first + i);
    t.is(emit(0, block), twin(0, block));
  }
});

test('a week over the end of February, in a leap year, a common one and a century', (t) => {
  const week = Array.from({ length: EPOCHS }, (_, k) => k % 37);
  for (const start of [
    '2024-02-26T23:59:00Z',
    '2026-02-26T00:00:00Z',
    '2100-02-27T12:34:00Z',
    '2026-12-28T00:00:00Z',
  ]) {
    t.is(emit(Date.parse(start), week), twin(Date.parse(start), week));
  }
});

test('ranges are one array, whatever lies between them', (t) => {
  const gaps = fc.array(fc.tuple(fc.nat({ max: 90 }), fc.integer({ min: 1, max: 40 })), { maxLength: 12 });
  const start = fc.nat({ max: Math.floor(Date.UTC(9999, 11, 24) / 60_000) }).map((minute) => 60_000 * minute);
  fc.assert(
    fc.property(start, gaps, fc.infiniteStream(fc.nat({ max: 300 })), (startMs, list, stream) => {
      let epoch = 0;
      const some = list.map(([gap, length]) => [(epoch += gap), (epoch += length)] as const);
      const intensities = Array.from({ length: epoch }, () => stream.next().value as number);
      t.is(emitRanges(startMs, intensities, some), twinOfRanges(startMs, intensities, some));
    }),
  );
});

test('no epochs: an empty array', (t) => {
  t.is(emit(0, []), '[]');
});

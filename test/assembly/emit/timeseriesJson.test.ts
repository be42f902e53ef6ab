import test from 'ava';
import fc from 'fast-check';
import { RISK_LEVELS } from '../../../src/spec.js';
import { kernels } from '../../helpers/kernels.js';

const { core, memory, alloc } = kernels(4);
const EPOCHS = 10_080;
const values = alloc(2 * EPOCHS);
const out = alloc(80 * EPOCHS + 2);

function emit(startMs: number, intensities: readonly number[], from = 0): string {
  new Uint16Array(memory.buffer, values, EPOCHS).set(intensities, from);
  const bytes = core.emitTimeseries(startMs * 1000, values, from, from + intensities.length, out);
  return Buffer.from(new Uint8Array(memory.buffer, out, bytes)).toString('latin1');
}

/** The slow and obvious way to the same text. */
function twin(startMs: number, intensities: readonly number[], from = 0): string {
  const entries = intensities.map((intensity, i) => ({
    timestamp: new Date(startMs + 60_000 * (from + i)).toISOString().replace('.000Z', 'Z'),
    intensity,
    risk_level: RISK_LEVELS.findLast((level) => intensity >= level.from)?.name,
  }));
  return JSON.stringify(entries);
}

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

test('no epochs: an empty array', (t) => {
  t.is(emit(0, []), '[]');
});

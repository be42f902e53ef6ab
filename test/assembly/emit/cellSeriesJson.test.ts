import test from 'ava';
import fc from 'fast-check';
import { kernels } from '../../helpers/kernels.js';

const { core, memory, alloc } = kernels(4);
const EPOCHS = 10_080;
const values = alloc(2 * EPOCHS);
const out = alloc(80 * EPOCHS + 2);

function emit(startMs: number, intensities: readonly number[], from = 0): string {
  new Uint16Array(memory.buffer, values, EPOCHS).set(intensities, from);
  const bytes = core.emitCellSeries(startMs * 1000, values, from, from + intensities.length, out);
  return Buffer.from(new Uint8Array(memory.buffer, out, bytes)).toString('latin1');
}

/** The slow and obvious way to the same text. */
function twin(startMs: number, intensities: readonly number[], from = 0): string {
  const entries = intensities.map((value, i) => ({
    epoch_index: from + i,
    value,
    timestamp: new Date(startMs + 60_000 * (from + i)).toISOString().replace('.000Z', 'Z'),
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

test('a week of every digit, within its room', (t) => {
  const week = Array.from({ length: EPOCHS }, (_, k) => (k * 6553) % 65_536);
  const text = emit(Date.parse('2026-12-28T00:00:00Z'), week);
  t.is(text, twin(Date.parse('2026-12-28T00:00:00Z'), week));
  t.true(text.length <= 80 * EPOCHS + 2);
  t.is(emit(0, []), '[]');
});

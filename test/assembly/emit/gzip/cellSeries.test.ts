import { inflateRawSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { kernels } from '../../../helpers/kernels.js';

const { core, layout, memory, alloc } = kernels(8);
const EPOCHS = 10_080;
/** More than a window has: what so many take does not fit. */
const MANY = 40_000;
/** A final block of nothing, which ends a stream. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);
const values = alloc(2 * MANY);
const text = alloc(80 * MANY + 2);
const room = alloc(layout.DEFLATE_BYTES + 64);

/** The text of some epochs, and what the kernel made of it. */
function deflate(startMs: number, intensities: readonly number[], from = 0): { plain: Buffer; packed: Buffer } {
  new Uint16Array(memory.buffer, values, MANY).set(intensities, from);
  const to = from + intensities.length;
  const bytes = core.emitCellSeries(startMs * 1000, values, from, to, text);
  const packed = core.deflateCellSeries(values, from, to, text, room);
  return { plain: copyOf(text, bytes), packed: copyOf(room + layout.DEFLATE_OUT, packed) };
}

function copyOf(pointer: number, bytes: number): Buffer {
  return Buffer.from(new Uint8Array(memory.buffer, pointer, bytes).slice());
}

const inflated = (packed: Buffer): Buffer => inflateRawSync(Buffer.concat([packed, END]));
const week = (value: (epoch: number) => number): number[] => Array.from({ length: EPOCHS }, (_, k) => value(k));

test('zlib reads the text of any values, any length and any minute and epoch to begin with', (t) => {
  const start = fc.nat({ max: Date.UTC(9999, 11, 24) / 60_000 }).map((minute) => 60_000 * minute);
  const value = fc.oneof(
    fc.nat({ max: 40 }),
    fc.constantFrom(0, 9, 10, 99, 100, 255, 256, 999, 1000, 9999, 10_000),
    fc.nat({ max: 65_535 }),
  );
  const run = fc
    .tuple(value, fc.integer({ min: 1, max: 150 }))
    .map(([one, length]) => Array.from({ length }, () => one));
  const series = fc.oneof(
    fc.array(value, { maxLength: 200 }),
    fc.array(run, { maxLength: 8 }).map((runs) => runs.flat()),
  );
  // Where epochs get another digit, and anywhere.
  const from = fc.oneof(fc.constantFrom(0, 1, 7, 8, 9, 10, 95, 99, 990, 999, 9960), fc.nat({ max: EPOCHS - 1200 }));
  fc.assert(
    fc.property(start, series, from, (startMs, intensities, first) => {
      const { plain, packed } = deflate(startMs, intensities.slice(0, EPOCHS - first), first);
      t.true(packed.length <= plain.length + 64);
      t.deepEqual(inflated(packed), plain);
    }),
    { numRuns: 400 },
  );
});

test('every value has its digits, near or far from where it was last', (t) => {
  for (let first = 0; first < 65_536; first += 1024) {
    const block = Array.from({ length: 1024 }, (_, i) => first + i);
    const { plain, packed } = deflate(0, block);
    t.true(inflated(packed).equals(plain));
  }
  const far = week((k) => (k % 463 === 0 ? 30 : k % 467 === 0 ? 1024 : k % 997 === 0 ? 20 : 0));
  const { plain, packed } = deflate(Date.UTC(2028, 1, 26, 23, 59), far);
  t.true(inflated(packed).equals(plain));
});

test('a week takes 6 % of its text, of a satellite that is always in sight 9 %', (t) => {
  const pass = (k: number): number => (k % 700 < 10 ? 20 + ((k * 7) % 13) : 0);
  const low = deflate(Date.UTC(2026, 6, 10), week(pass));
  t.true(low.packed.length < 0.062 * low.plain.length, `${low.packed.length} of ${low.plain.length}`);
  const always = deflate(
    Date.UTC(2026, 6, 10),
    week((k) => 200 + ((k * k) % 29)),
  );
  t.true(always.packed.length < 0.09 * always.plain.length, `${always.packed.length} of ${always.plain.length}`);
});

test('what does not fit is left: nothing is written beyond the room', (t) => {
  const behind = new Uint8Array(memory.buffer, room + layout.DEFLATE_BYTES, 64).fill(0xa5);
  const noise = (length: number): number[] => Array.from({ length }, (_, k) => (k * 48_271) % 65_536);
  t.true(deflate(Date.UTC(2026, 6, 10), noise(EPOCHS)).packed.length > 0, 'a week fits, whatever its values');
  t.is(deflate(Date.UTC(2026, 6, 10), noise(MANY)).packed.length, 0);
  t.deepEqual(
    [...behind],
    Array.from({ length: 64 }, () => 0xa5),
  );
});

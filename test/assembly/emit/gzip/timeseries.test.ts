import { crc32, inflateRawSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { kernels } from '../../../helpers/kernels.js';

const { core, layout, memory, alloc } = kernels(8);
core.fillCrcTables();
const view = new DataView(memory.buffer);
const EPOCHS = 10_080;
/** More than a window has: what so many take does not fit. */
const MANY = 40_000;
/** A final block of nothing, which ends a stream. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);
const values = alloc(2 * MANY);
const ranges = alloc(4 * EPOCHS);
const text = alloc(80 * MANY + 2);
const room = alloc(layout.DEFLATE_BYTES + 64);

type Ranges = readonly (readonly [from: number, to: number])[];

/** The text of some ranges of a series, and what the kernel made of it. */
function deflateRanges(startMs: number, series: readonly number[], list: Ranges): { plain: Buffer; packed: Buffer } {
  new Uint16Array(memory.buffer, values, MANY).set(series);
  new Uint16Array(memory.buffer, ranges, 2 * EPOCHS).set(list.flat());
  const bytes = core.emitTimeseries(startMs * 1000, values, ranges, list.length, text);
  const packed = core.deflateTimeseries(startMs * 1000, values, ranges, list.length, room);
  const plain = copyOf(text, bytes);
  const textBytes = view.getUint32(room + layout.DEFLATE_TEXT_BYTES, true);
  const crc = view.getUint32(room + layout.DEFLATE_CRC32, true);
  if (packed > 0 && (textBytes !== bytes || crc !== crc32(plain))) {
    throw new Error(`${textBytes} bytes of CRC-32 ${crc}, not ${bytes} of ${crc32(plain)}`);
  }
  return { plain, packed: copyOf(room + layout.DEFLATE_OUT, packed) };
}

function deflate(startMs: number, intensities: readonly number[], from = 0): { plain: Buffer; packed: Buffer } {
  const series = [...Array.from({ length: from }, () => 0), ...intensities];
  return deflateRanges(startMs, series, intensities.length === 0 ? [] : [[from, series.length]]);
}

function copyOf(pointer: number, bytes: number): Buffer {
  return Buffer.from(new Uint8Array(memory.buffer, pointer, bytes).slice());
}

const week = (value: (epoch: number) => number): number[] => Array.from({ length: EPOCHS }, (_, k) => value(k));

test('zlib reads the text of any values, any length and any minute to begin with', (t) => {
  const start = fc.integer({ min: 0, max: Date.UTC(9999, 11, 24) / 60_000 }).map((minute) => 60_000 * minute);
  const value = fc.oneof(
    fc.nat({ max: 40 }),
    fc.constantFrom(0, 9, 10, 29, 30, 99, 100, 255, 256),
    fc.nat({ max: 65_535 }),
  );
  const run = fc
    .tuple(value, fc.integer({ min: 1, max: 90 }))
    .map(([one, length]) => Array.from({ length }, () => one));
  const series = fc.oneof(
    fc.array(value, { maxLength: 200 }),
    fc.array(run, { maxLength: 8 }).map((runs) => runs.flat()),
  );
  fc.assert(
    fc.property(start, series, fc.nat({ max: EPOCHS - 720 }), (startMs, intensities, from) => {
      const { plain, packed } = deflate(startMs, intensities, from);
      t.true(packed.length <= plain.length + 64);
      t.deepEqual(inflateRawSync(Buffer.concat([packed, END])), plain);
    }),
    { numRuns: 300 },
  );
});

test('zlib reads the text of any ranges: of one minute, one behind the other, of weeks with gaps', (t) => {
  const gap = fc.oneof(fc.constant(0), fc.nat({ max: 90 }), fc.nat({ max: 3000 }));
  const length = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 700 }));
  const list = fc.array(fc.tuple(gap, length), { maxLength: 30 });
  const value = fc.oneof(fc.nat({ max: 40 }), fc.constantFrom(0, 9, 10, 29, 30, 255, 65_535));
  const start = fc.nat({ max: Date.UTC(9999, 11, 24) / 60_000 }).map((minute) => 60_000 * minute);
  fc.assert(
    fc.property(start, list, fc.array(value, { minLength: 1, maxLength: 200 }), (startMs, some, cycle) => {
      let epoch = 0;
      const chosen = some
        .map(([before, minutes]) => [(epoch += before), (epoch += minutes)] as const)
        .filter(([, to]) => to <= EPOCHS);
      const { plain, packed } = deflateRanges(
        startMs,
        week((k) => cycle[k % cycle.length] ?? 0),
        chosen,
      );
      t.true(inflateRawSync(Buffer.concat([packed, END])).equals(plain));
    }),
    { numRuns: 200 },
  );
});

test('every value has its digits and its level, near or far from where it was last', (t) => {
  for (let first = 0; first < 65_536; first += 1024) {
    const block = Array.from({ length: 1024 }, (_, i) => first + i);
    const { plain, packed } = deflate(0, block);
    t.true(inflateRawSync(Buffer.concat([packed, END])).equals(plain));
  }
  const far = week((k) => (k % 463 === 0 ? 30 : k % 467 === 0 ? 1024 : k % 997 === 0 ? 20 : 0));
  const { plain, packed } = deflate(Date.UTC(2028, 1, 26, 23, 59), far);
  t.true(inflateRawSync(Buffer.concat([packed, END])).equals(plain));
});

test('the week of a satellite of a low orbit takes 3 % of its text, of one that is always in sight 6 %', (t) => {
  const pass = (k: number): number => (k % 700 < 10 ? 20 + ((k * 7) % 13) : 0);
  const low = deflate(Date.UTC(2026, 6, 10), week(pass));
  t.true(low.packed.length < 0.032 * low.plain.length, `${low.packed.length} of ${low.plain.length}`);
  const always = deflate(
    Date.UTC(2026, 6, 10),
    week((k) => 200 + ((k * k) % 29)),
  );
  t.true(always.packed.length < 0.06 * always.plain.length, `${always.packed.length} of ${always.plain.length}`);
});

test('what does not fit is left: nothing is written beyond the room', (t) => {
  const end = room + layout.DEFLATE_BYTES;
  const behind = new Uint8Array(memory.buffer, end, 64).fill(0xa5);
  const noise = (length: number): number[] => Array.from({ length }, (_, k) => (k * 48_271) % 65_536);
  t.true(deflate(Date.UTC(2026, 6, 10), noise(EPOCHS)).packed.length > 0, 'a week fits, whatever its values');
  const { packed } = deflate(Date.UTC(2026, 6, 10), noise(MANY));
  t.is(packed.length, 0);
  t.deepEqual(
    [...behind],
    Array.from({ length: 64 }, () => 0xa5),
  );
});

test('blocks before and after it make one stream', (t) => {
  const { plain, packed } = deflate(Date.UTC(2026, 6, 10), [0, 0, 3, 30, 30]);
  const again = deflate(Date.UTC(2026, 6, 11), []);
  const stream = Buffer.concat([packed, again.packed, packed, END]);
  t.is(inflateRawSync(stream).toString(), `${plain.toString()}[]${plain.toString()}`);
});

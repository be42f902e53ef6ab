import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../src/core/instance.js';
import { type Rows, encodeRows, decodeRows } from '../../src/codec/rows.js';

const core = await createOwnedCore(16);
const { layout, memory } = core;
const NUMBERS_BYTES = 2 ** 20;
const place = (bytes: number): number => core.arena.allocate(bytes) ?? 0;
const [source, target, coding] = [place(NUMBERS_BYTES), place(NUMBERS_BYTES), place(layout.CODING_BYTES)];

type Shape = Omit<Rows, 'pointer'>;

const anyShape: fc.Arbitrary<Shape> = fc
  .record({
    cells: fc.nat({ max: 6 }),
    groups: fc.nat({ max: 4 }),
    epochs: fc.nat({ max: 200 }),
    gap: fc.nat({ max: 3 }),
  })
  .map(({ cells, groups, epochs, gap }) => ({ cells, groups, epochs, rowBytes: 2 * (epochs + gap) }));

const countOf = ({ cells, groups, epochs }: Shape): number => cells * groups * epochs;

/** Copies the numbers of the rows at an address, cell by cell and group by group. */
function numbersAt(pointer: number, { cells, groups, epochs, rowBytes }: Shape): Uint16Array {
  const numbers = new Uint16Array(cells * groups * epochs);
  for (let row = 0; row < cells * groups; row++) {
    numbers.set(new Uint16Array(memory.buffer, pointer + row * rowBytes, epochs), row * epochs);
  }
  return numbers;
}

function place16(pointer: number, { cells, groups, epochs, rowBytes }: Shape, numbers: Uint16Array): void {
  for (let row = 0; row < cells * groups; row++) {
    const own = numbers.subarray(row * epochs, (row + 1) * epochs);
    new Uint16Array(memory.buffer, pointer + row * rowBytes, epochs).set(own);
  }
}

function encoded(shape: Shape, numbers: Uint16Array): Buffer {
  place16(source, shape, numbers);
  return encodeRows(core, { ...shape, pointer: source }, coding);
}

function decoded(data: Uint8Array, shape: Shape): Uint16Array {
  decodeRows(core, data, { ...shape, pointer: target }, coding);
  return numbersAt(target, shape);
}

const anyNumbers = (count: number): fc.Arbitrary<Uint16Array> =>
  fc.oneof(
    fc.uint16Array({ minLength: count, maxLength: count }),
    fc.uint16Array({ minLength: count, maxLength: count, max: 3 }),
  );
const anyRows = anyShape.chain((shape) =>
  fc.record({ shape: fc.constant(shape), numbers: anyNumbers(countOf(shape)) }),
);
const SHAPE: Shape = { cells: 3, groups: 2, epochs: 50, rowBytes: 100 };
const NUMBERS = Uint16Array.from({ length: 300 }, (_, i) => (i * i) % 23);

test('rows come back, with gaps between them and without', (t) => {
  fc.assert(
    fc.property(anyRows, fc.nat({ max: 3 }), ({ shape, numbers }, gap) => {
      const data = encoded(shape, numbers);
      assert.deepEqual(decoded(data, shape), numbers);
      const elsewhere = { ...shape, rowBytes: shape.rowBytes + 2 * gap };
      assert.deepEqual(decoded(data, elsewhere), numbers);
    }),
  );
  t.pass();
});

test('the bytes follow from the numbers alone', (t) => {
  fc.assert(
    fc.property(anyRows, anyRows, ({ shape, numbers }, other) => {
      const data = encoded(shape, numbers);
      encoded(other.shape, other.numbers);
      core.bytes.fill(0xee, coding, coding + layout.CODING_BYTES);
      assert.deepEqual(encoded({ ...shape, rowBytes: shape.rowBytes + 2 }, numbers), data);
    }),
  );
  t.pass();
});

test('rows that take more than the buffer of coded runs come back', (t) => {
  const shape = { cells: 2, groups: 20, epochs: 10_080, rowBytes: 20_160 };
  const numbers = Uint16Array.from({ length: countOf(shape) }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 14);
  const data = encoded(shape, numbers);
  t.true(data.length > 4 * layout.CODING_RUNS_BYTES);
  t.deepEqual(decoded(data, shape), numbers);
  const manyRows = { cells: 5000, groups: 2, epochs: 19, rowBytes: 38 };
  const few = Uint16Array.from({ length: countOf(manyRows) }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 20) & 3);
  t.deepEqual(decoded(encoded(manyRows, few), manyRows), few);
});

test('the header is the format and the CRC-32 of the numbers', (t) => {
  const data = encoded(SHAPE, NUMBERS);
  t.is(data.readUInt8(0), 2);
  t.is(data.readUInt32LE(1), crc32(Buffer.from(NUMBERS.buffer)));
});

test('a damaged byte anywhere is detected', (t) => {
  const data = encoded(SHAPE, NUMBERS);
  for (let at = 0; at < data.length; at++) {
    for (const bit of [1, 16, 128, 255]) {
      const damaged = Buffer.from(data);
      damaged.writeUInt8(damaged.readUInt8(at) ^ bit, at);
      t.throws(() => decoded(damaged, SHAPE), { message: /^stored numbers/ }, `byte ${at}`);
    }
  }
});

test('an end too soon, more than is needed, other groups and another format are named', (t) => {
  const data = encoded(SHAPE, NUMBERS);
  for (let bytes = 0; bytes < 5; bytes++) {
    t.throws(() => decoded(data.subarray(0, bytes), SHAPE), {
      message: `stored numbers of ${bytes} bytes: at least 5`,
    });
  }
  for (let bytes = 5; bytes < data.length; bytes++) {
    t.throws(() => decoded(data.subarray(0, bytes), SHAPE), {
      message: /^stored numbers are damaged: they end before their numbers do \(byte \d+\)$/,
    });
  }
  t.throws(() => decoded(Buffer.concat([data, Buffer.of(0)]), SHAPE), {
    message: `stored numbers of ${data.length + 1} bytes: ${data.length} are needed`,
  });
  t.throws(() => decoded(data, { ...SHAPE, groups: 3 }), { message: /^stored numbers/ });
  t.throws(() => decoded(data, { ...SHAPE, cells: 2 }), { message: /^stored numbers/ });
  const foreign = Buffer.from(data);
  foreign.writeUInt8(3, 0);
  t.throws(() => decoded(foreign, SHAPE), { message: 'stored numbers in format 3: this version reads 2' });
  const otherSum = Buffer.from(data);
  otherSum.writeUInt32LE(1, 1);
  t.throws(() => decoded(otherSum, SHAPE), { message: /^stored numbers are damaged: CRC-32 \d+, stored 1$/ });
});

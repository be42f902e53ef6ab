import test from 'ava';
import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeNumbers, encodeNumbers } from '../../src/codec/numbers.js';

/** Random numbers, and numbers like those of neighbouring epochs, which are equal or differ by little. */
function anyNumbers(): fc.Arbitrary<Uint16Array | Uint32Array> {
  const of = (max: number): fc.Arbitrary<number[]> => {
    const any = fc.array(fc.oneof(fc.integer({ min: 0, max }), fc.constantFrom(0, 1, max - 1, max)), {
      maxLength: 300,
    });
    const steps = fc
      .array(fc.integer({ min: -3, max: 3 }), { maxLength: 300 })
      .map((differences) => differences.map((_, i) => Math.abs(differences.slice(0, i).reduce((a, b) => a + b, 0))));
    return fc.oneof(any, steps);
  };
  return fc.oneof(
    of(0xffff).map((numbers) => Uint16Array.from(numbers)),
    of(0xffff_ffff).map((numbers) => Uint32Array.from(numbers)),
  );
}

/** Array of the type and length of `numbers`, with other numbers in it. */
const roomFor = <T extends Uint16Array | Uint32Array>(numbers: T): T => numbers.slice().fill(7) as T;

test('any numbers that are encoded come back', (t) => {
  fc.assert(
    fc.property(anyNumbers(), (numbers) =>
      assert.deepEqual(decodeNumbers(encodeNumbers(numbers), roomFor(numbers)), numbers),
    ),
  );
  t.pass();
});

test('more equal numbers than a token can count come back', (t) => {
  const numbers = new Uint16Array(2 ** 21 + 17);
  numbers[numbers.length - 3] = 9;
  const found = decodeNumbers(encodeNumbers(numbers), roomFor(numbers));
  t.true(Buffer.from(found.buffer).equals(Buffer.from(numbers.buffer)));
});

test('numbers in the middle of shared memory are encoded as they are there', (t) => {
  const memory = new SharedArrayBuffer(64);
  for (const shared of [new Uint32Array(memory, 4, 9), new Uint16Array(memory, 2, 9)]) {
    shared.set([9, 8, 7, 0, 0xffff_ffff, 1, 2, 3, 4]);
    const encoded = encodeNumbers(shared);
    t.deepEqual(encoded, encodeNumbers(shared.slice()));
    const amid = Buffer.concat([Buffer.from('xyz'), encoded, Buffer.from('xyz')]).subarray(3, 3 + encoded.length);
    t.deepEqual([...decodeNumbers(amid, roomFor(shared))], [...shared]);
  }
});

test('numbers that change little take little room', (t) => {
  const series = Uint32Array.from({ length: 10_080 }, (_, k) => Math.round(300 + 20 * Math.sin(k / 40)));
  t.true(encodeNumbers(series).length < series.byteLength / 5);
  t.true(encodeNumbers(Uint16Array.from(series)).length < series.byteLength / 10);
});

/**
 * Whether damaged data decodes to other numbers without an error. Changed bits behind the end of the compressed stream
 * do not matter.
 */
function decodesToOthers(encoded: Uint8Array, numbers: Uint16Array | Uint32Array): boolean {
  try {
    return !Buffer.from(decodeNumbers(encoded, roomFor(numbers)).buffer).equals(Buffer.from(numbers.buffer));
  } catch {
    return false;
  }
}

test('a damaged byte anywhere never gives other numbers', (t) => {
  const damage = fc.record({
    numbers: anyNumbers(),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    difference: fc.integer({ min: 1, max: 255 }),
  });
  fc.assert(
    fc.property(damage, ({ numbers, place, difference }) => {
      const encoded = encodeNumbers(numbers);
      const at = Math.floor(place * encoded.length);
      encoded.writeUInt8(encoded.readUInt8(at) ^ difference, at);
      assert.equal(decodesToOthers(encoded, numbers), false);
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('every damaged byte is noticed, but for the last bits of the compressed part', (t) => {
  const numbers = Uint32Array.from({ length: 200 }, (_, i) => (i * i) % 977);
  const encoded = encodeNumbers(numbers);
  for (let at = 0; at < encoded.length - 1; at++) {
    const damaged = Buffer.from(encoded);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
    t.throws(() => decodeNumbers(damaged, roomFor(numbers)), { message: /^stored numbers/ }, `byte ${at}`);
  }
});

test('another format, another count and an end too soon are named', (t) => {
  const numbers = Uint32Array.of(3, 1, 4, 1, 5, 9, 2, 6);
  const encoded = encodeNumbers(numbers);
  const decode = (data: Uint8Array, count = 8): unknown => decodeNumbers(data, new Uint32Array(count));
  const ofOccupancies = encodeNumbers(Uint16Array.from(numbers));
  t.throws(() => decode(ofOccupancies), { message: 'stored numbers in format 3: this version reads 1' });
  t.throws(() => decodeNumbers(encoded, new Uint16Array(8)), {
    message: 'stored numbers in format 1: this version reads 3',
  });
  t.throws(() => decode(encoded, 9), { message: 'stored numbers of 32 bytes: 36 are needed' });
  for (const count of [7, 0]) t.throws(() => decode(encoded, count), { message: /^stored numbers/ });
  for (const count of [9, 7, 0]) {
    t.throws(() => decodeNumbers(ofOccupancies, new Uint16Array(count)), { message: /^stored numbers are damaged/ });
  }
  const otherSum = Buffer.from(encoded);
  otherSum.writeUInt32LE(1, 1);
  t.throws(() => decode(otherSum), { message: /^stored numbers are damaged: CRC-32 \d+, stored 1$/ });
  for (let bytes = 0; bytes < 5; bytes++) {
    const message = `stored numbers of ${bytes} bytes: at least 5`;
    t.throws(() => decode(encoded.subarray(0, bytes)), { message });
  }
  for (let bytes = 5; bytes < encoded.length; bytes++) {
    t.throws(() => decode(encoded.subarray(0, bytes)), { message: /^stored numbers are damaged: they cannot be/ });
  }
});

test('the formats have folded differences, or tokens, in DEFLATE, and a CRC-32', (t) => {
  const stored = (format: number, numbers: Uint16Array | Uint32Array, packed: number[]): Buffer => {
    const header = Buffer.alloc(5);
    header.writeUInt8(format, 0);
    const isWide = numbers instanceof Uint32Array;
    header.writeUInt32LE(isWide ? crc32(Buffer.from(numbers.buffer)) : crc32(Buffer.from(packed), numbers.length), 1);
    return Buffer.concat([header, deflateRawSync(Buffer.from(packed))]);
  };
  // The differences, modulo 2^32, are 1, -1 and 300; folded they are 2, 1 and 600.
  const numbers = Uint32Array.of(1, 0, 300);
  const lowest = [2, 1, 600 & 0xff];
  const second = [0, 0, 600 >> 8];
  const wide = stored(1, numbers, [...lowest, ...second, 0, 0, 0, 0, 0, 0]);
  t.deepEqual([...decodeNumbers(wide, new Uint32Array(3))], [1, 0, 300]);
  // Tokens of two zeros and a 1, 16 more times 1, a 1 and a 0, then 300; the five 300 after it need none.
  const tokens = [0x22, 0x00, 0x11, 0x0f, 600 & 0xff, 600 >> 8];
  const occupancies = Uint16Array.of(0, 0, 1, ...new Uint16Array(17).fill(1), 0, ...new Uint16Array(6).fill(300));
  const narrow = stored(3, occupancies, tokens);
  t.deepEqual(decodeNumbers(narrow, roomFor(occupancies)), occupancies);
});

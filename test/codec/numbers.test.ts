import test from 'ava';
import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { seal, unseal16, unseal32 } from '../../src/codec/numbers.js';

/** Numbers at random, and such as neighbouring epochs have: runs and small steps. */
function numbersUpTo(max: number): fc.Arbitrary<number[]> {
  const any = fc.array(fc.oneof(fc.integer({ min: 0, max }), fc.constantFrom(0, 1, max - 1, max)), { maxLength: 300 });
  const steps = fc
    .array(fc.integer({ min: -3, max: 3 }), { maxLength: 300 })
    .map((differences) => differences.map((_, i) => Math.abs(differences.slice(0, i).reduce((a, b) => a + b, 0))));
  return fc.oneof(any, steps);
}

const u16 = numbersUpTo(0xffff).map((numbers) => Uint16Array.from(numbers));
const u32 = numbersUpTo(0xffff_ffff).map((numbers) => Uint32Array.from(numbers));

test('whatever numbers are sealed come back', (t) => {
  fc.assert(fc.property(u16, (numbers) => assert.deepEqual(unseal16(seal(numbers), numbers.length), numbers)));
  fc.assert(fc.property(u32, (numbers) => assert.deepEqual(unseal32(seal(numbers), numbers.length), numbers)));
  t.pass();
});

test('numbers in the middle of shared memory are sealed as they are there', (t) => {
  const shared = new Uint16Array(new SharedArrayBuffer(64), 6, 9);
  shared.set([9, 8, 7, 0, 65_535, 1, 2, 3, 4]);
  const sealed = seal(shared);
  t.deepEqual(sealed, seal(Uint16Array.from(shared)));
  const amid = Buffer.concat([Buffer.from('xyz'), sealed, Buffer.from('xyz')]).subarray(3, 3 + sealed.length);
  t.deepEqual([...unseal16(amid, 9)], [...shared]);
});

test('what changes little takes little room', (t) => {
  const series = Uint16Array.from({ length: 10_080 }, (_, k) => Math.round(300 + 20 * Math.sin(k / 40)));
  t.true(seal(series).length < series.byteLength / 5);
});

/** Bits behind the end of the compressed stream mean nothing: whoever changes one changes no number. */
function unsealsToOthers(sealed: Uint8Array, numbers: Uint16Array | Uint32Array): boolean {
  try {
    const unseal = numbers instanceof Uint16Array ? unseal16 : unseal32;
    return !Buffer.from(unseal(sealed, numbers.length).buffer).equals(Buffer.from(numbers.buffer));
  } catch {
    return false;
  }
}

test('a damaged byte anywhere never gives other numbers', (t) => {
  const damage = fc.record({
    numbers: fc.oneof(u16, u32),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    difference: fc.integer({ min: 1, max: 255 }),
  });
  fc.assert(
    fc.property(damage, ({ numbers, place, difference }) => {
      const sealed = seal(numbers);
      const at = Math.floor(place * sealed.length);
      sealed.writeUInt8(sealed.readUInt8(at) ^ difference, at);
      assert.equal(unsealsToOthers(sealed, numbers), false);
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('every byte that is damaged is noticed: format, checksum, and what is compressed but for its last bits', (t) => {
  const numbers = Uint16Array.from({ length: 200 }, (_, i) => (i * i) % 977);
  const sealed = seal(numbers);
  for (let at = 0; at < sealed.length - 1; at++) {
    const damaged = Buffer.from(sealed);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
    t.throws(() => unseal16(damaged, 200), { message: /^stored numbers/ }, `byte ${at}`);
  }
});

test('another format, another count and an end too soon are named', (t) => {
  const numbers = Uint16Array.of(3, 1, 4, 1, 5, 9, 2, 6);
  const sealed = seal(numbers);
  const foreign = Buffer.from(sealed);
  foreign.writeUInt8(2, 0);
  t.throws(() => unseal16(foreign, 8), { message: 'stored numbers in format 2: this version reads 1' });
  t.throws(() => unseal16(sealed, 9), { message: 'stored numbers of 16 bytes: 18 are needed' });
  t.throws(() => unseal16(sealed, 7), { message: /^stored numbers/ });
  t.throws(() => unseal16(sealed, 0), { message: /^stored numbers/ });
  t.throws(() => unseal32(sealed, 8), { message: 'stored numbers of 16 bytes: 32 are needed' });
  t.throws(() => unseal32(sealed, 4), { message: /^stored numbers are damaged: CRC-32 \d+, stored \d+$/ });
  for (let bytes = 0; bytes < 5; bytes++) {
    const message = `stored numbers of ${bytes} bytes: at least 5`;
    t.throws(() => unseal16(sealed.subarray(0, bytes), 8), { message });
  }
  for (let bytes = 5; bytes < sealed.length; bytes++) {
    t.throws(() => unseal16(sealed.subarray(0, bytes), 8), { message: /^stored numbers are damaged: they cannot be/ });
  }
});

test('the format is what it says: differences folded, lowest bytes first, DEFLATE, CRC-32', (t) => {
  // Differences 1, -1, 300, modulo 2^16: folded 2, 1, 600.
  const numbers = Uint16Array.of(1, 0, 300);
  const planes = Buffer.from([2, 1, 600 & 0xff, 0, 0, 600 >> 8]);
  const header = Buffer.alloc(5);
  header.writeUInt8(1, 0);
  header.writeUInt32LE(crc32(Buffer.from(numbers.buffer)), 1);
  t.deepEqual([...unseal16(Buffer.concat([header, deflateRawSync(planes)]), 3)], [1, 0, 300]);
});

import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { codedWith, differencesOf, encode, ESCAPE, PACKED, packed, piecesOf, SYMBOLS } from './twin.js';

const core = await createOwnedCore(8, debugCore);
const { kernels, layout, view, bytes } = core;
const TABLES = 16;
/** Code lengths of a table, by symbol. */
const lengthsOf = (table: number): number[] =>
  Array.from({ length: ESCAPE + 1 }, (_, s) => view.getUint16(layout.CODES + 256 * table + 2 * s, true) >> 12);
const lengths = Array.from({ length: TABLES }, (_, table) => lengthsOf(table));
const GUARD = 0xa5;
const GUARD_BYTES = 4096;
const ROWS_BYTES = 65_536;
const block = (size: number): number => {
  const pointer = core.arena.allocate(size + 2 * GUARD_BYTES) ?? 0;
  return pointer + GUARD_BYTES;
};
const rowsAt = block(ROWS_BYTES);
const coding = block(layout.CODING_BYTES);
const out = coding + layout.CODING_RUNS;

interface Rows {
  rows: number[][];
  /** Bytes between the end of a row and the next row. */
  gap: number;
}

/** Random rows of numbers: walks, runs, ramps, spikes and noise. */
const numbers = (length: number): fc.Arbitrary<number[]> => {
  const walk = (step: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
    fc.array(step, { minLength: length, maxLength: length }).map((steps) => {
      let number = 0;
      return steps.map((difference) => (number = (number + difference) & 0xffff));
    });
  const rare = fc.integer({ min: -300, max: 300 }).map((at) => (Math.abs(at) > 2 ? 0 : at));
  return fc.oneof(
    walk(fc.integer({ min: -2, max: 2 })),
    walk(rare),
    walk(fc.integer({ min: -24, max: 24 })),
    walk(fc.constantFrom(0, 0, 0, 1, -1, 3, -20, 20, 21, 40_000)),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: length, maxLength: length }),
    fc.integer({ min: 0, max: 0xffff }).map((number) => Array.from({ length }, () => number)),
    fc.integer({ min: 0, max: 0xffff }).map((step) => Array.from({ length }, (_, k) => (k * step) & 0xffff)),
    fc.constant(Array.from({ length }, (_, k) => (k & 1) * 0xffff)),
  );
};
const anyRows: fc.Arbitrary<Rows> = fc
  .record({ count: fc.integer({ min: 1, max: 5 }), length: fc.integer({ min: 1, max: 300 }), gap: fc.nat({ max: 9 }) })
  .chain(({ count, length, gap }) =>
    fc.record({
      rows: fc.array(numbers(length), { minLength: count, maxLength: count }),
      gap: fc.constant(2 * gap),
    }),
  );

/** Kinds of rows by name: formulas for the k-th of `length` numbers. */
const SHAPES: Record<string, (k: number, length: number) => number> = {
  zero: () => 0,
  'the largest number': () => 0xffff,
  'one and the other end': (k) => (k & 1) * 0xffff,
  'half the range up and down': (k) => (k & 1) * 0x8000,
  ramp: (k) => k,
  'steep ramp': (k) => (k * 21) & 0xffff,
  'one step at the end': (k, length) => Number(k === length - 1),
  'an escape at the end': (k, length) => 1000 * Number(k === length - 1),
  waves: (k) => Math.round(300 + 200 * Math.sin(k / 50)),
  noise: (k) => (Math.imul(k + 1, 0x9e3779b1) >>> 13) & 0xffff,
};

/** Formulas for rows of zeros and ones: the runs are 1 number long in the first row and 64 in the last. */
const STAIRS = [1, 2, 3, 4, 8, 16, 32, 64].map((epochs) => (k: number) => Math.floor(k / epochs) & 1);

function rowOf(length: number, numberAt: (k: number, length: number) => number): Rows {
  return { rows: [Array.from({ length }, (_, k) => numberAt(k, length))], gap: 0 };
}

const strideOf = ({ rows, gap }: Rows): number => 2 * (rows[0]?.length ?? 0) + gap;

function write({ rows, gap }: Rows): void {
  bytes.fill(GUARD, rowsAt - GUARD_BYTES, rowsAt + ROWS_BYTES + GUARD_BYTES);
  rows.forEach((row, r) =>
    row.forEach((n, k) => view.setUint16(rowsAt + r * strideOf({ rows, gap }) + 2 * k, n, true)),
  );
}

function encoded(given: Rows): number[] {
  write(given);
  const { rows } = given;
  const length = kernels.encodeRows(rowsAt, strideOf(given), rows.length, rows[0]?.length ?? 0, coding, out);
  return [...bytes.subarray(out, out + length)];
}

/**
 * Decodes a run; returns the status (the length, if decoding worked) and the rows. Fails if memory beside the rows
 * changed.
 */
function decoded(run: readonly number[], { rows, gap }: Rows): { status: number; found: number[][] } {
  const length = rows[0]?.length ?? 0;
  const stride = strideOf({ rows, gap });
  write({ rows: [], gap });
  bytes.fill(GUARD, coding - GUARD_BYTES, coding);
  bytes.fill(GUARD, coding + layout.CODING_BYTES, coding + layout.CODING_BYTES + GUARD_BYTES);
  bytes.set(run, out);
  // Bytes behind a run must not matter.
  bytes.fill(0xff, out + run.length, out + run.length + 64);
  const status = kernels.decodeRows(out, out + run.length, rowsAt, stride, rows.length, length, coding);
  const found = rows.map((row, r) => row.map((_, k) => view.getUint16(rowsAt + r * stride + 2 * k, true)));
  rows.forEach((_, r) => bytes.fill(GUARD, rowsAt + r * stride, rowsAt + r * stride + 2 * length));
  const beside = [
    bytes.subarray(rowsAt - GUARD_BYTES, rowsAt + ROWS_BYTES + GUARD_BYTES),
    bytes.subarray(coding - GUARD_BYTES, coding),
    bytes.subarray(coding + layout.CODING_BYTES, coding + layout.CODING_BYTES + GUARD_BYTES),
  ];
  assert.ok(beside.every((region) => region.every((byte) => byte === GUARD)));
  return { status, found };
}

test('rows are coded as step by step, byte for byte, and come back', (t) => {
  const modes = new Set<number>();
  fc.assert(
    fc.property(anyRows, (given) => {
      const run = encoded(given);
      assert.deepEqual(run, encode(given.rows, lengths));
      assert.deepEqual(decoded(run, given), { status: run.length, found: given.rows });
      modes.add(run[0] ?? -1);
    }),
    { numRuns: 40, examples: [...Object.values(SHAPES), ...STAIRS].map((at) => [rowOf(300, at)]) },
  );
  t.true(modes.has(PACKED));
  t.true(modes.size > 5, `${modes.size} modes`);
});

test('runs with any table, and packed ones, are read', (t) => {
  fc.assert(
    fc.property(anyRows, fc.nat({ max: TABLES - 1 }), (given, table) => {
      const differences = differencesOf(given.rows);
      for (const run of [codedWith(table, lengths[table] ?? [], piecesOf(differences)), packed(differences)]) {
        assert.deepEqual(decoded(run, given), { status: run.length, found: given.rows });
      }
    }),
    { numRuns: 30 },
  );
  t.pass();
});

test('a week comes back, whatever its numbers, within the bytes that a run may take', (t) => {
  for (const [name, numberAt] of Object.entries(SHAPES)) {
    const given = rowOf(10_080, numberAt);
    const run = encoded(given);
    t.true(run.length <= layout.MAX_RUN_BYTES, name);
    t.deepEqual(decoded(run, given), { status: run.length, found: given.rows }, name);
  }
});

test('a run is a table, then codes, each from its first bit on', (t) => {
  const rows = [[3, 3, 3, 4, 4, 2]];
  // The rows' differences are 3; then two zeros and 1; then a zero and -2.
  const pieces = piecesOf(differencesOf(rows));
  t.deepEqual(
    pieces.map(({ symbol }) => SYMBOLS[symbol]),
    [
      { zeros: 0, difference: 3 },
      { zeros: 2, difference: 1 },
      { zeros: 1, difference: -2 },
    ],
  );
  t.deepEqual(encoded({ rows, gap: 0 }), [9, 0xfb, 0x58]);
  t.deepEqual(encoded({ rows: [[0, 1000]], gap: 0 }), [0, 0xe1, 0xff, 1000 & 0xff, 1000 >> 8]);
  // The differences are 0 and then seven times 100, which folds to 200 and so takes 8 bits.
  const ramp = [0, 100, 200, 300, 400, 500, 600, 700];
  t.deepEqual(encoded({ rows: [ramp], gap: 0 }), [PACKED, 8, 0, ...ramp.slice(1).map(() => 200), ...ramp.map(() => 0)]);
});

test('decoding bytes that are no run ends, refused or with some numbers, and writes nothing else', (t) => {
  const shape = fc.record({ count: fc.integer({ min: 1, max: 4 }), length: fc.integer({ min: 1, max: 2500 }) });
  const start = fc.oneof(fc.nat({ max: TABLES - 1 }), fc.constant(PACKED), fc.nat({ max: 255 }));
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.nat({ max: 255 }).map((byte) => new Uint8Array(9000).fill(byte)),
  );
  let [refused, read] = [0, 0];
  fc.assert(
    fc.property(shape, start, noise, ({ count, length }, mode, rest) => {
      const rows = Array.from({ length: count }, () => Array.from({ length }, () => 0));
      const run = [mode, ...rest];
      const { status } = decoded(run, { rows, gap: 2 });
      assert.ok(
        status === -18 || status === -19 || status === -20 || status === -21 || (status > 1 && status <= run.length),
      );
      if (status < 0) refused++;
      else read++;
    }),
    {
      numRuns: 100,
      // The first example names a table that does not exist; the second has the encoded run of 3, 3, 3, 4, 4, 2.
      examples: [
        [{ count: 1, length: 6 }, 255, new Uint8Array([0xfb, 0x58])],
        [{ count: 1, length: 6 }, 9, new Uint8Array([0xfb, 0x58])],
      ],
    },
  );
  t.true(refused > 0 && read > 0);
});

test('a run that is cut or has a changed bit is refused, or read to its end', (t) => {
  const damage = fc.record({ given: anyRows, at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }) });
  fc.assert(
    fc.property(damage, fc.nat({ max: 7 }), ({ given, at }, bit) => {
      const run = encoded(given);
      const place = Math.floor(at * run.length);
      assert.ok(decoded(run.slice(0, place), given).status < 0);
      const changed = run.map((byte, i) => (i === place ? byte ^ (1 << bit) : byte));
      const { status } = decoded(changed, given);
      assert.ok(status < 0 || (status > 1 && status <= run.length));
    }),
    { numRuns: 50 },
  );
  t.pass();
});

test('bits behind the last code must be 0', (t) => {
  const given = { rows: [[1]], gap: 0 };
  const run = encoded(given);
  const last = run.length - 1;
  t.true((lengths[run[0] ?? 0]?.[17] ?? 8) < 8);
  t.is(decoded(run, given).status, run.length);
  t.is(decoded([...run.slice(0, last), (run[last] ?? 0) | 0x80], given).status, -21);
});

import { readFile } from 'node:fs/promises';
import test from 'ava';
import fc from 'fast-check';
import { createCore, type Moc } from '../../../src/core/index.js';

const core = await createCore({ maxMegabytes: 8 });
const { mocs } = core;
/** NUNIQ numbers of orders 0 to 3, which overlap now and then. */
const few = fc.array(fc.integer({ min: 4, max: 1023 }).map(BigInt), { maxLength: 40 });

/** Cells of order 3 that NUNIQ numbers cover. */
function slowly(uniq: readonly bigint[]): Set<number> {
  const cells = new Set<number>();
  for (const number of uniq.map(Number)) {
    const order = Math.floor(Math.log2(number) / 2) - 1;
    const size = 4 ** (3 - order);
    for (let k = 0; k < size; k++) cells.add((number - 4 ** (order + 1)) * size + k);
  }
  return cells;
}
const grid = core.healpix(8, 'nested', 'int32');
const cellsOf = (moc: Moc): number[] => [...grid.fromMoc(moc)];
const sorted = (cells: Iterable<number>): number[] => [...cells].sort((a, b) => a - b);

test('union, intersection, difference and complement are those of the sets of cells', (t) => {
  fc.assert(
    fc.property(few, few, (a, b) => {
      const [left, right] = [slowly(a), slowly(b)];
      const [x, y] = [mocs.fromUniq(a), mocs.fromUniq(b)];
      t.deepEqual(cellsOf(x), sorted(left));
      t.deepEqual(cellsOf(x.union(y)), sorted(new Set([...left, ...right])));
      t.deepEqual(cellsOf(x.intersection(y)), sorted([...left].filter((cell) => right.has(cell))));
      t.deepEqual(cellsOf(x.difference(y)), sorted([...left].filter((cell) => !right.has(cell))));
      t.deepEqual(
        cellsOf(x.complement()),
        Array.from({ length: 768 }, (_, k) => k).filter((cell) => !left.has(cell)),
      );
      t.is(x.skyFraction, left.size / 768);
      t.true(x.difference(y).union(x.intersection(y)).equals(x));
      t.deepEqual(cellsOf(x.degraded(Math.min(1, x.order))).length % 16, 0);
      t.true(x.difference(x.degraded(0)).equals(mocs.empty()));
    }),
    { numRuns: 200 },
  );
  t.is(mocs.full().skyFraction, 1);
  t.true(mocs.full().complement().equals(mocs.empty()));
});

test('a MOC’s NUNIQ numbers are the fewest, and its JSON and FITS lead back to it', (t) => {
  fc.assert(
    fc.property(few, fc.integer({ min: 0, max: 26 }), (uniq, deeper) => {
      const shifted = uniq.map((number) => {
        const first = 4n ** BigInt((number.toString(2).length - 1) >> 1);
        return number - first + first * 4n ** BigInt(deeper);
      });
      const moc = mocs.fromUniq(shifted);
      const numbers = moc.toUniq();
      t.true(mocs.fromUniq(numbers).equals(moc));
      t.deepEqual(
        [...numbers],
        [...new Set(numbers)].sort((a, b) => (a < b ? -1 : 1)),
      );
      // No four quarters of a cell.
      const fours = numbers.filter((number) => number >= 16n && number % 4n === 0n);
      t.true(fours.every((number) => ![1n, 2n, 3n].every((k) => numbers.includes(number + k))));
      const json = moc.toJson();
      t.true(mocs.fromJson(json).equals(moc));
      t.is(mocs.fromJson(json).order, moc.order);
      const fits = moc.toFits();
      t.is(fits.length % 2880, 0);
      t.true(mocs.fromFits(fits).equals(moc));
      t.is(mocs.fromFits(fits).order, moc.order);
    }),
    { numRuns: 100 },
  );
});

test('points are in a MOC whose cells have them', (t) => {
  const moc = core.healpix(64).discMoc(13.4, 52.5, 10);
  t.true(moc.contains(13.4, 52.5));
  t.false(moc.contains(13.4, 63.5));
  const points = Float64Array.from({ length: 4000 }, (_, k) => (k % 2 === 0 ? k * 0.1 : 30 + ((k * 13) % 60)));
  const inside = moc.contains(points);
  const cells = new Set(core.healpix(64).disc(13.4, 52.5, 10));
  t.deepEqual(
    [...inside],
    [...core.healpix(64).lonLat2pix(points)].map((cell) => (cells.has(cell) ? 1 : 0)),
  );
  t.true(inside.includes(1) && inside.includes(0));
  t.throws(() => moc.contains([0, 95]), { message: 'point 0: latDeg 95 is outside -90 to 90' });
});

test('JSON of numbers that doubles cannot hold, of ranges and of empty orders is read, and other text refused', (t) => {
  const last = 12n * 4n ** 29n - 1n;
  t.is(mocs.fromJson(`{"29":[${last}]}`).toJson(), `{"29":[${last}]}`);
  t.is(mocs.fromJson('{ "1" : [ 0, 2 ],\n "3":["500-503", 9] , "5": [] }').toJson(), '{"1":[0,2],"2":[125],"5":[]}');
  t.is(mocs.fromJson('{}').toJson(), '{"0":[]}');
  const message = (text: string): string =>
    t.throws(() => mocs.fromJson(text), { instanceOf: RangeError })?.message ?? '';
  t.is(message('[1]'), 'the text is no MOC in JSON, such as {"1":[0,2],"3":[500]}');
  t.is(message('{"30":[1]}'), 'order 30 is not from 0 to 29');
  t.is(message('{"1":[48]}'), 'order 1: 48 is not a cell from 0 to 47');
  t.is(message('{"1":[1.5]}'), 'order 1: 1.5 is not a cell from 0 to 47');
  t.is(message('{"1":["7-5"]}'), 'order 1: "7-5" is not a cell from 0 to 47');
});

test('FITS files of other programs are read: of NUNIQ numbers by pymoc, and of ranges', async (t) => {
  const file = new URL('../../golden/healpix/pymoc.fits', import.meta.url);
  const moc = mocs.fromFits(await readFile(file));
  t.is(
    moc.toJson(),
    await readFile(new URL('../../golden/healpix/pymoc.json', import.meta.url), 'utf8').then((text) => text.trim()),
  );
  t.is(moc.order, 12);

  const ranges = moc.toFits();
  const text = Buffer.from(ranges).toString('latin1');
  const asRanges = Buffer.from(
    text
      .replace("'NUNIQ   '", "'RANGE   '")
      .replace(/NAXIS2 {2}= +\d+/, `NAXIS2  = ${String(moc.ranges.length).padStart(20)}`)
      .slice(0, 5760) + '\0'.repeat(2880 * Math.ceil(moc.ranges.length / 360)),
    'latin1',
  );
  moc.ranges.forEach((edge, k) => asRanges.writeBigUInt64BE(edge, 5760 + 8 * k));
  t.true(mocs.fromFits(asRanges).equals(moc));
});

test('bytes that are no MOC in FITS are refused by what is wrong', (t) => {
  const fits = Buffer.from(core.healpix(4).discMoc(0, 0, 20).toFits());
  const message = (bytes: Uint8Array): string =>
    t.throws(() => mocs.fromFits(bytes), { instanceOf: RangeError })?.message ?? '';
  const changed = (from: string, to: string): Buffer =>
    Buffer.from(fits.toString('latin1').replace(from, to), 'latin1');
  t.is(message(new Uint8Array(10)), 'the bytes are no FITS file: a header has no END');
  t.is(message(changed('SIMPLE', 'SAMPLE')), 'the bytes are no FITS file: they begin without SIMPLE');
  t.is(message(fits.subarray(0, 2880)), 'the FITS file has no table');
  t.is(message(changed("'NUNIQ   '", "'NESTED  '")), 'ORDERING NESTED: NUNIQ or RANGE is needed');
  t.is(message(changed("'1K      '", "'1E      '")), 'TFORM1 1E: 1K, or 1J for NUNIQ, is needed');
  t.regex(message(fits.subarray(0, 5780)), /^the FITS file ends before its \d+ rows do$/);
  t.regex(
    message(changed('\0\0\0\0\0\0', '\x7f\0\0\0\0\0')),
    /^number 0: \d+ is not a NUNIQ number, a bigint from 4 to 4611686018427387903$/,
  );
});

test('numbers that are none are refused by their place', (t) => {
  t.throws(() => mocs.fromUniq([4n, 3n]), {
    message: 'number 1: 3 is not a NUNIQ number, a bigint from 4 to 4611686018427387903',
  });
  t.throws(() => core.healpix(4).toMoc([192]), {
    message: 'cell 0: ipix 192 is not a whole number from 0 to 191, the cells of nside 4',
  });
  t.throws(() => core.healpix(4).discMoc(0, 0, 5).degraded(3), {
    message: 'order 3: a whole number from 0 to 2 is needed',
  });
});

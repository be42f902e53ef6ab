import test from 'ava';
import fc from 'fast-check';
import { createCore, type Scheme } from '../../../src/core/index.js';

const core = await createCore({ maxMegabytes: 8 });
const scheme = fc.constantFrom<Scheme>('nested', 'ring');
const orders = fc.tuple(fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 3 })).map(([low, levels]) => ({
  low: Math.min(low, 29 - levels),
  levels,
}));

test('a cell consists of its children, whose parent it is, whatever schemes the grids have', (t) => {
  fc.assert(
    fc.property(orders, scheme, scheme, fc.bigInt({ min: 0n, max: 2n ** 62n }), ({ low, levels }, s1, s2, number) => {
      const coarse = core.healpix(2 ** low, s1, 'bigint');
      const fine = core.healpix(2 ** (low + levels), s2, 'bigint');
      const pix = number % BigInt(coarse.cellCount);
      const children = coarse.children(pix, fine);
      t.is(new Set(children).size, 4 ** levels);
      t.deepEqual([...new Set(fine.parent(children, coarse))], [pix]);
      const first = coarse.toNested(pix) << BigInt(2 * levels);
      t.deepEqual(
        [...fine.toNested(children)],
        Array.from(children, (_, k) => first + BigInt(k)),
      );
      t.deepEqual(coarse.vec2pix(fine.pix2vec(children)), new BigUint64Array(children.length).fill(pix));
    }),
    { numRuns: 300 },
  );
});

test('parents and children have the numbers of their own grid', (t) => {
  const [fine, coarse] = [core.healpix(16_384), core.healpix(8192)];
  const children: Float64Array = coarse.children(805_306_367, fine);
  t.deepEqual([...children], [3_221_225_468, 3_221_225_469, 3_221_225_470, 3_221_225_471]);
  const parents: Int32Array = fine.parent(children, coarse);
  t.deepEqual([...parents], [805_306_367, 805_306_367, 805_306_367, 805_306_367]);
  t.is(fine.parent(3_221_225_471, coarse), 805_306_367);
  const half: BigUint64Array = core.healpix(16_777_216).children([5], core.healpix(33_554_432));
  t.deepEqual([...half], [20n, 21n, 22n, 23n]);
  t.throws(() => coarse.parent(1, fine), { message: 'nside 16384: at most 8192 is needed for a parent' });
  t.throws(() => fine.children(1, coarse), { message: 'nside 8192: at least 16384 is needed for children' });
});

test('UNIQ numbers tell order and NESTED number, and lead back', (t) => {
  t.is(core.healpix(1).uniq(0), 4);
  t.is(core.healpix(536_870_912).uniq(12n * 4n ** 29n - 1n), 4n ** 31n - 1n);
  t.deepEqual([...core.healpix(8192).uniq([0, 805_306_367])], [2 ** 28, 2 ** 30 - 1]);
  t.deepEqual([...core.healpix(2 ** 24).uniq([12 * 4 ** 24 - 1])], [2 ** 52 - 1]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 29 }), scheme, fc.bigInt({ min: 0n, max: 2n ** 62n }), (order, s, number) => {
      const hp = core.healpix(2 ** order, s, 'bigint');
      const pix = number % BigInt(hp.cellCount);
      t.is(hp.uniq(pix), 4n ** BigInt(order + 1) + hp.toNested(pix));
      t.is(hp.fromUniq(hp.uniq(pix)), pix);
      t.deepEqual([...hp.fromUniq(hp.uniq([pix, 0n]))], [pix, 0n]);
    }),
  );
  const hp = core.healpix(2);
  t.throws(() => hp.fromUniq(15), { message: 'uniq 15 is not a whole number from 16 to 63, the cells of nside 2' });
  t.throws(() => hp.fromUniq(Int32Array.of(16, 64)), {
    message: 'cell 1: uniq 64 is not a whole number from 16 to 63, the cells of nside 2',
  });
});

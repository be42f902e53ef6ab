import test from 'ava';
import { cellCentre, cellCount, cellOf, cellResolutionDeg } from '../../src/core/healpix.js';
import { kernels } from '../helpers/kernels.js';

const { core, alloc, memory } = kernels(2);
const view = new DataView(memory.buffer);
const scratch = alloc(16);

test('cell sizes are the specification’s, to four decimals', (t) => {
  t.deepEqual([32, 64, 128, 256].map(cellResolutionDeg), [1.8323, 0.9161, 0.4581, 0.229]);
});

test('the sphere has 12 nside² cells', (t) => {
  t.deepEqual([1, 64, 8192].map(cellCount), [12, 49_152, 805_306_368]);
});

test('a place and its cell’s centre are in the same cell', (t) => {
  const ipix = cellOf(core, 64, 52.52, 13.405);
  const { latDeg, lonDeg } = cellCentre(core, view, scratch, 64, ipix);
  t.true(Math.hypot(latDeg - 52.52, lonDeg - 13.405) < 1);
  t.is(cellOf(core, 64, latDeg, lonDeg), ipix);
});

test('180 and -180 degrees east are one place, as are all longitudes of a pole’s quarter', (t) => {
  t.is(cellOf(core, 64, 12, 180), cellOf(core, 64, 12, -180));
  t.is(cellOf(core, 64, 90, 10), cellOf(core, 64, 90, 80));
});

test('what is out of range is refused with its value, its name and the range', (t) => {
  const message = (run: () => unknown): string => t.throws(run, { instanceOf: RangeError })?.message ?? '';
  for (const nside of [0, -4, 48, 1.5, 16_384, Number.NaN, 2 ** 40]) {
    const expected = `nside ${nside} is not a power of two from 1 to 8192`;
    t.is(
      message(() => cellOf(core, nside, 0, 0)),
      expected,
    );
    t.is(
      message(() => cellCount(nside)),
      expected,
    );
    t.is(
      message(() => cellResolutionDeg(nside)),
      expected,
    );
  }
  for (const latDeg of [90.000001, -91, Number.NaN, Number.POSITIVE_INFINITY])
    t.is(
      message(() => cellOf(core, 64, latDeg, 0)),
      `latDeg ${latDeg} is outside -90 to 90`,
    );
  for (const lonDeg of [Number.NaN, Number.NEGATIVE_INFINITY])
    t.is(
      message(() => cellOf(core, 64, 0, lonDeg)),
      `lonDeg ${lonDeg} is not a finite number of degrees`,
    );
  for (const ipix of [-1, 49_152, 0.5, Number.NaN]) {
    const expected = `ipix ${ipix} is not a whole number from 0 to 49151, the cells of nside 64`;
    t.is(
      message(() => cellCentre(core, view, scratch, 64, ipix)),
      expected,
    );
  }
});

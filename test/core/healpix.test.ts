import test from 'ava';
import { cellCentre, cellCount, cellOf, cellResolutionDeg } from '../../src/core/healpix.js';
import { kernels } from '../helpers/kernels.js';

const { core, alloc, memory } = kernels(2);
const view = new DataView(memory.buffer);
const scratch = alloc(16);

test('cell sizes are the specification’s, to four decimals', (t) => {
  t.deepEqual([32, 64, 128, 256].map(cellResolutionDeg), [1.8323, 0.9161, 0.4581, 0.229]);
});

test('180 and -180 degrees east are one place, as are all longitudes of a pole’s quarter', (t) => {
  t.is(cellOf(core, 64, 12, 180), cellOf(core, 64, 12, -180));
  t.is(cellOf(core, 64, 90, 10), cellOf(core, 64, 90, 80));
});

test('values out of range are refused with their name and the range', (t) => {
  const cases: [run: () => unknown, message: string][] = [
    ...[0, -4, 48, 1.5, 16_384, Number.NaN, 2 ** 40].flatMap((nside) =>
      [() => cellOf(core, nside, 0, 0), () => cellCount(nside), () => cellResolutionDeg(nside)].map(
        (run): [() => unknown, string] => [run, `nside ${nside}: a power of two from 1 to 8192 is needed`],
      ),
    ),
    [() => cellOf(core, 64, 90.000001, 0), 'latDeg 90.000001 is outside -90 to 90'],
    [() => cellOf(core, 64, Number.NaN, 0), 'latDeg NaN is outside -90 to 90'],
    [() => cellOf(core, 64, 0, Number.NEGATIVE_INFINITY), 'lonDeg -Infinity is not a finite number of degrees'],
    ...[-1, 49_152, 0.5, Number.NaN].map((ipix): [() => unknown, string] => [
      () => cellCentre(core, view, scratch, 64, ipix),
      `ipix ${ipix} is not a whole number from 0 to 49151, the cells of nside 64`,
    ]),
  ];
  for (const [run, message] of cases) t.throws(run, { instanceOf: RangeError, message });
});

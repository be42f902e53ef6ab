import test from 'ava';
import { createCore, type Healpix } from '../../../src/core/index.js';

const core = await createCore({ maxMegabytes: 2 });

test('grids tell their nside, cells and sizes', (t) => {
  const { nside, order, scheme, cellCount, cellAreaSr, resolutionDeg } = core.healpix(64, 'ring');
  t.deepEqual(
    [nside, order, scheme, cellCount, cellAreaSr.toFixed(9), resolutionDeg.toFixed(4)],
    [64, 6, 'ring', 49_152, '0.000255663', '0.9161'],
  );
  t.is(core.healpix(1).cellCount, 12);
  t.is(core.healpix(2 ** 29).cellCount, 12 * 2 ** 58);
});

test('arrays of cells follow from nside, or are asked for', (t) => {
  const kinds = [1, 8192, 16_384, 2 ** 24, 2 ** 25, 2 ** 29].map((nside) => core.healpix(nside).lonLat2pix([1, 2]));
  t.deepEqual(
    kinds.map((cells) => cells.constructor),
    [Int32Array, Int32Array, Float64Array, Float64Array, BigUint64Array, BigUint64Array],
  );
  const typed: [Int32Array, Float64Array, BigUint64Array, number, bigint] = [
    core.healpix(64).lonLat2pix([1, 2]),
    core.healpix(1_048_576).lonLat2pix([1, 2]),
    core.healpix(64, 'ring', 'bigint').lonLat2pix([1, 2]),
    core.healpix(16_384).lonLat2pix(1, 2),
    core.healpix(536_870_912).lonLat2pix(1, 2),
  ];
  t.is(typed.length, 5);
});

test('what is out of range is refused with its value and the range; batches name the index', (t) => {
  const message = (run: () => unknown): string => t.throws(run, { instanceOf: RangeError })?.message ?? '';
  const hp: Healpix<Int32Array> = core.healpix(2);
  for (const nside of [0, -4, 48, 1.5, 2 ** 30, Number.NaN]) {
    t.is(
      message(() => core.healpix(nside)),
      `nside ${nside} is not a power of two from 1 to 2^29`,
    );
  }
  const cases: [run: () => unknown, expected: string][] = [
    [() => core.healpix(16_384, 'ring', 'int32'), 'cells int32: they reach to nside 8192, and nside is 16384'],
    [
      () => core.healpix(2 ** 25, 'ring', 'float64'),
      'cells float64: they reach to nside 16777216, and nside is 33554432',
    ],
    [() => core.healpix(2, 'nest' as 'ring'), 'scheme nest: nested or ring is needed'],
    [() => core.healpix(2, 'ring', 'int64' as 'int32'), 'cells int64: int32, float64 or bigint is needed'],
    [() => hp.lonLat2pix(0, 90.5), 'latDeg 90.5 is outside -90 to 90'],
    [() => hp.lonLat2pix(Number.NaN, 0), 'lonDeg NaN is not a finite number of degrees'],
    [() => hp.lonLat2pix([0, 0, 1, Number.NaN]), 'point 1: latDeg NaN is outside -90 to 90'],
    [() => hp.lonLat2pix([0, 0, Infinity, 0, 1, 1]), 'point 1: lonDeg Infinity is not a finite number of degrees'],
    [() => hp.lonLat2pix([0, 0, 1]), '3 numbers are no whole points: each has 2'],
    [() => hp.ang2pix(-1e-9, 0), 'thetaRad -1e-9 is outside 0 to pi'],
    [() => hp.ang2pix([0, 0, 1, 1, 3.15, 1]), 'point 2: thetaRad 3.15 is outside 0 to pi'],
    [() => hp.ang2pix(1, -Infinity), 'phiRad -Infinity is not a finite number of radians'],
    [() => hp.vec2pix(0, 0, 0), 'vector (0, 0, 0): three finite numbers, not all of them 0, are needed'],
    [
      () => hp.vec2pix([1, 1, 1, Number.NaN, 1, 1]),
      'point 1: vector (NaN, 1, 1): three finite numbers, not all of them 0, are needed',
    ],
    [() => hp.pix2ang(48), 'ipix 48 is not a whole number from 0 to 47, the cells of nside 2'],
    [() => hp.toRing(-1), 'ipix -1 is not a whole number from 0 to 47, the cells of nside 2'],
    [() => hp.pix2vec(0.5), 'ipix 0.5 is not a whole number from 0 to 47, the cells of nside 2'],
    [() => hp.pix2vec([3, 4.5]), 'cell 1: ipix 4.5 is not a whole number from 0 to 47, the cells of nside 2'],
    [
      () => hp.pix2lonLat(Int32Array.of(1, 2, 3, -7, 99)),
      'cell 3: ipix -7 is not a whole number from 0 to 47, the cells of nside 2',
    ],
    [
      () => core.healpix(16_384).toRing(Float64Array.of(0, 1e15)),
      'cell 1: ipix 1000000000000000 is not a whole number from 0 to 3221225471, the cells of nside 16384',
    ],
    [
      () => core.healpix(16_384).toRing(Float64Array.of(Number.NaN)),
      'cell 0: ipix NaN is not a whole number from 0 to 3221225471, the cells of nside 16384',
    ],
    [
      () => core.healpix(536_870_912).toRing(BigUint64Array.of(0n, 2n ** 63n)),
      'cell 1: ipix 9223372036854775808 is not a bigint from 0 to 3458764513820540927, the cells of nside 536870912',
    ],
    [() => hp.lonLat2pix([1, 2], new Int32Array(2)), 'out has 2 elements: 1 are needed'],
  ];
  for (const [run, expected] of cases) t.is(message(run), expected);
});

test('arrays of another type are refused by their names', (t) => {
  const hp = core.healpix(2);
  const refused = (run: () => unknown): string => t.throws(run, { instanceOf: TypeError })?.message ?? '';
  t.is(
    refused(() => hp.pix2ang(new Float64Array(1) as never)),
    'cells of nside 2 are Int32Array or an array of numbers, not Float64Array',
  );
  t.is(
    refused(() => hp.lonLat2pix(new Float32Array(2) as never)),
    'points are Float64Array or an array of numbers, not Float32Array',
  );
  t.is(
    refused(() => hp.lonLat2pix([1, 2], new Float64Array(1) as never)),
    'out is Float64Array: Int32Array is needed',
  );
});

test('arrays of the core’s memory are zeros, are given back once, and want room', (t) => {
  const array = core.allocate(Int32Array, 5);
  t.deepEqual([...array], [0, 0, 0, 0, 0]);
  array.fill(7);
  core.free(array);
  t.deepEqual([...core.allocate(Int32Array, 5)], [0, 0, 0, 0, 0]);
  core.allocate(BigUint64Array, 3)[0] = 2n ** 63n;
  t.throws(() => core.free(Int32Array.of(1)), { message: 'the array is none that allocate gave, or is free already' });
  const other = core.allocate(Uint8Array, 1);
  core.free(other);
  t.throws(() => core.free(other), { message: 'the array is none that allocate gave, or is free already' });
  t.throws(() => core.allocate(Float64Array, -1), { message: 'length -1: a whole number from 0 is needed' });
  t.throws(() => core.allocate(Float64Array, 1e7), {
    instanceOf: RangeError,
    message: /^the core's memory has no room for 10000000 elements of Float64Array: \d+ bytes are free$/,
  });
});

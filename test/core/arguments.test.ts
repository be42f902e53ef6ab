import test from 'ava';
import { attachCore, createCore } from '../../src/core/index.js';
import { sampleSatellites, START_US } from '../helpers/sky.js';

const core = await createCore({ maxMegabytes: 8 });
const grid = core.healpix(64);
const some = sampleSatellites().slice(0, 3);
const start = new Date(START_US / 1000);
const orbits = core.orbits(some.map(({ elements }) => elements));
const window = core.openWindow({ start, epochCount: 10, satellites: some });
const here = { latDeg: 0, lonDeg: 0 };

/** An array whose memory was transferred away, as by `postMessage`. */
function transferred<T extends Float64Array | Int32Array>(array: T): T {
  structuredClone(array, { transfer: [array.buffer as ArrayBuffer] });
  return array;
}

test('arguments of another type are refused by their place and value', (t) => {
  const cases: [run: (given: never) => unknown, given: unknown, message: string][] = [
    [(it) => core.healpix(it), '64', 'nside "64": a power of two from 1 to 8192 is needed'],
    [(it) => grid.pix2lonLat(it), new Float64Array(1), 'cells Float64Array: Int32Array or an array is needed'],
    [(it) => grid.lonLat2pix(it), new Float32Array(2), 'points Float32Array: Float64Array or an array is needed'],
    [(it) => grid.lonLat2pix([1, 2], it), new Float64Array(1), 'out Float64Array: Int32Array is needed'],
    [(it) => grid.disc(0, 0, it), '5', 'radiusDeg "5": 0 to 180 is needed'],
    [(it) => grid.boundaries(0, { step: it }), '2', 'step "2": a whole number from 1 to 1024 is needed'],
    [(it) => core.allocate(Uint8Array, it), '8', 'length "8": a whole number from 0 is needed'],
    [(it) => core.orbits(it), 'abc', 'elements "abc": an array is needed'],
    [(it) => core.orbits([it]), null, 'elements[0] null: a set of mean elements is needed'],
    [
      (it) => orbits.propagate(it),
      '2026-07-10T00:00:00Z',
      'timesUs "2026-07-10T00:00:00Z": a finite number of microseconds since 1970, Float64Array or an array is needed',
    ],
    [
      (it) => orbits.geodetic(it),
      start,
      'timesUs Date: a finite number of microseconds since 1970, Float64Array or an array is needed',
    ],
    [
      (it) => orbits.look([START_US, it], here),
      start,
      'timesUs[1] Date: a finite number of microseconds since 1970 is needed',
    ],
    [
      (it) => orbits.passes(here, it, START_US),
      '0',
      'fromUs "0": a finite number of microseconds since 1970 is needed',
    ],
    [
      (it) => orbits.propagate(START_US, { satellites: it }),
      1,
      'satellites 1: Uint32Array or Int32Array or an array is needed',
    ],
    [(it) => orbits.look(START_US, { latDeg: it, lonDeg: 0 }), '52', 'site.latDeg "52": -90 to 90 is needed'],
    [(it) => core.openWindow({ start: it, satellites: some }), '2026-07-10', 'start "2026-07-10": a Date is needed'],
    [(it) => core.openWindow({ start, satellites: it }), undefined, 'satellites undefined: an array is needed'],
    [(it) => core.openWindow({ start, satellites: [it] }), 5, 'satellites[0] 5: a satellite is needed'],
    [(it) => window.occupancy(0, { bands: it }), '1', 'bands "1": a whole number from 0 to 4294967295 is needed'],
    [(it) => window.week(0, here, it), 2 ** 32, 'bands 4294967296: a whole number from 0 to 4294967295 is needed'],
    [
      (bands) => core.openWindow({ start, satellites: [...some, { ...some[0]!, bands }] }),
      -1,
      'satellites[3].bands -1: a whole number from 0 to 4294967295 is needed',
    ],
    [(it) => window.week(0, { latDeg: it, lonDeg: 0 }), '52', 'latDeg "52" is outside -90 to 90'],
    [(it) => orbits.look(START_US, it), undefined, 'site undefined: an object with latDeg and lonDeg is needed'],
    [(it) => orbits.passes(it, START_US, START_US), 5, 'site 5: an object with latDeg and lonDeg is needed'],
    [(it) => orbits.footprint(0, START_US, it), undefined, 'grid undefined: a grid of core.healpix is needed'],
    [(it) => orbits.footprint(0, START_US, it), {}, 'nside undefined: a power of two from 1 to 8192 is needed'],
    [(it) => window.place(it), 5, 'place 5: an object with latDeg and lonDeg is needed'],
    [(it) => window.place(it), { ipix: 7 }, 'latDeg undefined is outside -90 to 90'],
    [
      (it) => core.allocate(it, 1),
      Array,
      'type "Array": Uint8Array or Uint16Array or Int32Array or Float32Array or Float64Array is needed',
    ],
    [(it) => attachCore(core.module, it, it), undefined, 'memory undefined: a shared WebAssembly.Memory is needed'],
  ];
  for (const [run, given, message] of cases) {
    t.throws(() => run(given as never), { instanceOf: Error, message });
  }
});

test('a misspelt option is refused, with the names that there are', async (t) => {
  const cases: [run: (given: never) => unknown, given: object, message: string][] = [
    [(it) => grid.disc(0, 0, 1, it), { inclusve: true }, 'options.inclusve is unknown: there are inclusive'],
    [(it) => grid.boundaries(0, it), { steps: 2 }, 'options.steps is unknown: there are step, out'],
    [
      (it) => orbits.propagate(START_US, it),
      { velocities: true },
      'options.velocities is unknown: there are frame, velocity, satellites, out',
    ],
    [
      (it) => orbits.look(START_US, here, { out: it }),
      { positions: new Float64Array(9) },
      'out.positions is unknown: there are looks, rates, status',
    ],
    [
      (it) => orbits.passes(here, 0, 0, it),
      { minElevation: 5 },
      'options.minElevation is unknown: there are satellites, minElevationDeg, horizonMask',
    ],
    [
      (it) => window.occupancy(0, it),
      { byGroups: true },
      'options.byGroups is unknown: there are satellite, bands, byGroup, scheme, out',
    ],
    [
      (it) => core.openWindow(it),
      { start, satellites: some, epochs: 5 },
      'options.epochs is unknown: there are start, epochCount, nside, satellites',
    ],
    [(it) => orbits.look(START_US, it), { ...here, height: 3 }, 'site.height is unknown: there is heightKm'],
    [(it) => orbits.passes(it, 0, 0), { ...here, heightM: 3 }, 'site.heightM is unknown: there is heightKm'],
    [
      (it) => core.openWindow({ start, satellites: [it] }),
      { elements: some[0]!.elements, minElevation: 20 },
      'satellites[0].minElevation is unknown: there is minElevationDeg',
    ],
  ];
  for (const [run, given, message] of cases) t.throws(() => run(given as never), { instanceOf: TypeError, message });
  const message = 'options.megabytes is unknown: there are wasm, memory, shared, maxMegabytes';
  await t.throwsAsync(createCore({ megabytes: 4 } as never), { instanceOf: TypeError, message });
});

test('other fields of a site or a satellite are left alone', (t) => {
  const site = { ...here, name: 'here', heightM: 3000, heightKm: 3 };
  t.deepEqual(orbits.look(START_US, site), orbits.look(START_US, { ...here, heightKm: 3 }));
  core.openWindow({ start, satellites: some.map((one) => ({ ...one, minElevation: 0 })) }).close();
});

test('a disc with more cells than an array takes is refused before it is computed', (t) => {
  const message =
    'radiusDeg 180: at nside 8192 the disc has some 805306368 cells; an array of 536870912 at most is made';
  for (const scheme of ['nested', 'ring'] as const) {
    t.throws(() => core.healpix(8192, scheme).disc(0, 0, 180), { instanceOf: RangeError, message });
  }
  t.is(core.healpix(256).disc(0, 0, 180).length, 786_432);
});

test('arrays whose memory was transferred away are refused, and empty ones are not', (t) => {
  const gone = (run: () => unknown, where: string): void => {
    t.throws(run, { instanceOf: TypeError, message: `${where}: the array's memory was transferred to another thread` });
  };
  gone(() => grid.lonLat2pix(transferred(new Float64Array(4))), 'points');
  gone(() => grid.pix2lonLat(transferred(new Int32Array(4))), 'cells');
  gone(() => grid.toRing([1, 2], transferred(new Int32Array(2))), 'out');
  gone(() => orbits.propagate(transferred(new Float64Array(4))), 'timesUs');
  gone(() => orbits.propagate(START_US, { satellites: transferred(new Int32Array(1)) }), 'satellites');
  t.is(grid.lonLat2pix(new Float64Array(0)).length, 0);
  t.is(grid.pix2lonLat([]).length, 0);
  t.is(orbits.propagate(START_US, { satellites: [] }).status.length, 0);
});

test('arrays that were freed are refused, also in part; those of another core and parts of arrays are not', async (t) => {
  const freed = (run: () => unknown, where: string): void => {
    t.throws(run, {
      instanceOf: RangeError,
      message: `${where}: the array is free already, or none that allocate gave`,
    });
  };
  const [points, times, cells] = [
    core.allocate(Float64Array, 4),
    core.allocate(Float64Array, 4),
    core.allocate(Int32Array, 4),
  ];
  t.is(grid.lonLat2pix(points.subarray(2), cells.subarray(1, 2)).length, 1);
  for (const array of [points, times, cells]) core.free(array);
  freed(() => grid.lonLat2pix(points), 'points');
  freed(() => grid.lonLat2pix(points.subarray(2)), 'points');
  freed(() => grid.lonLat2pix([0, 0, 1, 1, 2, 2, 3, 3], cells), 'out');
  freed(() => orbits.propagate(times), 'timesUs');
  freed(() => orbits.propagate(START_US, { satellites: [0], out: { positions: points.subarray(0, 3) } }), 'out');

  const owner = await createCore({ maxMegabytes: 4, shared: true });
  const other = attachCore(owner.module, owner.memory, owner.allocate(Uint8Array, 2 ** 20));
  const [own, others] = [owner.allocate(Float64Array, 2), other.allocate(Float64Array, 2)];
  for (const one of [owner, other]) for (const array of [own, others]) t.is(one.healpix(1).lonLat2pix(array).length, 1);
  other.free(others);
  freed(() => other.healpix(1).lonLat2pix(others), 'points');
});

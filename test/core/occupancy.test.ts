import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { createCore, type CoreWindow, type LatLon } from '../../src/core/index.js';
import { lookFrom, siteOf } from '../helpers/geometry.js';
import { centreOf } from './places.js';
import { sampleSatellites, START_US } from '../helpers/sky.js';

const START = new Date(START_US / 1000);
const EPOCHS = 300;
const core = await createCore({ maxMegabytes: 32 });
const sample = sampleSatellites();
const window = core.openWindow({ start: START, epochCount: EPOCHS, satellites: sample });
const CELLS = 12 * 64 * 64;
/** Degrees from a threshold below which rounding decides. */
const TIE_DEG = 1e-6;

const query = fc.record({
  epoch: fc.nat({ max: EPOCHS - 1 }),
  satellite: fc.option(fc.nat({ max: sample.length - 1 }), { nil: undefined }),
  bands: fc.constantFrom(undefined, 1 << 6, 0b1010, 0xffff_ffff, 0),
});

/** Asserts that two lists of numbers are equal; faster than AVA's own comparison for thousands of them. */
function same(t: ExecutionContext, found: Uint16Array, expected: Uint16Array): void {
  t.is(found.length, expected.length);
  t.is(
    found.findIndex((value, i) => value !== expected[i]),
    -1,
  );
}

/**
 * Whether a satellite stands at or above its minimum elevation, seen from a place on WGS84; undefined if rounding
 * decides.
 */
function covers(
  [x = NaN, y = NaN, z = NaN]: Float64Array,
  minElevationDeg: number,
  place: LatLon,
): boolean | undefined {
  if (Number.isNaN(x)) return false;
  const margin = lookFrom(siteOf(place), [x, y, z]).elevationDeg - minElevationDeg;
  return Math.abs(margin) < TIE_DEG ? undefined : margin > 0;
}

test('groups add up to the whole, ranges are their epochs, and orders are permutations', (t) => {
  const ring = core.healpix(64).toRing(Int32Array.from({ length: CELLS }, (_, i) => i));
  fc.assert(
    fc.property(query, ({ epoch, satellite, bands }) => {
      const options = { ...(satellite !== undefined && { satellite }), ...(bands !== undefined && { bands }) };
      const to = Math.min(EPOCHS, epoch + 2);
      const whole = window.occupancy([epoch, to], options);
      const apart = window.occupancy([epoch, to], { ...options, byGroup: true });
      t.is(apart.length, whole.length * window.groups.length);
      const added = new Uint16Array(whole.length);
      for (let k = 0; k < to - epoch; k++) {
        same(t, window.occupancy(epoch + k, options), whole.subarray(CELLS * k, CELLS * (k + 1)));
        window.groups.forEach((mask, g) => {
          const row = apart.subarray(CELLS * (k * window.groups.length + g)).subarray(0, CELLS);
          if ((mask & (bands ?? 0xffff_ffff)) === 0) t.true(row.every((count) => count === 0));
          row.forEach((count, i) => (added[CELLS * k + i] = (added[CELLS * k + i] as number) + count));
        });
      }
      same(t, added, whole);
      const rings = window.occupancy(epoch, { ...options, scheme: 'ring' });
      same(
        t,
        Uint16Array.from(ring, (pix) => rings[pix] as number),
        whole.subarray(0, CELLS),
      );
    }),
    { numRuns: 4 },
  );
  t.deepEqual(
    window.groups,
    [...new Set(sample.map(({ bands }) => bands))].sort((a, b) => a - b),
  );
});

test('maps exist for coarser and finer grids than the service’s, and for a single satellite', (t) => {
  const some = sample.slice(0, 6).map((one) => ({ ...one, bands: 1 }));
  for (const nside of [1, 4, 256, 512]) {
    const opened = core.openWindow({ start: START, epochCount: 5, nside, satellites: some });
    const counts = opened.occupancy(3);
    const seen = opened.occupancy(3, { satellite: 0 });
    let [covered, all] = [0, 0];
    for (let ipix = 0; ipix < counts.length; ipix += Math.max(1, counts.length >> 8)) {
      const place = centreOf(core, nside, ipix);
      const found = some.map(({ minElevationDeg }, i) =>
        covers(opened.ephemeris(i).subarray(9, 12), minElevationDeg, place),
      );
      if (found.includes(undefined)) continue;
      const count = found.filter(Boolean).length;
      t.is(counts[ipix], count);
      t.is(seen[ipix], found[0] ? count - 1 : 0);
      covered += count;
      all += 1;
    }
    t.true(all > 10 && (covered > 0 || nside === 1));
    opened.close();
  }
});

test('an array in the core’s memory is written in place, and nothing beside the given part', (t) => {
  const out = core.allocate(Uint16Array, 3 * CELLS);
  out.fill(7);
  const middle = out.subarray(CELLS, 2 * CELLS);
  t.is(window.occupancy(9, { out: middle }), middle);
  same(t, middle, window.occupancy(9));
  t.true(out.subarray(0, CELLS).every((value) => value === 7) && out.subarray(2 * CELLS).every((value) => value === 7));
  core.free(out);
  const own = new Uint16Array(CELLS);
  t.is(window.occupancy(9, { out: own }), own);
});

test('memory of maps comes back with the window', async (t) => {
  const small = await createCore({ maxMegabytes: 4 });
  const open = (): CoreWindow => small.openWindow({ start: START, epochCount: 5, satellites: sample.slice(0, 9) });
  for (let i = 0; i < 20; i++) {
    const opened = open();
    opened.occupancy(2);
    opened.close();
    t.throws(() => opened.occupancy(2), { message: 'the window is closed' });
  }
  const fine = small.openWindow({ start: START, epochCount: 5, nside: 1024, satellites: sample.slice(0, 9) });
  const error = t.throws(() => fine.occupancy(2), { instanceOf: RangeError });
  t.regex(error.message, /^the core's memory has no room for maps of nside 1024: \d+ bytes are free$/);
  fine.close();
  t.is(open().occupancy(2).length, CELLS);
});

test('arguments that do not fit are named with value and range', (t) => {
  const some = sample.slice(0, 3).map((one, i) => ({ ...one, bands: 1 << i }));
  const week = core.openWindow({ start: START, satellites: some });
  const cases: [() => unknown, string][] = [
    [() => window.occupancy(EPOCHS), 'epoch 300: a whole number from 0 to 299 is needed'],
    [() => window.occupancy(0.5), 'epoch 0.5: a whole number from 0 to 299 is needed'],
    [
      () => window.occupancy([5, 5]),
      'epochs [5, 5): whole numbers from 0 to 300 are needed, the first below the second',
    ],
    [
      () => window.occupancy([5, 301]),
      'epochs [5, 301): whole numbers from 0 to 300 are needed, the first below the second',
    ],
    [
      () => window.occupancy(0, { satellite: sample.length }),
      `satellite ${sample.length}: the window has ${sample.length}, numbered from 0`,
    ],
    [
      () => week.occupancy([0, 10_080], { byGroup: true }),
      '1486356480 counts: an array has 1073741824 at most; ask for fewer epochs at a time',
    ],
    [() => window.occupancy(0, { scheme: 'rings' as 'ring' }), 'scheme "rings": nested or ring is needed'],
    [() => window.occupancy([0, 2], { out: new Uint16Array(CELLS) }), 'out has 49152 elements: 98304 are needed'],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: RangeError, message });
});

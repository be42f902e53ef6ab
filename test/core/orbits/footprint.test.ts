import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createCore } from '../../../src/core/index.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const core = await createCore({ maxMegabytes: 16 });
const sample = sampleSatellites().map(({ elements }) => elements);
const orbits = core.orbits(sample);
const question = fc.record({
  satellite: fc.nat({ max: sample.length - 1 }),
  timeUs: fc.double({ min: START_US, max: START_US + 86_400e6, noNaN: true }),
  nside: fc.constantFrom(1, 2, 4, 8, 16),
  scheme: fc.constantFrom('ring', 'nested'),
  minElevationDeg: fc.constantFrom(0, 5, 10, 25, 60),
});

test('a footprint has exactly the cells from whose centres the satellite is seen', (t) => {
  let [inside, decided] = [0, 0];
  fc.assert(
    fc.property(question, ({ satellite, timeUs, nside, scheme, minElevationDeg }) => {
      if (orbits.propagate(timeUs, { satellites: [satellite] }).status[0] !== 0) return;
      const grid = core.healpix(nside, scheme);
      const cells = orbits.footprint(satellite, timeUs, grid, { minElevationDeg });
      const found = new Set<unknown>(cells);
      assert.equal(found.size, cells.length);
      assert.deepEqual(
        [...cells],
        [...cells].sort((a, b) => a - b),
      );
      inside += cells.length;
      for (let pix = 0; pix < grid.cellCount; pix++) {
        const [lonDeg, latDeg] = grid.pix2lonLat(pix);
        const above =
          (orbits.look(timeUs, { latDeg, lonDeg }, { satellites: [satellite] }).looks[1] ?? NaN) - minElevationDeg;
        // Below this distance rounding decides.
        if (Math.abs(above) < 1e-10) continue;
        assert.equal(found.has(pix), above > 0, `cell ${pix} of nside ${nside}, ${above} degrees above`);
        decided++;
      }
    }),
    { numRuns: 40 },
  );
  t.true(inside > 1000 && decided > 10_000, `${inside} of ${decided}`);
});

test('a satellite without position has no footprint, and too fine a grid is refused', (t) => {
  const refused = (call: () => unknown, text: string): void => {
    const { message } = t.throws(call, { instanceOf: RangeError });
    t.true(message.includes(text), message);
  };
  const far = START_US + 3700 * 86_400e6;
  refused(() => orbits.footprint(2, far, core.healpix(8)), `satellite 2 at ${far}: more than 3653 days from the epoch`);
  refused(() => orbits.footprint(0, START_US, core.healpix(8192)), 'the core');
  refused(() => orbits.footprint(sample.length, START_US, core.healpix(8)), `satellites[0] ${sample.length}`);
  refused(() => orbits.footprint(0, START_US, core.healpix(8), { minElevationDeg: -1 }), 'minElevationDeg -1');
});

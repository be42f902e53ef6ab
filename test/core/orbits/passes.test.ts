import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createCore, type HorizonMask, type SitePass } from '../../../src/core/index.js';
import { orbitAt } from '../../helpers/elements.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const core = await createCore({ maxMegabytes: 16 });
const sample = sampleSatellites().map(({ elements }) => elements);
const all = core.orbits(sample);
const berlin = { latDeg: 52.52, lonDeg: 13.405, heightKm: 0.05 };
const HOUR_US = 3600e6;
const WEEK_US = 168 * HOUR_US;

test('a satellite stands at the minimum elevation where a pass begins and ends, and highest where it says', (t) => {
  const passes = all.passes(berlin, START_US + 12_345.25, START_US + 24 * HOUR_US + 0.5, { minElevationDeg: 15 });
  const elevation = (satellite: number, timeUs: number): number =>
    all.look(timeUs, berlin, { satellites: [satellite] }).looks[1] ?? NaN;
  for (const { satellite, aosUs, losUs, maxElevationUs, maxElevationDeg, complete } of passes) {
    const top = elevation(satellite, maxElevationUs);
    assert.ok(Math.abs(top - maxElevationDeg) < 1e-9);
    assert.ok(top >= elevation(satellite, (aosUs + losUs) / 2) && aosUs <= maxElevationUs && maxElevationUs <= losUs);
    if (!complete) continue;
    for (const [timeUs, sign] of [
      [aosUs, 1],
      [losUs, -1],
    ] as const) {
      // Edges are good to a millisecond.
      assert.ok(elevation(satellite, timeUs + sign * 2e3) >= 15 && elevation(satellite, timeUs - sign * 2e3) < 15);
    }
  }
  t.true(passes.filter(({ complete }) => complete).length > 100, `${passes.length}`);
});

test('ranges of any length, from any time on, have the same passes', (t) => {
  const low = sample.findIndex(({ meanMotionRevPerDay }) => meanMotionRevPerDay > 14 && meanMotionRevPerDay < 15.2);
  const satellites = [low, ...sample.flatMap(({ meanMotionRevPerDay: n }, i) => (n < 3 ? [i] : [])).slice(0, 4)];
  const whole = all.passes(berlin, START_US, START_US + 2.3 * WEEK_US, { satellites });
  t.true(whole.length > 50);
  t.true(whole.some(({ aosUs, losUs }) => aosUs < START_US + WEEK_US && losUs > START_US + WEEK_US));
  const hours = fc.double({ min: 0, max: 168, noNaN: true });
  fc.assert(
    fc.property(hours, hours, (early, late) => {
      const [from, to] = [START_US + early * HOUR_US, START_US + WEEK_US + late * HOUR_US];
      const expected = whole.filter(({ aosUs, losUs }) => losUs > from && aosUs < to);
      const found = all.passes(berlin, from, to, { satellites });
      assert.deepEqual(
        found.map(({ satellite }) => satellite),
        expected.map(({ satellite }) => satellite),
      );
      found.forEach((pass, i) => {
        const { aosUs, losUs } = expected[i] as SitePass;
        assert.ok(
          Math.abs(pass.aosUs - Math.max(from, aosUs)) < 2e3 && Math.abs(pass.losUs - Math.min(to, losUs)) < 2e3,
        );
      });
    }),
    { numRuns: 10 },
  );
});

test('over a horizon mask a pass begins and ends at the mask, over weeks too', (t) => {
  const horizonMask = Array.from({ length: 36 }, (_, i) => [10 * i, (i * i) % 41] as const);
  const low = sample.findIndex(({ meanMotionRevPerDay }) => meanMotionRevPerDay > 14 && meanMotionRevPerDay < 15.2);
  const options = { satellites: [low], minElevationDeg: 0 };
  const [from, to] = [START_US, START_US + 1.2 * WEEK_US];
  const plain = all.passes(berlin, from, to, options);
  const masked = all.passes(berlin, from, to, { ...options, horizonMask });
  const over = (timeUs: number): number => {
    const [azimuth = NaN, elevation = NaN] = all.look(timeUs, berlin, { satellites: [low] }).looks;
    const before = Math.floor(azimuth / 10);
    const [beside, after] = [horizonMask[before]?.[1] ?? 0, horizonMask[(before + 1) % 36]?.[1] ?? 0];
    return elevation - beside - (azimuth / 10 - before) * (after - beside);
  };
  for (const { aosUs, losUs, maxElevationUs } of masked.filter(
    (pass) => pass.complete && pass.losUs - pass.aosUs > 1e6,
  )) {
    assert.ok(over(maxElevationUs) > -1e-3);
    assert.ok(over(aosUs + 2e3) > 0 && over(aosUs - 2e3) < 0 && over(losUs - 2e3) > 0 && over(losUs + 2e3) < 0);
    assert.ok(plain.some((pass) => pass.aosUs < aosUs + 2e3 && losUs < pass.losUs + 2e3));
  }
  t.true(masked.length > 20 && masked.some(({ losUs }) => losUs > START_US + WEEK_US), `${masked.length}`);
});

test('a satellite that never sets has one pass, which the range cuts, however many weeks that is', (t) => {
  const shape = { meanMotionRevPerDay: 1.00271, eccentricity: 0.0001, inclinationDeg: 0.05 };
  const geostationary = orbitAt(START_US, shape);
  const orbits = core.orbits([geostationary]);
  const [lonDeg = NaN] = orbits.geodetic(START_US).lonLatHeight;
  const toUs = START_US + 3.5 * WEEK_US;
  const [pass, ...others] = orbits.passes({ latDeg: 10, lonDeg }, START_US, toUs);
  t.is(others.length, 0);
  t.like(pass, { satellite: 0, aosUs: START_US, losUs: toUs, complete: false });
  t.deepEqual(orbits.passes({ latDeg: 10, lonDeg: lonDeg + 180 }, START_US, toUs), []);
  t.deepEqual(orbits.passes({ latDeg: 10, lonDeg }, START_US, START_US), []);
  orbits.close();
});

test('arguments out of range name the value and the range', (t) => {
  const refused = (call: () => unknown, text: string): void => {
    const { message } = t.throws(call, { instanceOf: RangeError });
    t.true(message.includes(text), message);
  };
  refused(() => all.passes(berlin, NaN, START_US), 'fromUs NaN');
  refused(() => all.passes(berlin, START_US, START_US - 1), `toUs ${START_US - 1}`);
  refused(() => all.passes(berlin, START_US, START_US + 600 * WEEK_US), '3653 days from the epoch of satellite 0');
  refused(() => all.passes(berlin, START_US, START_US, { satellites: [1.5] }), 'satellites[0] 1.5');
  refused(() => all.passes(berlin, START_US, START_US, { minElevationDeg: 90 }), 'minElevationDeg 90: 0 to below 90');
  refused(() => all.passes({ latDeg: 0, lonDeg: 0, heightKm: 101 }, START_US, START_US), 'site.heightKm 101');
  const mask: HorizonMask = Array.from({ length: 12 }, (_, i) => [30 * i, 0]);
  const over = (horizonMask: HorizonMask) => () => all.passes(berlin, START_US, START_US, { horizonMask });
  refused(over(mask.slice(1)), 'horizonMask of 11 points: 12 to 72 points are needed');
  refused(over(mask.with(3, [60, 0])), 'horizonMask[3][0] 60: an azimuth above 60, that of the point before is needed');
  refused(over(mask.with(3, [NaN, 0])), 'horizonMask[3][0] NaN: an azimuth of 0 to below 360 degrees is needed');
  refused(over(mask.with(3, [90, 90])), 'horizonMask[3][1] 90: an elevation of 0 to below 90 degrees is needed');
  t.throws(over(mask.with(3, [90] as never)), {
    instanceOf: TypeError,
    message: /^horizonMask\[3\] Array: an azimuth/,
  });
});

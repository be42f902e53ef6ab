import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { eciToEcf, gstime, propagate as slowly } from 'satellite.js';
import { createCore, type MeanElements, propagationError } from '../../../src/core/index.js';
import { geodeticOf } from '../../../src/web/data/geodetic.js';
import { siteOf } from '../../helpers/geometry.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';
import { satrecOf } from '../../helpers/elements.js';
import { elementsBetween } from '../../assembly/sgp4/elements.js';
import { verificationCases } from '../../assembly/sgp4/verificationSet.js';

const core = await createCore({ maxMegabytes: 16 });
const sample = sampleSatellites().map(({ elements }) => elements);
const all = core.orbits(sample);
const MINUTE_US = 60e6;

const anyOrbit = fc.oneof(
  elementsBetween([6.5, 16.6], [0, 0.02]),
  elementsBetween([6.5, 14], [0.02, 0.4]),
  elementsBetween([0.05, 6.3], [0, 0.9]),
  elementsBetween([0.9, 1.1], [0, 0.8]),
  elementsBetween([1.98, 2.02], [0.5, 0.75]),
);
/** Random minutes before and after the epoch, whole and fractional. */
const minutes = fc.array(fc.double({ min: -21 * 1440, max: 21 * 1440, noNaN: true }), { minLength: 1, maxLength: 9 });

const bitsOf = (array: Float64Array): bigint[] => [...new BigUint64Array(array.slice().buffer)];

test('orbits are where satellite.js has them, in both frames', (t) => {
  let compared = 0;
  fc.assert(
    fc.property(anyOrbit, minutes, (elements, when) => {
      // satellite.js keeps epochs and times to the millisecond.
      const epochUs = Math.round(elements.epochUs / 1e3) * 1e3;
      const times = when.map((minute) => epochUs + 1e3 * Math.round((minute * MINUTE_US) / 1e3));
      const orbits = core.orbits([{ ...elements, epochUs }]);
      const teme = orbits.propagate(times, { frame: 'teme', velocity: true });
      const fixed = orbits.propagate(times);
      const satrec = satrecOf({ ...elements, epochUs });
      times.forEach((timeUs, k) => {
        const date = new Date(timeUs / 1e3);
        const expected = slowly(satrec, date);
        if (teme.status[k] !== 0 || expected === null) return;
        const turned = eciToEcf(expected.position, gstime(date));
        const { position, velocity } = expected;
        // satellite.js holds times as Julian dates, exact to 40 microseconds: 0.5 m at 10 km/s.
        near(teme.positions.subarray(3 * k), [position.x, position.y, position.z], 1e-3);
        near(teme.velocities.subarray(3 * k), [velocity.x, velocity.y, velocity.z], 1e-5);
        near(fixed.positions.subarray(3 * k), [turned.x, turned.y, turned.z], 2e-3);
        compared++;
      });
      orbits.close();
    }),
    { numRuns: 60 },
  );
  t.true(compared > 100, `${compared}`);
});

function near(found: Float64Array, expected: readonly number[], most: number): void {
  expected.forEach((value, axis) => {
    assert.ok(Math.abs((found[axis] ?? NaN) - value) <= most, `${found[axis]} is not ${value}`);
  });
}

test('a position depends on element set and time alone, bit for bit, whatever else is asked for', (t) => {
  const recent = anyOrbit.map((elements) => ({ ...elements, epochUs: START_US - (elements.epochUs % 1e12) }));
  const orbits = fc.array(recent, { minLength: 1, maxLength: 5 });
  let sound = 0;
  fc.assert(
    fc.property(orbits, minutes, fc.constantFrom('teme', 'fixed'), (elements, when, frame) => {
      const together = core.orbits(elements);
      const times = when.map((minute) => START_US + minute * MINUTE_US);
      const { positions, velocities, status } = together.propagate(times, { frame, velocity: true });
      const without = together.propagate(times, { frame });
      assert.deepEqual(bitsOf(without.positions), bitsOf(positions));
      elements.forEach((one, i) => {
        const alone = core.orbits([one]);
        times.forEach((time, k) => {
          const expected = alone.propagate(time, { frame, velocity: true });
          const at = 3 * (i * times.length + k);
          assert.equal(status[at / 3], expected.status[0]);
          sound += status[at / 3] === 0 ? 1 : 0;
          assert.deepEqual(bitsOf(positions.subarray(at, at + 3)), bitsOf(expected.positions));
          assert.deepEqual(bitsOf(velocities.subarray(at, at + 3)), bitsOf(expected.velocities));
        });
        alone.close();
      });
      together.close();
    }),
    { numRuns: 40 },
  );
  t.true(sound > 100, `${sound}`);
});

test('Earth-fixed positions on whole minutes equal those of a window, bit for bit', (t) => {
  const epochCount = 60;
  const window = core.openWindow({
    start: new Date(START_US / 1e3),
    epochCount,
    satellites: sample.map((elements) => ({ elements })),
  });
  const times = Array.from({ length: epochCount }, (_, k) => START_US + k * MINUTE_US);
  const { positions, status } = all.propagate(times);
  sample.forEach((_, i) => {
    const rows = 3 * epochCount * i;
    const ephemeris = window.ephemeris(i);
    for (let k = 0; k < epochCount; k++) {
      if (status[epochCount * i + k] !== 0) continue;
      const [ours, theirs] = [positions.subarray(rows + 3 * k, rows + 3 * k + 3), ephemeris.subarray(3 * k, 3 * k + 3)];
      assert.deepEqual(bitsOf(ours), bitsOf(theirs));
    }
  });
  window.close();
  t.pass();
});

test('velocities over the rotating Earth equal the change of positions', (t) => {
  const elements = sample.slice(0, 20);
  const orbits = core.orbits(elements);
  const halfUs = 1e5;
  const { positions, status } = orbits.propagate([START_US - halfUs, START_US + halfUs]);
  const { velocities } = orbits.propagate(START_US, { velocity: true });
  elements.forEach((_, i) => {
    if (status[2 * i] !== 0 || status[2 * i + 1] !== 0) return;
    for (const axis of [0, 1, 2]) {
      const moved = (positions[6 * i + 3 + axis] ?? NaN) - (positions[6 * i + axis] ?? NaN);
      // SGP4's velocities leave out the rates of its periodic terms, some 10 m/s.
      t.true(Math.abs(moved / (2e-6 * halfUs) - (velocities[3 * i + axis] ?? NaN)) < 0.03);
    }
  });
  orbits.close();
});

test('given arrays receive the values that are otherwise returned, wherever they lie', (t) => {
  // More times than the kernel takes at once, and more rows than fit into its working memory.
  const times = Float64Array.from({ length: 1301 }, (_, k) => START_US + 977_777 * k);
  const satellites = [3, 0, 3, 7, 1, 12, 5, 9];
  const entries = satellites.length * times.length;
  const plain = all.propagate(times, { satellites, velocity: true });
  const out = {
    positions: core.allocate(Float64Array, 3 * entries),
    velocities: new Float64Array(3 * entries),
    status: core.allocate(Uint8Array, entries),
  };
  const given = all.propagate(times, { satellites, velocity: true, out });
  t.is(given.positions, out.positions);
  t.is(given.velocities, out.velocities);
  t.is(given.status, out.status);
  t.deepEqual(bitsOf(given.positions), bitsOf(plain.positions));
  t.deepEqual(bitsOf(given.velocities), bitsOf(plain.velocities));
  t.deepEqual([...given.status], [...plain.status]);
  core.free(out.positions);
  core.free(out.status);
});

test('geodetic places are those below the Earth-fixed positions', (t) => {
  const times = Array.from({ length: 50 }, (_, k) => START_US + 1.7 * k * MINUTE_US);
  const { positions, status } = all.propagate(times);
  const { lonLatHeight, status: same } = all.geodetic(times);
  t.deepEqual([...same], [...status]);
  for (let i = 0; i < status.length; i++) {
    const [x = NaN, y = NaN, z = NaN] = positions.subarray(3 * i, 3 * i + 3);
    const { lonDeg, latDeg, heightKm } = geodeticOf(x, y, z);
    if (status[i] !== 0 && status[i] !== 7) assert.ok(lonLatHeight.subarray(3 * i, 3 * i + 3).every(Number.isNaN));
    else near(lonLatHeight.subarray(3 * i), [lonDeg, latDeg, heightKm], 1e-8);
  }
  t.pass();
});

test('azimuth, elevation, distance and its rate lead from the site back to the position', (t) => {
  const site = { latDeg: -33.4, lonDeg: 151.2, heightKm: 0.8 };
  const times = Array.from({ length: 40 }, (_, k) => START_US + k * MINUTE_US);
  const { positions, status } = all.propagate(times);
  const { looks, rates } = all.look(times, site, { rate: true });
  const before = all.look(
    times.map((time) => time - 1e4),
    site,
  );
  const after = all.look(
    times.map((time) => time + 1e4),
    site,
  );
  const [lat, lon] = [(site.latDeg * Math.PI) / 180, (site.lonDeg * Math.PI) / 180];
  const { ground, up } = siteOf(site);
  const east = [-Math.sin(lon), Math.cos(lon), 0];
  const north = [-Math.sin(lat) * Math.cos(lon), -Math.sin(lat) * Math.sin(lon), Math.cos(lat)];
  for (let i = 0; i < status.length; i++) {
    if (status[i] !== 0) continue;
    const [azimuth = NaN, elevation = NaN, range = NaN] = looks.subarray(3 * i, 3 * i + 3);
    const [az, el] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
    const back = [0, 1, 2].map((axis) => {
      const level = Math.cos(el) * (Math.sin(az) * (east[axis] ?? NaN) + Math.cos(az) * (north[axis] ?? NaN));
      return (ground[axis] ?? NaN) + range * (level + Math.sin(el) * (up[axis] ?? NaN));
    });
    near(positions.subarray(3 * i), back, 1e-7);
    const rate = ((after.looks[3 * i + 2] ?? NaN) - (before.looks[3 * i + 2] ?? NaN)) / 0.02;
    assert.ok(Math.abs(rate - (rates[i] ?? NaN)) < 0.03, `${rate} is not ${rates[i]}`);
  }
  t.pass();
});

test('a failed propagation is NaN with a status that says why; below 90 km a place still follows SGP4', (t) => {
  const sound = sample[0] as MeanElements;
  const orbits = core.orbits([sound, { ...sound, eccentricity: 1.5 }, { ...sound, bstar: 1e-1 }]);
  t.is(orbits.epochStatus[0], 0);
  t.not(orbits.epochStatus[1], 0);
  const far = orbits.propagate([sound.epochUs, sound.epochUs + 3654 * 1440 * MINUTE_US], { satellites: [0] });
  t.deepEqual([...far.status], [0, 8]);
  t.true(far.positions.subarray(3).every(Number.isNaN));
  t.is(propagationError(8), 'more than 3653 days from the epoch');
  const broken = orbits.propagate(sound.epochUs, { satellites: [1], velocity: true });
  t.true(propagationError(broken.status[0] ?? 0).includes('eccentricity'));
  t.true([...broken.positions, ...broken.velocities].every(Number.isNaN));
  // This satellite of Vallado's verification set decays.
  const falling = verificationCases().find(({ number }) => number === 28_872)?.elements as MeanElements;
  const times = Array.from({ length: 600 }, (_, k) => falling.epochUs + 0.1 * k * MINUTE_US);
  const down = core.orbits([falling]);
  const { status, lonLatHeight } = down.geodetic(times);
  t.true(status.includes(0) && status.includes(7) && status.includes(6));
  status.forEach((one, k) => {
    const heightKm = lonLatHeight[3 * k + 2] ?? NaN;
    if (one === 0) t.true(heightKm > 89.999);
    else if (one === 7) t.true(heightKm < 90.001);
    else t.true(Number.isNaN(heightKm));
  });
  down.close();
  orbits.close();
});

test('arguments out of range name the value and where it stands', (t) => {
  const refused = (call: () => unknown, text: string): void => {
    const { message } = t.throws(call, { instanceOf: RangeError });
    t.true(message.includes(text), message);
  };
  refused(
    () => core.orbits([sample[0] as MeanElements, { ...(sample[1] as MeanElements), bstar: NaN }]),
    'elements[1].bstar NaN',
  );
  refused(() => all.propagate([START_US, Infinity]), 'timesUs[1] Infinity');
  refused(() => all.propagate(NaN), 'timesUs NaN');
  refused(() => all.propagate(START_US, { satellites: [0, sample.length] }), `satellites[1] ${sample.length}`);
  refused(() => all.propagate(START_US, { frame: 'j2000' as 'teme' }), 'frame "j2000"');
  refused(() => all.propagate(START_US, { out: { positions: new Float64Array(2) } }), 'out has 2 elements');
  refused(() => all.look(START_US, { latDeg: 91, lonDeg: 0 }), 'site.latDeg 91');
  refused(() => all.look(START_US, { latDeg: 0, lonDeg: NaN }), 'site.lonDeg NaN');
  const closed = core.orbits(sample);
  closed.close();
  closed.close();
  t.throws(() => closed.propagate(START_US), { message: /closed/ });
  t.is(core.orbits([]).propagate([START_US]).positions.length, 0);
  t.is(all.propagate([]).positions.length, 0);
});

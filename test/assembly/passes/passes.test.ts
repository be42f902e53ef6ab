import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { golden } from '../../helpers/files.js';
import type { MeanElements } from '../../../src/core/elements.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import type { Place } from '../../../src/core/records/seriesRecord.js';
import { debugCore } from '../../helpers/kernels.js';
import { comparePasses, type PassAnswers, type PassQuestions, passFinder } from '../../helpers/passGolden.js';
import { orbitAt, randomElements } from '../../helpers/elements.js';
import { createLooker } from '../looker.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 10_080;
const core = await createOwnedCore(32, debugCore);
const find = passFinder(core, START_US, EPOCHS);
const looker = createLooker(core);

const place = fc.record({
  latDeg: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 90)),
  lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  heightKm: fc.constantFrom(0, 0, 4.2, -0.4),
});
const minElevationDeg = fc.constantFrom(0, 5, 10, 25, 60, 85);

/** Returns the elevation by the slow twin, in degrees; NaN where the satellite cannot be propagated. */
function elevations(elements: MeanElements, where: Place): (tUs: number) => number {
  const look = looker(elements, where);
  return (tUs) => look(tUs)?.elevationDeg ?? Number.NaN;
}

/** Degrees from the threshold within which the twin and the kernel may decide differently, because of rounding. */
const TIE_DEG = 1e-5;
/** Twice the largest error of a rise or set, in µs. */
const TIE_US = 2000;

test('a satellite is up in its passes and down between them, second by second', (t) => {
  const scene = fc.record({
    elements: randomElements(START_US),
    where: place,
    mask: minElevationDeg,
    from: fc.integer({ min: 0, max: EPOCHS - 360 }),
  });
  fc.assert(
    fc.property(scene, ({ elements, where, mask, from }) => {
      const passes = find({ elements, minElevationDeg: mask }, where, [from, from + 360]);
      const elevation = elevations(elements, where);
      const samples = Array.from({ length: 360 * 60 + 1 }, (_, s) => elevation(START_US + 60e6 * from + 1e6 * s));
      // Steps by minutes if the satellite fails at times, as the kernel does not look for failures within a minute.
      const step = samples.some((sample) => Number.isNaN(sample)) ? 60 : 1;
      let next = 0;
      for (let s = 0; s < 360 * 60; s += step) {
        const tUs = START_US + 60e6 * from + 1e6 * s;
        while (next < passes.length && (passes[next]?.losUs ?? 0) < tUs - TIE_US) next++;
        const pass = passes[next];
        const above = (samples[s] ?? 0) - mask;
        const told = `second ${s}, ${above} degrees above, next pass ${JSON.stringify(pass)}`;
        if (above >= TIE_DEG) assert.ok(pass !== undefined && pass.aosUs <= tUs + TIE_US, told);
        else if (!(above > -TIE_DEG)) {
          assert.ok(pass === undefined || pass.aosUs >= tUs - TIE_US || pass.losUs <= tUs + TIE_US, told);
        }
      }
    }),
    { numRuns: 12 },
  );
  t.pass();
});

/** Satellite whose passes end when it falls below 90 km, at times while its elevation still rises. */
const CLIMBS_INTO_THE_AIR = orbitAt(1_783_082_160_000_000, {
  meanMotionRevPerDay: 16.190690282881242,
  eccentricity: 0.01952250706893591,
  inclinationDeg: 0,
});

test('the highest elevation of a pass is no lower than any in it', (t) => {
  fc.assert(
    fc.property(randomElements(START_US), place, fc.integer({ min: 60, max: EPOCHS }), (elements, where, end) => {
      const passes = find({ elements, minElevationDeg: 5 }, where, [0, end]);
      const elevation = elevations(elements, where);
      for (const { aosUs, losUs, maxElevationUs, maxElevationDeg } of passes.slice(-20)) {
        assert.ok(maxElevationUs >= aosUs - TIE_US && maxElevationUs <= losUs + TIE_US);
        const there = elevation(maxElevationUs);
        if (Number.isNaN(there)) continue;
        assert.ok(Math.abs(there - maxElevationDeg) < 1e-4, `${there} at the time of ${maxElevationDeg}`);
        for (let i = 0; i <= 500; i++) {
          const sample = elevation(aosUs + ((losUs - aosUs) * i) / 500);
          assert.ok(!(sample > maxElevationDeg + 0.005), `${sample} in a pass up to ${maxElevationDeg}`);
        }
      }
    }),
    {
      numRuns: 30,
      examples: [[CLIMBS_INTO_THE_AIR, { latDeg: 0.012774059436132966, lonDeg: 0, heightKm: -0.4 }, 3484]],
    },
  );
  t.pass();
});

test('passes are in order and within the range, and incomplete where it cuts them', (t) => {
  const range = fc.tuple(fc.nat({ max: EPOCHS }), fc.nat({ max: EPOCHS })).filter(([a, b]) => a !== b);
  fc.assert(
    fc.property(randomElements(START_US), place, range, (elements, where, [a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const [start, end] = [START_US + 60e6 * from, START_US + 60e6 * to];
      const satellite = { elements, minElevationDeg: 10 };
      const passes = find(satellite, where, [from, to]);
      let last = start;
      for (const { aosUs, losUs, complete } of passes) {
        assert.ok(aosUs >= last && losUs > aosUs && losUs <= end);
        assert.equal(complete, aosUs > start && losUs < end);
        last = losUs;
      }
      const whole = find(satellite, where).filter(({ aosUs, losUs }) => aosUs >= start && losUs <= end);
      const inner = passes.filter(({ complete }) => complete);
      const kept = whole.filter(({ aosUs, losUs }) => aosUs > start + TIE_US && losUs < end - TIE_US);
      assert.ok(inner.length >= kept.length);
      for (const pass of kept.filter(({ losUs, aosUs }) => losUs - aosUs > 1e6)) {
        assert.ok(
          inner.some(
            ({ aosUs, losUs }) => Math.abs(aosUs - pass.aosUs) < TIE_US && Math.abs(losUs - pass.losUs) < TIE_US,
          ),
        );
      }
    }),
    { numRuns: 40 },
  );
  t.pass();
});

const ISS_LIKE = orbitAt(START_US, {
  meanMotionRevPerDay: 15.49,
  eccentricity: 0.0005,
  inclinationDeg: 51.64,
  argPerigeeDeg: 90,
  meanAnomalyDeg: 270,
  bstar: 0.0002,
});
const BERLIN = { latDeg: 52.52, lonDeg: 13.405, heightKm: 0.035 };

test('a pass shorter than a minute between two epochs is found', (t) => {
  // The station's minimum elevation is just below the highest elevation of a pass.
  const passes = find({ elements: ISS_LIKE, minElevationDeg: 10 }, BERLIN);
  t.true(passes.length > 20);
  for (const { maxElevationDeg, maxElevationUs } of passes.filter(({ complete }) => complete)) {
    const grazing = find({ elements: ISS_LIKE, minElevationDeg: maxElevationDeg - 0.001 }, BERLIN);
    const found = grazing.find(({ aosUs, losUs }) => aosUs <= maxElevationUs && losUs >= maxElevationUs);
    t.truthy(found, `the pass up to ${maxElevationDeg}`);
    t.true((found?.losUs ?? 0) - (found?.aosUs ?? 0) < 30e6);
    const above = find({ elements: ISS_LIKE, minElevationDeg: maxElevationDeg + 0.001 }, BERLIN);
    t.false(above.some(({ aosUs, losUs }) => aosUs <= maxElevationUs && losUs >= maxElevationUs));
  }
});

test('a satellite that comes down has no pass from then on', (t) => {
  const elements = { ...ISS_LIKE, meanMotionRevPerDay: 16.4, eccentricity: 0.001, argPerigeeDeg: 0, bstar: 0.002 };
  const passes = find({ elements, minElevationDeg: 0 }, BERLIN);
  const elevation = elevations(elements, BERLIN);
  const epochs = Array.from({ length: EPOCHS }, (_, k) => elevation(START_US + 60e6 * k));
  const failing = epochs.findIndex((sample) => Number.isNaN(sample));
  t.true(failing > 0 && passes.length > 0, `${failing} ${passes.length}`);
  for (const { aosUs, losUs } of passes) {
    const minutes = epochs.slice(Math.ceil((aosUs - START_US) / 60e6), Math.ceil((losUs - START_US) / 60e6));
    t.true(minutes.every((sample) => sample >= 0));
  }
});

test('passes are those of Skyfield', (t) => {
  const questions = golden('passes/questions') as PassQuestions;
  const answers = golden('passes/answers') as PassAnswers;
  const ofGolden = passFinder(core, Date.parse(questions.start) * 1000, questions.minutes);
  const {
    compared,
    edgeSeconds,
    angleDeg: elevationDeg,
    missed,
    invented,
  } = comparePasses(ofGolden, questions, answers);
  t.deepEqual([missed, invented], [[], []]);
  t.true(compared > 1000);
  t.true(edgeSeconds.worst <= 1, `aos or los differs by ${edgeSeconds.worst} s at ${edgeSeconds.where}`);
  t.true(elevationDeg.worst <= 0.01, `maximum elevation differs by ${elevationDeg.worst} at ${elevationDeg.where}`);
});

import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { golden } from '../../helpers/files.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import type { Pass } from '../../../src/core/passes.js';
import { debugCore } from '../../helpers/kernels.js';
import { comparePasses, type PassAnswers, type PassQuestions, passFinder } from '../../helpers/passGolden.js';
import { lastingElements, randomElements } from '../../helpers/elements.js';
import { flat, heightsOver, longestOutside, masks } from '../horizonMasks.js';
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
const scenes = fc.record({
  elements: lastingElements(START_US),
  minElevationDeg: fc.constantFrom(0, 5, 10),
  place,
  mask: masks,
});

/** Degrees within which the twin and the kernel may decide differently, because of rounding. */
const TIE_DEG = 1e-5;
/** Largest error of a rise or set. A pass, or a gap between two, that is shorter than SHORTEST_US may be missed. */
const EDGE_US = 10_000;
const SHORTEST_US = 250_000;
const STEP_US = 200_000;
/** Largest part of a pass, from its begin, that is looked at step by step. */
const LONGEST_US = 1200e6;

test('over a mask a satellite is up in its passes and down between them, every fifth of a second', (t) => {
  let [up, down] = [0, 0];
  fc.assert(
    fc.property(scenes, fc.nat(), ({ elements, minElevationDeg, place: where, mask }, pick) => {
      const over = { ...where, horizonMask: mask };
      const plain = find({ elements, minElevationDeg }, where);
      const passes = find({ elements, minElevationDeg }, over);
      const isWithin = ({ aosUs, losUs }: Pass): boolean =>
        plain.some((pass) => pass.aosUs < aosUs + EDGE_US && losUs < pass.losUs + EDGE_US);
      assert.ok(passes.every(isWithin), 'up over the mask, but not without it');
      const look = looker(elements, over);
      const heightOf = heightsOver(over, minElevationDeg);
      const height = (tUs: number): number => heightOf(look(tUs));
      const first = pick % Math.max(1, plain.length);
      for (const { aosUs, losUs } of plain.slice(first, first + 4)) {
        for (let tUs = aosUs; tUs < Math.min(losUs, aosUs + LONGEST_US); tUs += STEP_US) {
          const here = height(tUs);
          // The kernel does not look for failures within a minute.
          if (Number.isNaN(here)) return;
          const isUp = passes.some((pass) => pass.aosUs <= tUs && tUs < pass.losUs);
          if (isUp) up++;
          else down++;
          if (isUp === here > 0) continue;
          const around = [height(tUs - SHORTEST_US), here, height(tUs + SHORTEST_US)];
          const told = `at ${tUs} ${around.join(', ')} degrees over the mask`;
          assert.ok(isUp ? Math.max(...around) > -TIE_DEG : Math.min(...around) < TIE_DEG, told);
        }
      }
    }),
    { numRuns: 60 },
  );
  t.true(up > 20_000 && down > 20_000, `${up} steps up and ${down} down`);
});

test('a pass over a mask begins and ends where the satellite crosses the mask or its minimum elevation', (t) => {
  let edges = 0;
  fc.assert(
    fc.property(scenes, fc.option(randomElements(START_US)), (scene, other) => {
      const { minElevationDeg, place: where, mask } = scene;
      const elements = other ?? scene.elements;
      const over = { ...where, horizonMask: mask };
      const look = looker(elements, over);
      const heightOf = heightsOver(over, minElevationDeg);
      const height = (tUs: number): number => heightOf(look(tUs));
      const elevation = (tUs: number): number => look(tUs)?.elevationDeg ?? NaN;
      const passes = find({ elements, minElevationDeg }, over).filter(({ complete }) => complete);
      for (const { aosUs, losUs, maxElevationUs, maxElevationDeg } of passes.slice(-20)) {
        for (const edgeUs of [aosUs, losUs]) {
          const around = Array.from({ length: 41 }, (_, i) => height(edgeUs + ((i - 20) * EDGE_US) / 20));
          if (around.some((one) => Number.isNaN(one))) continue;
          const told = `${around.join(', ')} degrees around ${edgeUs}`;
          assert.ok(Math.min(...around) < TIE_DEG && Math.max(...around) > -TIE_DEG, told);
          edges++;
        }
        assert.ok(maxElevationUs >= aosUs && maxElevationUs <= losUs);
        assert.ok(!(Math.abs(elevation(maxElevationUs) - maxElevationDeg) > 1e-4));
        for (let i = 0; i <= 500; i++) {
          const sample = elevation(aosUs + ((losUs - aosUs) * i) / 500);
          assert.ok(!(sample > maxElevationDeg + 0.005), `${sample} in a pass up to ${maxElevationDeg}`);
        }
      }
    }),
    { numRuns: 25 },
  );
  t.true(edges > 100, `${edges} edges`);
});

/** Passes that no search may miss. */
const long = (passes: readonly Pass[]): Pass[] => passes.filter(({ aosUs, losUs }) => losUs - aosUs > 1e6);

function assertAlike(found: readonly Pass[], expected: readonly Pass[]): void {
  const [some, others] = [long(found), long(expected)];
  assert.equal(some.length, others.length);
  for (const [i, { aosUs, losUs, maxElevationDeg, complete }] of some.entries()) {
    const other = others[i] as Pass;
    const off = Math.max(Math.abs(aosUs - other.aosUs), Math.abs(losUs - other.losUs));
    assert.ok(off < EDGE_US, `pass ${i} is off by ${off} microseconds`);
    assert.ok(Math.abs(maxElevationDeg - other.maxElevationDeg) < 0.001);
    assert.equal(complete, other.complete);
  }
}

test('a flat mask is a minimum elevation, and one below the minimum elevation changes nothing', (t) => {
  let found = 0;
  fc.assert(
    fc.property(scenes, fc.constantFrom(1, 7.3, 25, 60), ({ elements, place: where }, elevation) => {
      const plain = find({ elements, minElevationDeg: elevation }, where);
      assertAlike(find({ elements, minElevationDeg: 0 }, { ...where, horizonMask: flat(elevation) }), plain);
      for (const low of [0, elevation - 1]) {
        assertAlike(find({ elements, minElevationDeg: elevation }, { ...where, horizonMask: flat(low) }), plain);
      }
      found += plain.length;
    }),
    { numRuns: 20 },
  );
  t.true(found > 100, `${found} passes`);
});

test('over a higher mask a satellite is up only when it is so over the lower one', (t) => {
  let [lower, higher] = [0, 0];
  const raise = fc.double({ min: 0.1, max: 20, noNaN: true });
  fc.assert(
    fc.property(scenes, raise, ({ elements, minElevationDeg, place: where, mask }, by) => {
      const raised = mask.map(([azimuth, elevation]) => [azimuth, Math.min(89.99, elevation + by)] as const);
      const low = find({ elements, minElevationDeg }, { ...where, horizonMask: mask });
      const high = find({ elements, minElevationDeg }, { ...where, horizonMask: raised });
      const stretches = (passes: readonly Pass[]) => passes.map(({ aosUs, losUs }) => [aosUs, losUs] as const);
      assert.ok(longestOutside(stretches(high), stretches(low)) < SHORTEST_US + EDGE_US);
      lower += low.length;
      higher += high.length;
    }),
    { numRuns: 20 },
  );
  t.true(lower > 100 && higher > 50, `${lower} and ${higher} passes`);
});

test('passes over masks are those that python’s sgp4 finds in steps of a tenth of a second', (t) => {
  const questions = golden('horizonMasks/questions') as PassQuestions;
  const ofGolden = passFinder(core, Date.parse(questions.start) * 1000, questions.minutes);
  const found = comparePasses(ofGolden, questions, golden('horizonMasks/answers') as PassAnswers);
  t.deepEqual([found.missed, found.invented], [[], []]);
  t.true(found.compared > 150, `${found.compared}`);
  t.true(
    found.edgeSeconds.worst <= 0.01,
    `an edge differs by ${found.edgeSeconds.worst} s: ${found.edgeSeconds.where}`,
  );
  t.true(found.angleDeg.worst <= 0.005, `an elevation by ${found.angleDeg.worst}: ${found.angleDeg.where}`);
});

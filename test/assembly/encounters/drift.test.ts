import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../../src/core/instance.js';
import { orbitAt, randomElements } from '../../helpers/elements.js';
import { encounterFinder } from '../../helpers/encounterGolden.js';
import { debugCore } from '../../helpers/kernels.js';
import { angleBetween } from '../../helpers/geometry.js';
import { createLooker, type Look } from '../looker.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const core = await createOwnedCore(64, debugCore);
const find = encounterFinder(core, START_US, 1_440);
const looker = createLooker(core);
const RAD = Math.PI / 180;

/** How far satellites are ahead on their orbits, in microseconds. */
interface Ahead {
  tracked: number;
  other: number;
}

const scenes = fc.record({
  satellites: fc
    .array(randomElements(START_US), { minLength: 3, maxLength: 5 })
    .map((list) => list.map((elements) => ({ elements, minElevationDeg: 5 }))),
  place: fc.record({
    latDeg: fc.double({ min: -80, max: 80, noNaN: true }),
    lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
    heightKm: fc.constant(0),
  }),
  maxSeparationDeg: fc.constantFrom(5, 30),
});

const STEP_US = 20_000;

test('satellites that are ahead on their tracks are nearer or farther, and meet earlier or later, as encounters tell', (t) => {
  let [edges, passed] = [0, 0];
  fc.assert(
    fc.property(scenes, (sky) => {
      const looks = sky.satellites.map(({ elements }) => looker(elements, sky.place));
      for (const { encounters } of find(sky)) {
        for (const it of encounters.slice(0, 5)) {
          const [tracked, other] = [looks[0] as Look, looks[it.satellite] as Look];
          const { closestUs } = it;
          const angle = (tUs: number, ahead: Ahead): number => {
            const [a, b] = [tracked(tUs, ahead.tracked), other(tUs, ahead.other)];
            return a && b ? angleBetween(a.direction, b.direction) / RAD : NaN;
          };
          const kmPerStep = (look: Look): number => {
            const [a, b] = [look(closestUs, STEP_US)?.position, look(closestUs, -STEP_US)?.position];
            return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / 2 : NaN;
          };
          // Below 0.05 degrees the separation does not change in proportion to the errors.
          if (it.closestDeg > 0.05) {
            const change = (one: Ahead): number => (angle(closestUs, one) - angle(closestUs, reverse(one))) / 2;
            const [a, b] = [change({ tracked: STEP_US, other: 0 }), change({ tracked: 0, other: STEP_US })];
            const told = [it.trackedDegPerKm * kmPerStep(tracked), it.otherDegPerKm * kmPerStep(other)];
            const scale = 0.01 * Math.hypot(...told) + 1e-6;
            const all = JSON.stringify({ it, a, b, told });
            if (Number.isNaN(a + b)) continue;
            assert.ok(Math.abs(Math.abs(a) - told[0]!) < scale && Math.abs(Math.abs(b) - told[1]!) < scale, all);
            edges++;
          }
          // Compares times only if the two pass close by each other, and so fast that their ways are nearly straight.
          const isInside = closestUs > it.entersUs + 1e6 && closestUs < it.leavesUs - 1e6;
          if (!isInside || it.closestDeg > 1 || it.leavesUs - it.entersUs > 60e6) continue;
          const closest = (ahead: Ahead): number => leastAt((tUs) => angle(tUs, ahead), closestUs);
          for (const [perKm, look, ahead] of [
            [it.trackedSecondsPerKm, tracked, { tracked: STEP_US, other: 0 }],
            [it.otherSecondsPerKm, other, { tracked: 0, other: STEP_US }],
          ] as const) {
            const movedS = Math.abs(closest(ahead) - closest(reverse(ahead))) / 2e6;
            const toldS = perKm * kmPerStep(look);
            if (Number.isNaN(movedS)) continue;
            assert.ok(Math.abs(movedS - toldS) < 0.05 * toldS + 0.002, JSON.stringify({ it, movedS, toldS }));
            passed++;
          }
        }
      }
    }),
    { numRuns: 80 },
  );
  t.true(edges > 20 && passed > 20, `${edges} separations, ${passed} times`);
});

const reverse = ({ tracked, other }: Ahead): Ahead => ({ tracked: -tracked, other: -other });

/** Time near `aroundUs` of a smooth function's least value, by parabolas through three squared values each. */
function leastAt(valueAt: (tUs: number) => number, aroundUs: number): number {
  let at = aroundUs;
  for (const step of [500_000, 100_000, 50_000]) {
    const [a, b, c] = [at - step, at, at + step].map((tUs) => valueAt(tUs) ** 2) as [number, number, number];
    at += (0.5 * step * (a - c)) / (a - 2 * b + c);
  }
  return at;
}

test('satellites of the same elements are moved along one line, and meet at no time', (t) => {
  const elements = orbitAt(START_US, { meanMotionRevPerDay: 15.5, raanDeg: 40, bstar: 0.0001 });
  const satellites = [elements, elements].map((one) => ({ elements: one, minElevationDeg: 5 }));
  const place = { latDeg: 52, lonDeg: 13, heightKm: 0 };
  const all = find({ satellites, place, maxSeparationDeg: 5 }).flatMap(({ encounters }) => encounters);
  t.true(all.length > 3);
  for (const it of all) {
    t.is(it.trackedDegPerKm, it.otherDegPerKm);
    t.is(it.trackedSecondsPerKm, Infinity);
    t.is(it.otherSecondsPerKm, Infinity);
  }
});

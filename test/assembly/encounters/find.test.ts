import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';
import type { Encounter } from '../../../src/core/encounters.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { initRecord } from '../../../src/core/records/satelliteRecord.js';
import type { Place } from '../../../src/core/records/seriesRecord.js';
import { encounterFinder } from '../../helpers/encounterGolden.js';
import { debugCore } from '../../helpers/kernels.js';
import { randomElements } from '../../helpers/elements.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 1_440;
const RAD = Math.PI / 180;
const core = await createOwnedCore(32, debugCore);
const { kernels, view } = core;
const find = encounterFinder(core, START_US, EPOCHS);
const instant = core.arena.allocate(core.layout.INSTANT_BYTES) ?? 0;
const position = core.arena.allocate(core.layout.ORBIT_BYTES) ?? 0;
const scratch = core.arena.allocate(core.layout.SCRATCH_BYTES + core.layout.ELEMENTS_BYTES) ?? 0;

type Vector = readonly [number, number, number];
/** Direction and elevation (degrees) from a place; undefined where the satellite is not propagated. */
type Look = (tUs: number) => { direction: Vector; elevationDeg: number } | undefined;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (a: Vector, k: number): Vector => [k * a[0], k * a[1], k * a[2]];

/** The slow twin's view, from nothing but the scalar propagation and geometry. */
function looker(elements: MeanElements, { latDeg, lonDeg, heightKm }: Place): Look {
  const record = core.arena.allocate(kernels.deepRecordBytes()) ?? 0;
  initRecord(core, record, elements, scratch);
  const [lat, lon] = [latDeg * RAD, lonDeg * RAD];
  const e2 = 0.006_694_379_990_141_3;
  const n = 6378.137 / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
  const up: Vector = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  const ground: Vector = [(n + heightKm) * up[0], (n + heightKm) * up[1], (n * (1 - e2) + heightKm) * up[2]];
  return (tUs) => {
    view.setFloat64(instant, tUs, true);
    kernels.writeInstants(instant, 1, 1, instant);
    if (kernels.sgp4Fixed(record, instant, position) !== 0) return undefined;
    const at = (i: number): number => view.getFloat64(position + 8 * i, true);
    const line: Vector = [at(0) - ground[0], at(1) - ground[1], at(2) - ground[2]];
    const direction = times(line, 1 / Math.hypot(...line));
    return { direction, elevationDeg: Math.asin(dot(direction, up)) / RAD };
  };
}

function separationDeg(a: Vector, b: Vector): number {
  const cross: Vector = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.atan2(Math.hypot(...cross), dot(a, b)) / RAD;
}

const perturbed = ({ elements, by }: { elements: MeanElements; by: number[] }): MeanElements => ({
  ...elements,
  raanDeg: elements.raanDeg + (by[0] ?? 0),
  meanAnomalyDeg: elements.meanAnomalyDeg + (by[1] ?? 0),
  inclinationDeg: Math.min(170, Math.max(0, elements.inclinationDeg + (by[2] ?? 0))),
});
const few = fc.double({ min: -8, max: 8, noNaN: true });

/** A satellite, others of any orbit or of one beside its own, and a place. */
const scenes = fc
  .record({
    tracked: randomElements(START_US),
    others: fc.array(randomElements(START_US), { minLength: 1, maxLength: 2 }),
    beside: fc.array(fc.array(few, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
    place: fc.record({
      latDeg: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 90)),
      lonDeg: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constant(180)),
      heightKm: fc.constantFrom(0, 4.2, -0.4),
    }),
    maxSeparationDeg: fc.constantFrom(0.5, 2, 10, 60),
    minElevationDeg: fc.constantFrom(0, 10, 25),
  })
  .map(({ tracked, others, beside, place, maxSeparationDeg, minElevationDeg }) => ({
    satellites: [tracked, ...others, ...beside.map((by) => perturbed({ elements: tracked, by }))].map((elements) => ({
      elements,
      minElevationDeg,
    })),
    place,
    maxSeparationDeg,
  }));

/** How far the twin may be on the other side of a threshold, by rounding: degrees. */
const TIE_DEG = 1e-5;
/** Edges are good to so much; a shorter encounter may be missing. */
const EDGE_US = 20_000;
const SHORTEST_US = 500_000;
const STEP_US = 100_000;
/** The longest time over which a pass is looked at step by step. */
const LONGEST_US = 300e6;

test('two satellites meet in their encounters and nowhere else, every tenth of a second', (t) => {
  fc.assert(
    fc.property(scenes, fc.nat(), (sky, pick) => {
      const found = find(sky);
      const chosen = found[pick % Math.max(1, found.length)];
      if (chosen === undefined) return;
      const { pass, encounters } = chosen;
      const looks = sky.satellites.map(({ elements }) => looker(elements, sky.place));
      const toUs = Math.min(pass.losUs, pass.aosUs + LONGEST_US);
      for (let i = 1; i < sky.satellites.length; i++) {
        const ofThis = encounters.filter(({ satellite }) => satellite === i);
        checkSteps(sky, [looks[0] as Look, looks[i] as Look], ofThis, pass.aosUs, toUs);
      }
    }),
    { numRuns: 100 },
  );
  t.pass();
});

function checkSteps(
  { satellites, maxSeparationDeg }: typeof scenes extends fc.Arbitrary<infer S> ? S : never,
  [tracked, other]: readonly [Look, Look],
  encounters: readonly Encounter[],
  fromUs: number,
  toUs: number,
): void {
  const mask = satellites[0]?.minElevationDeg ?? 0;
  let met = 0;
  for (let tUs = fromUs + STEP_US; tUs < toUs; tUs += STEP_US) {
    const [a, b] = [tracked(tUs), other(tUs)];
    const angle = a && b ? separationDeg(a.direction, b.direction) : Infinity;
    // What fails within a minute and flies again at its end is not looked for.
    if (a === undefined || b === undefined) return;
    const inside = Math.min(maxSeparationDeg - angle, b.elevationDeg - mask);
    const encounter = encounters.find(({ entersUs, leavesUs }) => tUs > entersUs - EDGE_US && tUs < leavesUs + EDGE_US);
    const told = `at ${tUs}: ${inside} degrees inside, ${JSON.stringify(encounters)}`;
    met = inside > TIE_DEG ? met + 1 : 0;
    if (met * STEP_US > SHORTEST_US) assert.ok(encounter, told);
    if (encounter) {
      assert.ok(angle >= encounter.closestDeg - 0.001 || tUs < encounter.entersUs || tUs > encounter.leavesUs, told);
      const within = tUs > encounter.entersUs + EDGE_US && tUs < encounter.leavesUs - EDGE_US;
      assert.ok(!within || inside > -TIE_DEG, told);
    }
  }
}

test('encounters are in order, apart from each other and within the pass, and nearest within themselves', (t) => {
  fc.assert(
    fc.property(scenes, (sky) => {
      const looks = sky.satellites.map(({ elements }) => looker(elements, sky.place));
      for (const { pass, encounters } of find(sky)) {
        for (const [i, it] of encounters.entries()) {
          const before = encounters[i - 1];
          assert.ok(it.entersUs < it.leavesUs && it.entersUs >= pass.aosUs && it.leavesUs <= pass.losUs);
          assert.ok(it.closestUs >= it.entersUs && it.closestUs <= it.leavesUs);
          assert.equal(it.entersCut, it.entersUs === pass.aosUs);
          assert.equal(it.leavesCut, it.leavesUs === pass.losUs);
          if (before?.satellite === it.satellite) assert.ok(before.leavesUs < it.entersUs);
          else assert.ok(before === undefined || before.satellite < it.satellite);
          const [a, b] = [looks[0]?.(it.closestUs), looks[it.satellite]?.(it.closestUs)];
          if (a && b) assert.ok(Math.abs(separationDeg(a.direction, b.direction) - it.closestDeg) < 1e-4);
        }
      }
    }),
    { numRuns: 100 },
  );
  t.pass();
});

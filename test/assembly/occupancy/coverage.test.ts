import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { type Place, seriesBytes, writeSeries, writeSite } from '../../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../../src/core/records/slotRecord.js';
import { STATUS } from '../../../src/core/status.js';
import { type WindowRecord, writeWindow } from '../../../src/core/records/windowRecord.js';
import { debugCore } from '../../helpers/kernels.js';
import { randomElements } from '../../helpers/elements.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 10_080;
const core = await createOwnedCore(64, debugCore);
const { kernels, layout, view } = core;
const slot = core.arena.allocate(layout.SLOT_TEXT) ?? 0;
const help = core.arena.allocate(layout.WORK_BYTES) ?? 0;
const site = core.arena.allocate(layout.SITE_BYTES) ?? 0;
const positions = core.arena.allocate(24 * EPOCHS) ?? 0;
const bitmap = core.arena.allocate(kernels.bitmapBytes(EPOCHS)) ?? 0;
writeSlot(core, slot);

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const place = fc.record({
  latDeg: fc.oneof(number(-90, 90), fc.constantFrom(-90, -89.99, -0.01, 0, 66, 90)),
  lonDeg: fc.oneof(number(-180, 180), fc.constantFrom(-180, 0, 180)),
  heightKm: fc.constantFrom(0, 0, 0, 4.2, -0.4),
});
const minElevationDeg = fc.constantFrom(0, 10, 25, 60, 88);
const epochCount = fc.oneof(fc.constantFrom(1, 2, 35, 36, 37, 1440), fc.constant(EPOCHS));

/** Low orbits as the catalogue has them, and those that fitted motions find hard: drag, either way, and eccentricity. */
const lowOrbits: fc.Arbitrary<MeanElements> = fc.record({
  epochUs: fc.integer({ min: -20_000, max: 20_000 }).map((minutes) => START_US + 60e6 * minutes),
  meanMotionRevPerDay: number(10.5, 16.2),
  eccentricity: fc.oneof(number(0, 0.002), number(0, 0.06)),
  inclinationDeg: fc.oneof(number(0, 180), fc.constantFrom(0, 0.001, 53, 90, 97.5, 143, 180)),
  raanDeg: number(0, 360),
  argPerigeeDeg: number(0, 360),
  meanAnomalyDeg: number(0, 360),
  bstar: fc.oneof(number(-1e-4, 1e-3), number(-1e-2, 1e-2), number(-0.1, 0.1)),
});

const ROUND: MeanElements = {
  epochUs: START_US,
  meanMotionRevPerDay: 15,
  eccentricity: 0,
  inclinationDeg: 53,
  raanDeg: 0,
  argPerigeeDeg: 0,
  meanAnomalyDeg: 0,
  bstar: 0,
};

function open(elements: readonly MeanElements[], mask: number, epochs: number): WindowRecord {
  const satellites = elements.map((one, i) => ({ elements: one, bands: 1 + (i % 3), minElevationDeg: mask }));
  const window = writeWindow(core, { startUs: START_US, epochCount: epochs, satellites });
  if (window === undefined) throw new Error('no memory');
  return window;
}

function covered(): Buffer {
  return Buffer.from(core.bytes.slice(slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + 1260));
}

/** Coverage at every minute. */
function everyMinute(window: WindowRecord, mask: number, epochs: number): Buffer {
  core.bytes.fill(0, bitmap, bitmap + 1260);
  kernels.writeEphemeris(window.pointer, 0, 0, epochs, slot + layout.SLOT_SCRATCH, positions);
  kernels.coverEphemeris(site, Math.sin((mask * Math.PI) / 180), positions, epochs, bitmap);
  return Buffer.from(core.bytes.slice(bitmap, bitmap + 1260));
}

for (const [orbits, elements, numRuns] of [
  ['low orbits', lowOrbits, 200],
  ['orbits of every kind', randomElements(START_US), 100],
] as const) {
  test(`by passes, by skipping ahead and minute by minute the same is covered: ${orbits}`, (t) => {
    let some = 0;
    fc.assert(
      fc.property(elements, place, minElevationDeg, epochCount, (one, where, mask, epochs) => {
        const window = open([one], mask, epochs);
        writeSite(core, site, where);
        const expected = everyMinute(window, mask, epochs);
        core.bytes.fill(0, slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + 1260);
        const count = kernels.coverTracked(window.pointer, 0, site, 0, epochs, slot);
        const byPasses = covered();
        kernels.coverAhead(window.pointer, 0, site, 0, epochs, slot);
        window.free();
        assert.deepEqual(byPasses, expected);
        assert.deepEqual(covered(), expected);
        some += count;
      }),
      { numRuns, examples: [[ROUND, { latDeg: 0, lonDeg: 0, heightKm: 0 }, 10, EPOCHS]] },
    );
    t.true(some > 0);
  });
}

test('passes that just rise, or just do not, are seen so', (t) => {
  const scenes: fc.Arbitrary<Grazing> = fc.record({
    elements: lowOrbits,
    epoch: fc.nat({ max: EPOCHS - 2 }),
    mask: fc.constantFrom(0, 10, 25, 40),
    beyond: number(-1.5, 0.3),
    side: fc.constantFrom(-1, 1),
  });
  for (const mask of [0, 10, 25, 40]) {
    for (const side of [-1, 1]) {
      const pass = { elements: ROUND, epoch: 700, mask, side };
      t.true(epochsUp({ ...pass, beyond: -0.3 }) > 0, `rises: ${mask}, ${side}`);
      t.is(epochsUp({ ...pass, beyond: 0.3 }), 0, `does not: ${mask}, ${side}`);
    }
  }
  fc.assert(
    fc.property(scenes, (scene) => void epochsUp(scene)),
    { numRuns: 200 },
  );
});

interface Grazing {
  elements: MeanElements;
  /** At which the satellite is abeam of the place. */
  epoch: number;
  mask: number;
  /** Degrees beyond the footprint's edge. */
  beyond: number;
  side: number;
}

/** Epochs of a pass that a place about the footprint's edge sees: by passes, whole and in part, and minute by minute. */
function epochsUp({ elements, epoch, mask, beyond, side }: Grazing): number {
  const window = open([elements], mask, EPOCHS);
  kernels.writeEphemeris(window.pointer, 0, epoch, epoch + 2, slot + layout.SLOT_SCRATCH, positions);
  writeSite(core, site, abeam(new Float64Array(core.memory.buffer, positions, 6), mask, beyond, side));
  const expected = everyMinute(window, mask, EPOCHS);
  kernels.coverTracked(window.pointer, 0, site, 0, EPOCHS, slot);
  const whole = covered();
  // The same, as one of the short spans of a tracked satellite.
  const [from, to] = [Math.max(0, epoch - 4), Math.min(EPOCHS, epoch + 6)];
  const count = kernels.coverTracked(window.pointer, 0, site, from, to, slot);
  const part = covered();
  window.free();
  assert.deepEqual(whole, expected);
  for (let k = from; k < to; k++) assert.equal(bitOf(part, k), bitOf(expected, k));
  return count;
}

/** The place so many degrees outside a satellite's footprint, at right angles to its way; its heights are geocentric. */
function abeam(
  [x = 0, y = 0, z = 0, x2 = 0, y2 = 0, z2 = 0]: Float64Array,
  mask: number,
  beyondDeg: number,
  side: number,
): Place {
  const rad = Math.PI / 180;
  const r = Math.hypot(x, y, z);
  const normal = [y * z2 - z * y2, z * x2 - x * z2, x * y2 - y * x2] as const;
  const n = Math.hypot(...normal);
  const angle = Math.acos((6371 * Math.cos(mask * rad)) / r) - mask * rad + beyondDeg * rad;
  const [a, b, c] = [x, y, z].map(
    (value, i) => (Math.cos(angle) * value) / r + (side * Math.sin(angle) * (normal[i] ?? 0)) / n,
  ) as [number, number, number];
  // A satellite that cannot be propagated is nowhere: any place will do.
  if (Number.isNaN(a)) return { latDeg: 0, lonDeg: 0, heightKm: 0 };
  const latDeg = Math.atan(Math.tan(Math.asin(c)) / 0.993306) / rad;
  return { latDeg, lonDeg: Math.atan2(b, a) / rad, heightKm: 0 };
}

function bitOf(bytes: Buffer, k: number): number {
  return ((bytes[k >> 3] ?? 0) >> (k & 7)) & 1;
}

test('a series filled at the epochs that a satellite covers has the counts of one that is filled whole', (t) => {
  const scene = fc.record({
    elements: fc.array(fc.oneof(lowOrbits, lowOrbits, randomElements(START_US)), { minLength: 4, maxLength: 12 }),
    where: place,
    mask: minElevationDeg,
    epochs: epochCount,
  });
  let counted = 0;
  fc.assert(
    fc.property(scene, ({ elements, where, mask, epochs }) => {
      const window = open(elements, mask, epochs);
      const shape = { groupCount: window.groupCount, epochCount: epochs };
      const [part, whole] = [emptySeries(shape, where), emptySeries(shape, where)];
      kernels.coverTracked(window.pointer, 0, part + layout.SERIES_SITE, 0, epochs, slot);
      assert.equal(kernels.fillSeries(window.pointer, part, 7, slot), STATUS.ok);
      const asked = covered();
      core.bytes.fill(0xff, slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + 1260);
      // Two threads' worth of work, by turns.
      kernels.openFill(window.pointer, whole, 7, slot);
      for (let turn = 0, left = true; left; turn++) {
        const work = turn % 2 === 0 ? help : slot + layout.SLOT_WORK;
        left = kernels.countFill(window.pointer, whole, 7, slot, work, 1) === STATUS.needsFill;
      }
      kernels.closeFill(window.pointer, whole, 7, slot);
      for (let g = 0; g < window.groupCount; g++) {
        const [some, all] = [rowOf(part, g, epochs), rowOf(whole, g, epochs)];
        for (let k = 0; k < epochs; k++) {
          if (bitOf(asked, k) === 0) continue;
          assert.equal(some[k], all[k], `group ${g}, epoch ${k}`);
          counted += some[k] ?? 0;
        }
      }
      for (const pointer of [part, whole]) core.arena.free(pointer);
      window.free();
    }),
    {
      numRuns: 40,
      examples: [
        [
          {
            elements: [ROUND, ROUND, ROUND, ROUND],
            where: { latDeg: 0, lonDeg: 0, heightKm: 0 },
            mask: 10,
            epochs: EPOCHS,
          },
        ],
      ],
    },
  );
  t.true(counted > 0);
});

function emptySeries(shape: { groupCount: number; epochCount: number }, where: Place): number {
  const bytes = seriesBytes(core, shape.groupCount, shape.epochCount);
  const series = core.arena.allocate(bytes) ?? 0;
  // Whatever was in the memory before must not matter.
  core.bytes.fill(0xa5, series, series + bytes);
  writeSeries(core, series, shape, { nside: 64, ipix: 0 });
  writeSite(core, series + layout.SERIES_SITE, where);
  return series;
}

function rowOf(series: number, group: number, epochs: number): Uint16Array {
  const counts = view.getUint32(series + layout.SERIES_COUNTS, true);
  return new Uint16Array(core.memory.buffer, counts + group * kernels.rowBytes(epochs), epochs);
}

test('a part of the window gives that part of the whole', (t) => {
  const range = fc.tuple(fc.nat({ max: EPOCHS }), fc.nat({ max: EPOCHS }));
  fc.assert(
    fc.property(randomElements(START_US), place, range, (elements, where, [a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const window = open([elements], 10, EPOCHS);
      writeSite(core, site, where);
      kernels.coverTracked(window.pointer, 0, site, 0, EPOCHS, slot);
      const whole = covered();
      kernels.coverTracked(window.pointer, 0, site, from, to, slot);
      window.free();
      const part = covered();
      for (let k = 0; k < EPOCHS; k++) assert.equal(bitOf(part, k), k >= from && k < to ? bitOf(whole, k) : 0);
    }),
    { numRuns: 40 },
  );
  t.pass();
});

test('a satellite covers the places that see it at or above its minimum elevation', (t) => {
  // Straight over the equator at lon 0, and one that stands 20 degrees high from 10 degrees further north.
  const direction = (elevationDeg: number): [number, number, number] => {
    const rad = Math.PI / 180;
    const lat = 10 * rad;
    const n = 6378.137 / Math.sqrt(1 - 0.00669437999014 * Math.sin(lat) ** 2);
    const ground = [n * Math.cos(lat), 0, n * (1 - 0.00669437999014) * Math.sin(lat)] as const;
    const up = [Math.cos(lat), Math.sin(lat)] as const;
    const [sine, cosine] = [Math.sin(elevationDeg * rad), Math.cos(elevationDeg * rad)];
    return [ground[0] + 1000 * (sine * up[0] + cosine * up[1]), 0, ground[2] + 1000 * (sine * up[1] - cosine * up[0])];
  };
  writeSite(core, site, { latDeg: 10, lonDeg: 0, heightKm: 0 });
  const at = new Float64Array(core.memory.buffer, positions, 3);
  for (const [elevation, mask, expected] of [
    [20, 19.999_999, 1],
    [20, 20.000_001, 0],
    [90, 89.9, 1],
    [-1, 0, 0],
    [0.000_001, 0, 1],
  ] as const) {
    at.set(direction(elevation));
    t.is(kernels.coverEphemeris(site, Math.sin((mask * Math.PI) / 180), positions, 1, bitmap), expected);
  }
});

test('a place that fails to see its satellite fail counts nothing there', (t) => {
  // Decays within the window: SGP4 puts it below the surface after some days.
  const decaying: MeanElements = {
    epochUs: START_US,
    meanMotionRevPerDay: 16.4,
    eccentricity: 0.001,
    inclinationDeg: 51,
    raanDeg: 0,
    argPerigeeDeg: 0,
    meanAnomalyDeg: 0,
    bstar: 0.01,
  };
  const window = open([decaying], 0, EPOCHS);
  const failed = kernels.writeEphemeris(window.pointer, 0, 0, EPOCHS, slot + layout.SLOT_SCRATCH, positions);
  t.true(failed > 0 && failed < EPOCHS);
  const out = core.arena.allocate(64) ?? 0;
  kernels.surveyFailures(window.pointer, 0, 1, 60, slot + layout.SLOT_SCRATCH, out);
  t.is(core.view.getUint32(out + 4, true), failed);
  const first =
    new Float64Array(core.memory.buffer, positions, 3 * EPOCHS).findIndex((x, i) => i % 3 === 0 && Number.isNaN(x)) / 3;
  t.is(core.view.getInt32(out, true), first);
  core.arena.free(out);
  window.free();
});

test('a satellite whose drag terms run away fails for some minutes, and the survey sees them', (t) => {
  const runaway: MeanElements = {
    epochUs: START_US + 6 * 3600e6,
    meanMotionRevPerDay: 15.53,
    eccentricity: 0.000_17,
    inclinationDeg: 97.3,
    raanDeg: 0,
    argPerigeeDeg: 66,
    meanAnomalyDeg: 294,
    bstar: -0.0623,
  };
  const window = open([runaway], 0, EPOCHS);
  const failed = kernels.writeEphemeris(window.pointer, 0, 0, EPOCHS, slot + layout.SLOT_SCRATCH, positions);
  const xs = new Float64Array(core.memory.buffer, positions, 3 * EPOCHS);
  t.true(failed > 0 && !Number.isNaN(xs.at(-3) ?? Number.NaN));
  t.true(Array.from({ length: EPOCHS / 60 }, (_, hour) => xs[180 * hour]).every((x) => !Number.isNaN(x)));
  const out = core.arena.allocate(64) ?? 0;
  kernels.surveyFailures(window.pointer, 0, 1, 60, slot + layout.SLOT_SCRATCH, out);
  t.is(core.view.getUint32(out + 4, true), failed);
  core.arena.free(out);
  window.free();
});

test('filling the epochs in any portions gives the counts of filling them at once', (t) => {
  const scene = fc.record({
    elements: fc.array(randomElements(START_US), { minLength: 3, maxLength: 8 }),
    where: place,
    cuts: fc.array(fc.nat({ max: EPOCHS }), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(scene, ({ elements, where, cuts }) => {
      const window = open(elements, 5, EPOCHS);
      const whole = filled(window, where, [0, EPOCHS]);
      const edges = [0, ...cuts.toSorted((a, b) => a - b), EPOCHS];
      t.deepEqual(filled(window, where, edges), whole);
      window.free();
    }),
    { numRuns: 15 },
  );
});

/** All rows of a fresh series, filled range by range; the second pass over all of it finds nothing to do. */
function filled(window: WindowRecord, where: Place, edges: readonly number[]): number[] {
  const series = emptySeries({ groupCount: window.groupCount, epochCount: EPOCHS }, where);
  for (const [from, to] of [...edges.slice(1).map((edge, i) => [edges[i] ?? 0, edge] as const), [0, EPOCHS] as const]) {
    const words = new Uint8Array(core.memory.buffer, slot + layout.SLOT_COVERED, kernels.bitmapBytes(EPOCHS)).fill(0);
    for (let k = from; k < to; k++) words[k >> 3] = (words[k >> 3] ?? 0) | (1 << (k & 7));
    kernels.fillSeries(window.pointer, series, 0xff, slot);
  }
  const rows = Array.from({ length: window.groupCount }, (_, g) => [...rowOf(series, g, EPOCHS)]).flat();
  core.arena.free(series);
  return rows;
}

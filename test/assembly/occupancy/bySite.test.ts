import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { type Place, seriesBytes, writeSeries, writeSite } from '../../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../../src/core/records/slotRecord.js';
import { type WindowRecord, writeWindow } from '../../../src/core/records/windowRecord.js';
import { debugCore } from '../../helpers/kernels.js';
import { randomElements } from '../../helpers/randomElements.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 10_080;
const core = await createOwnedCore(64, debugCore);
const { kernels, layout } = core;
const slot = core.arena.allocate(layout.SLOT_TEXT) ?? 0;
const site = core.arena.allocate(layout.SITE_BYTES) ?? 0;
const positions = core.arena.allocate(24 * EPOCHS) ?? 0;
const bitmap = core.arena.allocate(kernels.bitmapBytes(EPOCHS)) ?? 0;
const place = fc.record({
  latDeg: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 90)),
  lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  heightKm: fc.constantFrom(0, 0, 4.2, -0.4),
});
const minElevationDeg = fc.constantFrom(0, 5, 10, 25, 60, 89);

function bits(pointer: number): number[] {
  const words = new Uint8Array(core.memory.buffer, pointer, EPOCHS / 8);
  return Array.from({ length: EPOCHS }, (_, k) => ((words[k >> 3] ?? 0) >> (k & 7)) & 1);
}

function open(elements: readonly MeanElements[], mask: number): WindowRecord {
  const satellites = elements.map((one) => ({ elements: one, bands: 1, minElevationDeg: mask }));
  const window = writeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
  if (window === undefined) throw new Error('no memory');
  return window;
}

test('skip-ahead finds the epochs that looking at every minute finds', (t) => {
  fc.assert(
    fc.property(randomElements(START_US), place, minElevationDeg, (elements, where, mask) => {
      const window = open([elements], mask);
      writeSite(core, site, where);
      const found = kernels.coverAhead(window.pointer, 0, site, 0, EPOCHS, slot);
      kernels.writeEphemeris(window.pointer, 0, 0, EPOCHS, slot + layout.SLOT_SCRATCH, positions);
      const expected = kernels.coverEphemeris(site, Math.sin((mask * Math.PI) / 180), positions, EPOCHS, bitmap);
      window.free();
      // Not t's assertions: fast-check shrinks and reports what throws.
      assert.equal(found, expected);
      assert.deepEqual(bits(slot + layout.SLOT_COVERED), bits(bitmap));
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('a part of the window gives that part of the whole', (t) => {
  const range = fc.tuple(fc.nat({ max: EPOCHS }), fc.nat({ max: EPOCHS }));
  fc.assert(
    fc.property(randomElements(START_US), place, range, (elements, where, [a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const window = open([elements], 10);
      writeSite(core, site, where);
      kernels.coverTracked(window.pointer, 0, site, 0, EPOCHS, slot);
      const whole = bits(slot + layout.SLOT_COVERED);
      kernels.coverTracked(window.pointer, 0, site, from, to, slot);
      window.free();
      t.deepEqual(
        bits(slot + layout.SLOT_COVERED),
        whole.map((bit, k) => (k >= from && k < to ? bit : 0)),
      );
    }),
    { numRuns: 60 },
  );
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
  const window = open([decaying], 0);
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
  const window = open([runaway], 0);
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
      const window = writeWindow(core, {
        startUs: START_US,
        epochCount: EPOCHS,
        satellites: elements.map((one, i) => ({ elements: one, bands: 1 + (i % 3), minElevationDeg: 5 })),
      });
      if (window === undefined) throw new Error('no memory');
      const whole = filled(window, where, [0, EPOCHS]);
      const edges = [0, ...cuts.toSorted((a, b) => a - b), EPOCHS];
      t.deepEqual(filled(window, where, edges), whole);
      window.free();
    }),
    { numRuns: 30 },
  );
});

/** All rows of a fresh series, filled range by range; the second pass over all of it finds nothing to do. */
function filled(window: WindowRecord, where: Place, edges: readonly number[]): number[] {
  const shape = { groupCount: window.groupCount, epochCount: EPOCHS };
  const series = core.arena.allocate(seriesBytes(core, shape.groupCount, EPOCHS)) ?? 0;
  writeSeries(core, series, shape, { nside: 64, ipix: 0 });
  writeSite(core, series + layout.SERIES_SITE, where);
  writeSlot(core, slot);
  for (let i = 0; i + 1 < edges.length; i++) {
    setCovered(edges[i] ?? 0, edges[i + 1] ?? 0);
    kernels.fillSeries(window.pointer, series, 0xff, slot);
  }
  setCovered(0, EPOCHS);
  kernels.fillSeries(window.pointer, series, 0xff, slot);
  const counts = core.view.getUint32(series + layout.SERIES_COUNTS, true);
  const rows = Array.from({ length: shape.groupCount }, (_, g) => [
    ...new Uint16Array(core.memory.buffer, counts + g * kernels.rowBytes(EPOCHS), EPOCHS),
  ]).flat();
  core.arena.free(series);
  return rows;
}

function setCovered(from: number, to: number): void {
  const words = new Uint8Array(core.memory.buffer, slot + layout.SLOT_COVERED, kernels.bitmapBytes(EPOCHS)).fill(0);
  for (let k = from; k < to; k++) words[k >> 3] = (words[k >> 3] ?? 0) | (1 << (k & 7));
}

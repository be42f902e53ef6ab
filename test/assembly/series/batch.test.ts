import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { type BatchRecord, placeBatch } from '../../../src/core/batchRecord.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { placeSeries, seriesBytes } from '../../../src/core/seriesRecord.js';
import { cancelSlot, placeSlot } from '../../../src/core/slotRecord.js';
import { STATUS } from '../../../src/core/status.js';
import { placeWindow, sharingGroups, type WindowRecord, type WindowSatellite } from '../../../src/core/windowRecord.js';
import { randomElements } from '../../helpers/randomElements.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const NSIDE = 64;
const core = await createOwnedCore(256);
const { kernels, layout } = core;
const slot = core.arena.allocate(layout.SLOT_TEXT) ?? 0;
const cost = core.arena.allocate(64) ?? 0;
placeSlot(core, slot);

interface Scene {
  window: WindowRecord;
  epochCount: number;
  satellites: readonly WindowSatellite[];
  cells: readonly number[];
}

function open(satellites: readonly WindowSatellite[], epochCount: number, cells: readonly number[]): Scene {
  const window = placeWindow(core, { startUs: START_US, epochCount, satellites });
  if (window === undefined) throw new Error('no memory');
  return { window, epochCount, satellites, cells };
}

function emptySeries({ window, epochCount }: Scene, ipix: number): number {
  const shape = { groupCount: window.groupCount, epochCount };
  const series = core.arena.allocate(seriesBytes(core, shape.groupCount, epochCount)) ?? 0;
  assert.ok(series > 0);
  // Whatever was in the memory before must not matter.
  core.bytes.fill(0xa5, series, series + seriesBytes(core, shape.groupCount, epochCount));
  placeSeries(core, series, shape, { nside: NSIDE, ipix });
  return series;
}

/** The counts that a series has published, -1 where it has none. */
function published({ window, epochCount }: Scene, series: number): number[] {
  const filled = core.view.getUint32(series + layout.SERIES_FILLED, true);
  const counts = core.view.getUint32(series + layout.SERIES_COUNTS, true);
  return Array.from({ length: window.groupCount }, (_, g) => {
    const bits = core.bytes.subarray(filled + g * kernels.bitmapBytes(epochCount));
    const row = new Uint16Array(core.memory.buffer, counts + g * kernels.rowBytes(epochCount), epochCount);
    return Array.from(row, (count, k) => ((((bits[k >> 3] ?? 0) >> (k & 7)) & 1) === 1 ? count : -1));
  }).flat();
}

interface Question {
  satellite: number;
  bands: number;
  from: number;
  to: number;
}

function plan(scene: Scene, batch: BatchRecord, { satellite, bands, from, to }: Question): void {
  const index = scene.window.indexOf[satellite] ?? -1;
  kernels.planBatch(scene.window.pointer, index, bands, from, to, batch.pointer, slot, cost);
}

/** Fills in together, the satellites of each group in portions of `portion`, by turns in two work memories. */
function together(scene: Scene, series: readonly number[], question: Question, portion: number): void {
  const { window, epochCount } = scene;
  const batch = placeBatch(core, { groupCount: window.groupCount, epochCount }, series, 2);
  if (batch === undefined) throw new Error('no memory');
  plan(scene, batch, question);
  let turn = 0;
  for (const { group, ranges } of sharingGroups(core, window.pointer, question.bands)) {
    kernels.clearBatch(window.pointer, batch.pointer);
    for (const [first, end] of ranges) {
      for (let from = first; from < end; from += portion) {
        const work: number = batch.works[turn++ % 2] ?? 0;
        const to = Math.min(end, from + portion);
        assert.equal(kernels.countBatch(window.pointer, batch.pointer, group, from, to, slot, work), STATUS.ok);
      }
    }
    series.forEach((_, i) => kernels.publishBatch(window.pointer, batch.pointer, group, i));
  }
  batch.free();
}

function oneByOne({ window }: Scene, series: number, { satellite, bands, from, to }: Question): void {
  const site = series + layout.SERIES_SITE;
  kernels.coverTracked(window.pointer, window.indexOf[satellite] ?? -1, site, from, to, slot);
  assert.equal(kernels.fillSeries(window.pointer, series, bands, slot), STATUS.ok);
}

function close(scene: Scene, series: readonly number[]): void {
  for (const one of series) core.arena.free(one);
  scene.window.free();
}

test('series filled together are those filled one by one, whatever flies and in any portions', (t) => {
  let counted = 0;
  const epochCount = fc.constantFrom(1, 11, 12, 13, 500, 2880, 10_080);
  const scenes = fc.record({
    elements: fc.array(randomElements(START_US), { minLength: 2, maxLength: 9 }),
    masks: fc.array(fc.constantFrom(0, 5, 10, 25, 60), { minLength: 9, maxLength: 9 }),
    cells: fc.uniqueArray(fc.nat({ max: 12 * NSIDE * NSIDE - 1 }), { minLength: 1, maxLength: 12 }),
    epochCount,
    ends: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    bands: fc.constantFrom(1, 2, 3, 7),
    portion: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(scenes, ({ elements, masks, cells, ends, bands, portion, ...rest }) => {
      const satellites = elements.map((one, i) => ({
        elements: one,
        bands: 1 + (i % 3),
        minElevationDeg: masks[i] ?? 10,
      }));
      const scene = open(satellites, rest.epochCount, cells);
      const [a, b] = ends.map((end) => Math.round(end * rest.epochCount)) as [number, number];
      const whole = { satellite: 0, bands, from: 0, to: rest.epochCount };
      const part = { ...whole, bands: 1, from: Math.min(a, b), to: Math.max(a, b) };
      const batch = cells.map((ipix) => emptySeries(scene, ipix));
      const twins = cells.map((ipix) => emptySeries(scene, ipix));
      // Some is there already when the rest is filled in.
      together(scene, batch.slice(0, 2), part, portion);
      for (const twin of twins.slice(0, 2)) oneByOne(scene, twin, part);
      together(scene, batch, whole, portion);
      for (const twin of twins) oneByOne(scene, twin, whole);
      const expected = twins.map((twin) => published(scene, twin));
      assert.deepEqual(
        batch.map((one) => published(scene, one)),
        expected,
      );
      counted += expected.flat().filter((count) => count > 1).length;
      close(scene, [...batch, ...twins]);
    }),
    { numRuns: 60 },
  );
  t.true(counted > 5000, `${counted}`);
});

test('so are those of a catalogue, for satellites of every height', (t) => {
  const satellites = sampleSatellites(20);
  const cells = [3, 7_000, 21_345, 30_111, 40_404, 49_151];
  const scene = open(satellites, 1440, cells);
  const audible = satellites.flatMap(({ bands }, i) => (bands === 0 ? [] : [i]));
  for (const satellite of audible.filter((_, i) => i % 40 === 0)) {
    const question = { satellite, bands: satellites[satellite]?.bands ?? 0, from: 0, to: 1440 };
    const batch = cells.map((ipix) => emptySeries(scene, ipix));
    const twins = cells.map((ipix) => emptySeries(scene, ipix));
    together(scene, batch, question, 64);
    for (const twin of twins) oneByOne(scene, twin, question);
    t.deepEqual(
      batch.map((one) => published(scene, one)),
      twins.map((twin) => published(scene, twin)),
    );
    for (const one of [...batch, ...twins]) core.arena.free(one);
  }
  scene.window.free();
});

test('a batch that is cancelled leaves the series as they were, and can be filled afterwards', (t) => {
  const satellites = sampleSatellites(200);
  const scene = open(satellites, 1440, [21_345, 30_111]);
  const series = scene.cells.map((ipix) => emptySeries(scene, ipix));
  const twins = scene.cells.map((ipix) => emptySeries(scene, ipix));
  const steady = satellites.findIndex(({ elements, bands }) => bands !== 0 && elements.meanMotionRevPerDay < 1.1);
  const question = { satellite: steady, bands: satellites[steady]?.bands ?? 0, from: 0, to: 1440 };
  const batch = placeBatch(core, { groupCount: scene.window.groupCount, epochCount: 1440 }, series, 1);
  if (batch === undefined) throw new Error('no memory');
  plan(scene, batch, question);
  const [first] = sharingGroups(core, scene.window.pointer, question.bands);
  const [from, to] = first?.ranges[0] ?? [0, 0];
  const count = () =>
    kernels.countBatch(scene.window.pointer, batch.pointer, first?.group ?? 0, from, to, slot, batch.works[0] ?? 0);
  t.is(count(), STATUS.ok);
  cancelSlot(core, slot);
  t.is(count(), STATUS.cancelled);
  placeSlot(core, slot);
  batch.free();
  for (const one of series) t.true(published(scene, one).every((value) => value === -1));
  together(scene, series, question, 50);
  for (const twin of twins) oneByOne(scene, twin, question);
  t.deepEqual(
    series.map((one) => published(scene, one)),
    twins.map((twin) => published(scene, twin)),
  );
  close(scene, [...series, ...twins]);
});

test('many places over which the satellite stands long are cheaper together, one place is not', (t) => {
  const satellites = sampleSatellites(200);
  const scene = open(
    satellites,
    10_080,
    Array.from({ length: 30 }, (_, i) => 1600 * i),
  );
  const series = scene.cells.map((ipix) => emptySeries(scene, ipix));
  const costs = (norad: number, count: number): [oneByOne: number, together: number] => {
    const shape = { groupCount: scene.window.groupCount, epochCount: 10_080 };
    const batch = placeBatch(core, shape, series.slice(0, count), 1);
    if (batch === undefined) throw new Error('no memory');
    const satellite = satellites.findIndex(({ noradNumber }) => noradNumber === norad);
    plan(scene, batch, { satellite, bands: satellites[satellite]?.bands ?? 0, from: 0, to: 10_080 });
    batch.free();
    return [core.view.getFloat64(cost, true), core.view.getFloat64(cost + 8, true)];
  };
  const high = satellites.find(({ elements, bands }) => bands !== 0 && elements.meanMotionRevPerDay < 1.1);
  const [apart, joined] = costs(high?.noradNumber ?? 0, 30);
  t.true(apart > joined && joined > 0, `${apart} ${joined}`);
  const [alone, joinedAlone] = costs(25_544, 1);
  t.true(alone < joinedAlone && alone > 0, `${alone} ${joinedAlone}`);
  close(scene, series);
});

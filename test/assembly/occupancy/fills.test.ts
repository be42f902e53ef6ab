import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { groupRanges } from '../../../src/core/records/emitterGroups.js';
import { type Place, seriesBytes, seriesRows, writeSeries, writeSite } from '../../../src/core/records/seriesRecord.js';
import { cancelSlot, writeSlot } from '../../../src/core/records/slotRecord.js';
import type { WindowRecord } from '../../../src/core/records/windowRecord.js';
import { STATUS } from '../../../src/core/status.js';
import { debugCore } from '../../helpers/kernels.js';
import { randomElements } from '../../helpers/elements.js';
import { askEpochs, bitmapOf, block, hasBit, placeWindow } from '../../helpers/memory.js';
import { sampleSatellites } from '../../helpers/sky.js';
import { anyPlace, lowOrbits, ROUND, START_US } from './orbits.js';

const EPOCHS = 1441;
const core = await createOwnedCore(128, debugCore);
const { kernels, layout, arena, memory } = core;
const slot = block(core, layout.SLOT_TEXT + 2 * layout.WORK_BYTES);
const works = [slot + layout.SLOT_WORK, slot + layout.SLOT_TEXT, slot + layout.SLOT_TEXT + layout.WORK_BYTES];
writeSlot(core, slot);
const BERLIN: Place = { latDeg: 52.52, lonDeg: 13.405, heightKm: 0 };
const CELL = { nside: 64, ipix: 0 };
const ALL_BANDS = 0x7ff;

function open(elements: readonly MeanElements[], mask: number): WindowRecord {
  const satellites = elements.map((one, i) => ({
    elements: one,
    bands: 1 << (i % 5),
    minElevationDeg: mask + 5 * (i % 3),
  }));
  return placeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
}

/**
 * Writes an empty series of the window's groups or, with `members`, of the set of these satellites; returns its
 * address.
 */
function openSeries(window: WindowRecord, place: Place, members?: Uint8Array): number {
  const shape = { groupCount: members ? 1 : window.groupCount, epochCount: EPOCHS, members };
  const bytes = seriesBytes(core, shape);
  const series = block(core, bytes);
  // Earlier contents of the memory must not matter.
  core.bytes.fill(0xa5, series, series + bytes);
  writeSeries(core, series, shape, CELL);
  writeSite(core, series + layout.SERIES_SITE, place);
  return series;
}

/** Marks the epochs [from, to) in the slot as asked for. */
function ask(from: number, to: number): void {
  askEpochs(
    core,
    slot,
    Array.from({ length: to - from }, (_, i) => from + i),
  );
}

const isAsked = (k: number): boolean => hasBit(core.bytes.subarray(slot + layout.SLOT_COVERED), k);

/** Fills the epochs asked for in short portions, each in the working memory of another thread, in turn. */
function fillByTurns(window: WindowRecord, series: number, bands: number): void {
  kernels.openFill(window.pointer, series, bands, slot);
  let turn = 0;
  const next = (): number => works[turn++ % works.length] as number;
  while (kernels.countFill(window.pointer, series, bands, slot, next(), 0) === STATUS.needsFill);
  kernels.closeFill(window.pointer, series, bands, slot);
}

const scene = fc.record({
  elements: fc.array(fc.oneof(lowOrbits, randomElements(START_US)), { minLength: 4, maxLength: 12 }),
  where: anyPlace,
  mask: fc.constantFrom(0, 10, 50),
  filled: fc.array(fc.tuple(fc.nat({ max: EPOCHS - 1 }), fc.constantFrom(1, 9, 16, 500)), { maxLength: 5 }),
});
const ABOVE = {
  elements: [ROUND, ROUND, ROUND, ROUND],
  where: { latDeg: 0, lonDeg: 0, heightKm: 0 },
  mask: 10 as const,
  filled: [
    [300, 9],
    [700, 16],
  ] as [number, 9 | 16][],
};

test('counts are the same whether filled at covered epochs only, in portions, or by several threads in turns', (t) => {
  let counted = 0;
  fc.assert(
    fc.property(scene, ({ elements, where, mask, filled }) => {
      const window = open(elements, mask);
      const [part, whole, pieces] = [0, 1, 2].map(() => openSeries(window, where)) as [number, number, number];
      ask(0, EPOCHS);
      fillByTurns(window, whole, ALL_BANDS);
      // Fills all epochs last, so that spans go on across short gaps that are filled already.
      for (const [from, length] of [...filled, [0, EPOCHS] as const]) {
        ask(from, Math.min(EPOCHS, from + length));
        kernels.fillSeries(window.pointer, pieces, ALL_BANDS, slot);
      }
      kernels.coverTracked(window.pointer, 0, part + layout.SERIES_SITE, 0, EPOCHS, slot);
      assert.equal(kernels.fillSeries(window.pointer, part, ALL_BANDS, slot), STATUS.ok);
      const [some, all] = [seriesRows(core, part), seriesRows(core, whole)];
      assert.deepEqual(seriesRows(core, pieces), all);
      for (let g = 0; g < window.groupCount; g++) {
        for (let k = 0; k < EPOCHS; k++) {
          if (!isAsked(k)) continue;
          assert.equal(some[g]?.[k], all[g]?.[k], `group ${g}, epoch ${k}`);
          counted += some[g]?.[k] ?? 0;
        }
      }
      for (const pointer of [part, whole, pieces]) arena.free(pointer);
      window.free();
    }),
    { numRuns: 20, examples: [[ABOVE]] },
  );
  t.true(counted > 0);
});

/** Fills a series at the epochs that a satellite covers, and returns its intensities. */
function intensities(window: WindowRecord, series: number, index: number, bands: number): number[] {
  kernels.coverTracked(window.pointer, index, series + layout.SERIES_SITE, 0, EPOCHS, slot);
  assert.equal(kernels.fillSeries(window.pointer, series, bands, slot), STATUS.ok);
  assert.equal(kernels.scanSeries(window.pointer, series, bands, slot), STATUS.ok);
  return [...new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, EPOCHS)];
}

/** Intensities of a satellite over a place, counted among the satellites `members`. */
function bySet(window: WindowRecord, place: Place, index: number, members: readonly number[]): number[] {
  const series = openSeries(window, place, bitmapOf(window.indexOf.length, members));
  const found = intensities(window, series, index, 1);
  arena.free(series);
  return found;
}

/** Intensities of a satellite over a place in these bands, from a series of the window's groups. */
function byBands(window: WindowRecord, place: Place, index: number, bands: number): number[] {
  const series = openSeries(window, place);
  const found = intensities(window, series, index, bands);
  arena.free(series);
  return found;
}

/**
 * Slow twin: finds every member's coverage by skipping ahead, and sums it at the epochs at which the tracked satellite
 * covers the place.
 */
function twin(window: WindowRecord, place: Place, index: number, members: readonly number[]): number[] {
  const site = block(core, layout.SITE_BYTES);
  writeSite(core, site, place);
  const covered = (satellite: number): Uint8Array => {
    kernels.coverAhead(window.pointer, satellite, site, 0, EPOCHS, slot);
    return Uint8Array.from({ length: EPOCHS }, (_, k) => Number(isAsked(k)));
  };
  const sums = new Uint16Array(EPOCHS);
  for (const member of members) covered(member).forEach((one, k) => (sums[k] = (sums[k] as number) + one));
  const found = Array.from(covered(index), (own, k) => (own === 0 ? 0 : (sums[k] as number) - 1));
  arena.free(site);
  return found;
}

const satellites = sampleSatellites(200);
const window = placeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
const groups = groupRanges(core, window.pointer);
const indexesOf = (bands: number): number[] =>
  groups
    .filter((group) => (group.bands & bands) !== 0)
    .flatMap(({ ranges }) => ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)));

test('a set of whole groups counts as a question by bands does, bit for bit; a set of one satellite counts nobody', (t) => {
  for (const bands of [ALL_BANDS, ...groups.map((group) => group.bands).filter((one) => one !== 0)]) {
    const members = indexesOf(bands);
    const tracked = members[members.length >> 1] as number;
    t.deepEqual(bySet(window, BERLIN, tracked, members), byBands(window, BERLIN, tracked, bands));
  }
  t.true(bySet(window, BERLIN, 3, [3]).every((value) => value === 0));
});

test('any set of any orbits counts what its slow twin does', (t) => {
  const drawn = fc.record({
    elements: fc.array(randomElements(START_US), { minLength: 1, maxLength: 80 }),
    chosen: fc.infiniteStream(fc.boolean()),
    tracked: fc.nat(),
    where: anyPlace,
  });
  fc.assert(
    fc.property(drawn, ({ elements, chosen, tracked, where }) => {
      const opened = open(elements, 0);
      const own = tracked % elements.length;
      const members = elements.flatMap((_, i) => (i === own || chosen.next().value ? [i] : []));
      t.deepEqual(bySet(opened, where, own, members), twin(opened, where, own, members));
      opened.free();
    }),
    { numRuns: 8 },
  );
});

test('a cancelled fill leaves nothing behind, and a later one in turns gives the counts of a fill at once', (t) => {
  const members = indexesOf(ALL_BANDS);
  const tracked = members[0] as number;
  const series = openSeries(window, BERLIN, bitmapOf(satellites.length, members));
  kernels.coverTracked(window.pointer, tracked, series + layout.SERIES_SITE, 0, EPOCHS, slot);
  kernels.openFill(window.pointer, series, 1, slot);
  t.is(kernels.countFill(window.pointer, series, 1, slot, slot + layout.SLOT_WORK, 0), STATUS.needsFill);
  cancelSlot(core, slot);
  t.is(kernels.countFill(window.pointer, series, 1, slot, slot + layout.SLOT_WORK, 0), STATUS.cancelled);
  writeSlot(core, slot);
  t.is(kernels.scanSeries(window.pointer, series, 1, slot), STATUS.needsFill);
  fillByTurns(window, series, 1);
  t.is(kernels.scanSeries(window.pointer, series, 1, slot), STATUS.ok);
  const found = [...new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, EPOCHS)];
  t.deepEqual(found, byBands(window, BERLIN, tracked, ALL_BANDS));
  arena.free(series);
});

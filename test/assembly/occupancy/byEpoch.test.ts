import assert from 'node:assert/strict';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';
import { cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { seriesBytes, seriesRows, writeSeries } from '../../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../../src/core/records/slotRecord.js';
import type { WindowRecord } from '../../../src/core/records/windowRecord.js';
import { writeWholeSlice } from '../../../src/core/records/ringSlice.js';
import { readEpochBlock } from '../../../src/web/data/epochBlock.js';
import { debugCore } from '../../helpers/kernels.js';
import { orbitAt, randomElements } from '../../helpers/elements.js';
import { nestedIntensities } from '../../helpers/packedCells.js';
import { everyCell, openScene, placedSatellites, positionOf, ringTable } from '../footprint/everyCell.js';
import { countEach, writePrefixes } from './countEach.js';
import { askEpochs, block, hasBit, placeWindow } from '../../helpers/memory.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 10_080;
const NSIDE = 32;
const core = await createOwnedCore(128, debugCore);
const { kernels, layout, view, memory, bytes } = core;
const rings = ringTable(core, NSIDE);
const entryOf = Array.from({ length: cellCount(NSIDE) }, (_, ipix) => rings.offsetOf(ipix) / 2);
/** Three maps, each with 64 bytes of memory more, in which a test can see that a kernel writes beyond its map. */
const [map, sum, prefix] = [1, 2, 3].map(() => block(core, rings.mapBytes + 64)) as [number, number, number];
const scratch = block(core, layout.SCRATCH_BYTES);
const work = block(core, layout.FOOTPRINT_WORK_BYTES);
const slot = block(core, layout.SLOT_TEXT);
const list = block(core, kernels.cellListBytes(NSIDE));
const packed = block(core, 2 + 9 * cellCount(NSIDE));

/** Reads the epoch that packFootprint wrote, by the page's own reader. */
function unpacked(length: number) {
  const head = new Uint8Array(Uint32Array.of(NSIDE, 0, 1).buffer);
  const [epoch] = readEpochBlock(Uint8Array.from([...head, ...bytes.slice(packed, packed + length)]).buffer).epochs;
  assert(epoch);
  return epoch;
}

/** Entries of a map by NESTED number. */
function cellsOf(pointer: number): number[] {
  const entries = new Uint16Array(memory.buffer, pointer, rings.mapBytes / 2);
  return entryOf.map((entry) => entries[entry] as number);
}

/** Adds the footprints of the satellites in a range to the map of differences at `pointer`. */
function add(positions: number, [from, to]: readonly [number, number], pointer: number, around = -1): void {
  writeWholeSlice(core, work, rings.pointer, NSIDE, pointer);
  kernels.addFootprints(work, 0, positions, from, to, around);
}

/** Writes a map of counts of the satellites in a range to `pointer`. */
function draw(positions: number, range: readonly [number, number], pointer: number): void {
  bytes.fill(0, pointer, pointer + rings.mapBytes);
  add(positions, range, pointer);
  kernels.sumRings(rings.pointer, pointer);
}

/** Asserts that two lists of numbers are equal; faster than AVA's own comparison for thousands of them. */
function same(t: ExecutionContext, found: ArrayLike<number>, expected: ArrayLike<number>): void {
  t.is(found.length, expected.length);
  const wrong = Array.from(expected).flatMap((value, i) => (found[i] === value ? [] : [`${i}: ${found[i]}`]));
  t.deepEqual(wrong, []);
}

/** Cells of the list with their values. */
function listed(t: ExecutionContext): [ipix: number, value: number][] {
  const marks = list + layout.CELL_LIST_HEADER_BYTES;
  const values = marks + 8 * Math.ceil(cellCount(NSIDE) / 64);
  const marked = bytes.subarray(marks, values);
  const found = Array.from({ length: cellCount(NSIDE) }, (_, ipix) => ipix).filter((ipix) => hasBit(marked, ipix));
  t.is(found.length, view.getUint32(list + layout.CELL_LIST_COUNT, true));
  return found.map((ipix) => [ipix, view.getUint16(values + 2 * ipix, true)]);
}

/** Satellite that cannot be propagated. */
const NOWHERE = { position: [Number.NaN, Number.NaN, Number.NaN] as const, minElevationDeg: 10 };

test('a run index counts and lists the cells of a footprint with others above them, and the footprint packs all its cells', (t) => {
  fc.assert(
    fc.property(placedSatellites(core, NSIDE, 12), (placed) => {
      const satellites = [...placed, NOWHERE];
      const rows = everyCell(core, NSIDE, satellites);
      const scene = openScene(core, satellites);
      draw(scene.positions, [0, satellites.length], sum);
      writePrefixes(core, rings, sum, prefix);
      const sums = cellsOf(sum);
      const counts = countEach(core, rings, scene.positions, [...satellites.keys()], prefix);
      satellites.forEach((_, s) => {
        const row = [...(rows[s] ?? [])];
        const expected = row.flatMap((bit, ipix): [number, number][] => {
          const others = (sums[ipix] ?? 0) - 1;
          return bit === 1 && others > 0 ? [[ipix, others]] : [];
        });
        const count = expected.length;
        t.is(counts[s], count);
        t.is(
          kernels.countAll(rings.pointer, scene.positions, s, scratch),
          row.reduce((cells, bit) => cells + bit, 0),
        );
        t.is(kernels.listCovered(rings.pointer, scene.positions, s, sum, scratch, list), count);
        same(t, listed(t).flat(), expected.flat());
        const most = kernels.footprintBytes(rings.pointer, scene.positions, s, scratch);
        const length = kernels.packFootprint(rings.pointer, scene.positions, s, sum, scratch, packed);
        t.true(length <= most);
        const whole = nestedIntensities(unpacked(length));
        same(
          t,
          whole,
          row.map((bit, ipix) => (bit === 1 ? (sums[ipix] ?? 0) - 1 : -1)),
        );
      });
      scene.free();
    }),
    { numRuns: 4 },
  );
});

/** Elements of a satellite that SGP4 puts below the surface after some days. */
const DECAYING = orbitAt(START_US, { meanMotionRevPerDay: 16.4, bstar: 0.01 });

/** Elements of two satellites close together, and of one on the other side of the Earth. */
const NEAR_AND_FAR = [0, 1, 180].map((meanAnomalyDeg) => orbitAt(START_US, { meanAnomalyDeg }));

const MASKS_DEG = [0, 5, 10, 25, 60];

function openPositions(window: WindowRecord, count: number): number {
  const positions = block(core, kernels.positionsBytes(count));
  kernels.openPositions(window.pointer, positions);
  return positions;
}

function open(elements: readonly MeanElements[]): WindowRecord {
  return placeWindow(core, {
    startUs: START_US,
    epochCount: EPOCHS,
    satellites: elements.map((one, i) => ({
      elements: one,
      bands: 1 + (i % 3),
      minElevationDeg: MASKS_DEG[i % MASKS_DEG.length] ?? 0,
    })),
  });
}

test('around a satellite the counts are those of all satellites within its footprint, and never more elsewhere', (t) => {
  const scene = fc.record({
    elements: fc.array(randomElements(START_US), { minLength: 8, maxLength: 30 }),
    k: fc.nat({ max: EPOCHS - 1 }),
    cut: fc.nat({ max: 31 }),
  });
  let within = 0;
  let shared = 0;
  let leftOut = 0;
  fc.assert(
    fc.property(scene, ({ elements, k, cut }) => {
      const all = [...elements, DECAYING];
      const window = open(all);
      const positions = openPositions(window, all.length);
      kernels.epochPositions(window.pointer, k, 0, all.length, scratch, positions);
      draw(positions, [0, all.length], sum);
      const whole = cellsOf(sum);
      const middle = Math.min(cut, all.length);
      all.forEach((_, target) => {
        draw(positions, [target, target + 1], map);
        const own = cellsOf(map);
        bytes.fill(0, map, map + rings.mapBytes);
        add(positions, [middle, all.length], map, target);
        add(positions, [0, middle], map, target);
        kernels.sumRings(rings.pointer, map);
        const around = cellsOf(map);
        const wrong = own.flatMap((covered, ipix) => {
          const [found, expected] = [around[ipix] as number, whole[ipix] as number];
          if (covered === 0) return found <= expected ? [] : [ipix];
          within++;
          if (found > 1) shared++;
          return found === expected ? [] : [ipix];
        });
        assert.deepEqual(wrong, [], `around ${target}`);
        if (around.some((count, ipix) => count < (whole[ipix] as number))) leftOut++;
      });
      core.arena.free(positions);
      window.free();
    }),
    { numRuns: 8, examples: [[{ elements: NEAR_AND_FAR, k: 0, cut: 2 }]] },
  );
  t.true(within > 0 && shared > 0 && leftOut > 0, `${within}, ${shared}, ${leftOut}`);
});

test('counting by epoch and by site gives the same counts and coverage, group by group', (t) => {
  const scene = fc.record({
    elements: fc.array(randomElements(START_US), { minLength: 10, maxLength: 25 }),
    epochs: fc.uniqueArray(fc.nat({ max: EPOCHS - 1 }), { minLength: 2, maxLength: 4 }),
    cells: fc.array(fc.nat({ max: cellCount(NSIDE) - 1 }), { minLength: 4, maxLength: 6 }),
    under: fc.array(fc.nat({ max: 9 }), { minLength: 6, maxLength: 6 }),
  });
  let nonzero = 0;
  fc.assert(
    fc.property(scene, ({ elements, epochs, cells, under }) => {
      const window = open(elements);
      const positions = openPositions(window, elements.length);
      kernels.epochPositions(window.pointer, epochs[0] ?? 0, 0, elements.length, scratch, positions);
      const asked = [...cells, ...under.flatMap((index) => cellUnder(positionOf(core, positions, index)))];
      const series = asked.map((ipix) => bySite(window, ipix, epochs));
      for (const k of epochs) {
        kernels.epochPositions(window.pointer, k, 0, elements.length, scratch, positions);
        for (let g = 0; g < window.groupCount; g++) {
          drawGroup(window, positions, g);
          const counts = cellsOf(map);
          const found = asked.map((ipix) => counts[ipix]);
          nonzero += found.filter((count) => count !== 0).length;
          t.deepEqual(
            found,
            series.map(({ rows }) => rows[g]?.[k]),
          );
        }
        draw(positions, [0, elements.length], sum);
        const sums = cellsOf(sum);
        asked.forEach((ipix, p) => {
          t.is(
            sums[ipix],
            series[p]?.covered.reduce((count, epochsOf) => count + Number(epochsOf.has(k)), 0),
          );
        });
      }
      core.arena.free(positions);
      window.free();
    }),
    { numRuns: 20, examples: [[{ elements: NEAR_AND_FAR, epochs: [0, 1], cells: [0], under: [0] }]] },
  );
  t.true(nonzero > 0);
});

function cellUnder([x, y, z]: readonly [number, number, number]): number[] {
  if (Number.isNaN(x)) return [];
  return [kernels.ang2pixNest(NSIDE, Math.atan2(y, x), Math.atan2(z, Math.hypot(x, y)))];
}

/**
 * Counts a cell by site at these epochs; returns each group's row and, for each satellite, the epochs among these at
 * which it covers the cell.
 */
function bySite(
  window: WindowRecord,
  ipix: number,
  epochs: readonly number[],
): { rows: Uint16Array[]; covered: Set<number>[] } {
  const shape = { groupCount: window.groupCount, epochCount: EPOCHS };
  const series = block(core, seriesBytes(core, shape));
  const site = series + layout.SERIES_SITE;
  writeSeries(core, series, shape, { nside: NSIDE, ipix });
  writeSlot(core, slot);
  const covered = Array.from(
    window.indexOf,
    (index) => new Set(epochs.filter((k) => kernels.coverTracked(window.pointer, index, site, k, k + 1, slot) === 1)),
  );
  askEpochs(core, slot, epochs);
  kernels.fillSeries(window.pointer, series, 0xff, slot);
  const rows = seriesRows(core, series).map((row) => row.slice());
  core.arena.free(series);
  return { rows, covered };
}

/** Writes an emitter group's map of counts to `map`. A group is two ranges of satellites: near-earth and deep-space. */
function drawGroup(window: WindowRecord, positions: number, g: number): void {
  const word = (pointer: number): number => view.getUint32(pointer, true);
  const near = word(window.pointer + layout.WINDOW_NEAR_COUNT);
  const group = word(window.pointer + layout.WINDOW_GROUPS) + g * layout.GROUP_BYTES;
  bytes.fill(0, map, map + rings.mapBytes);
  for (const [from, to] of [
    [word(group + layout.GROUP_NEAR_FROM), word(group + layout.GROUP_NEAR_TO)],
    [near + word(group + layout.GROUP_DEEP_FROM), near + word(group + layout.GROUP_DEEP_TO)],
  ] as const) {
    add(positions, [from, to], map);
  }
  kernels.sumRings(rings.pointer, map);
}

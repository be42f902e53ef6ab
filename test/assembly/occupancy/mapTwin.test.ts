import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import type { RingTable } from '../../../src/core/records/ringTable.js';
import { writeWords } from '../../../src/core/layout.js';
import { writeWholeSlice } from '../../../src/core/records/ringSlice.js';
import { chosenCells, ringSlices, sumTerms } from '../../../src/memory/sweep/sweepTables.js';
import { debugCore } from '../../helpers/kernels.js';
import { placedSatellites, type PlacedSatellite, openScene, ringTable } from '../footprint/everyCell.js';
import { block } from '../../helpers/memory.js';

const core = await createOwnedCore(128, debugCore);
const { kernels, layout, memory, bytes } = core;
const work = block(core, layout.FOOTPRINT_WORK_BYTES);
const plan = block(core, layout.SWEEP_PLAN_BYTES);
const scratch = block(core, layout.SCRATCH_BYTES);
const tables = [32, 64, 128, 256].map((nside) => ringTable(core, nside));
const small = tables.slice(0, 2);
const most = tables.at(-1)?.mapBytes ?? 0;
const map = block(core, most);

/** Bytes of the map of differences that `draw` makes of an empty map. */
function drawn({ pointer, mapBytes }: RingTable, draw: () => void): Buffer {
  kernels.clearMap(pointer, map);
  draw();
  return Buffer.from(bytes.slice(map, map + mapBytes));
}

function add({ pointer, nside }: RingTable, positions: number, from: number, to: number): void {
  writeWholeSlice(core, work, pointer, nside, map);
  kernels.addFootprints(work, 0, positions, from, to, -1);
}

const OVERHEAD: PlacedSatellite = { position: [42_164, 0, 0], minElevationDeg: 10 };
/** Sizes of a slice of rings in bytes; the smallest gives one ring at a time, the largest all rings at once. */
const SLICE_BYTES = [1, 40_000, 200_000, 1e7];

interface DrawnScene {
  table: RingTable;
  satellites: PlacedSatellite[];
}

/**
 * Random scenes of satellites at all heights and minimum elevations, many where rounding matters most; one satellite
 * has no position.
 */
function scenes(count: number, some = tables): fc.Arbitrary<DrawnScene> {
  const nowhere = { position: [Number.NaN, Number.NaN, Number.NaN] as const, minElevationDeg: 10 };
  return fc.constantFrom(...some).chain((table) =>
    fc.record({
      table: fc.constant(table),
      satellites: fc
        .tuple(placedSatellites(core, table.nside, count), fc.nat({ max: count }))
        .map(([satellites, k]) => [...satellites.slice(0, k), nowhere, ...satellites.slice(k)]),
    }),
  );
}

test('f32 with its repair draws the same map as f64 alone, entry by entry, in one call or several', (t) => {
  let changed = 0;
  fc.assert(
    fc.property(scenes(60), fc.nat({ max: 20 }), fc.nat({ max: 20 }), ({ table, satellites }, before, behind) => {
      const placed = openScene(core, satellites);
      const { positions } = placed;
      const [from, to] = [before, satellites.length - behind];
      const expected = drawn(table, () => {
        kernels.addFootprintsExactly(table.pointer, positions, from, to, map, scratch);
      });
      assert.ok(expected.equals(drawn(table, () => add(table, positions, from, to))));
      // Draws in two calls, the later half first.
      const middle = (from + to) >> 1;
      const parts = drawn(table, () => {
        add(table, positions, middle, to);
        add(table, positions, from, middle);
      });
      assert.ok(expected.equals(parts));
      changed += expected.filter((byte) => byte !== 0).length;
      placed.free();
    }),
    { numRuns: 40, examples: tables.map((table) => [{ table, satellites: [OVERHEAD] }, 0, 0]) },
  );
  t.true(changed > 0);
});

test('sums of groups, kept cells and prefix counts equal those of adding maps cell by cell, in slices of any size', (t) => {
  const scene = fc.record({
    drawnScene: scenes(30, small),
    cuts: fc.array(fc.nat({ max: 31 }), { maxLength: 6 }),
    subsets: fc.array(fc.nat({ max: 127 }), { minLength: 1, maxLength: 5 }),
    cells: fc.uniqueArray(fc.nat({ max: cellCount(32) - 1 }), { maxLength: 20 }),
    sliceBytes: fc.constantFrom(...SLICE_BYTES),
  });
  const sliceCounts = new Set<number>();
  fc.assert(
    fc.property(scene, ({ drawnScene: { table, satellites }, cuts, subsets, cells, sliceBytes }) => {
      const placed = openScene(core, satellites);
      const { positions } = placed;
      const ends = [0, ...cuts.toSorted((a, b) => a - b), satellites.length];
      const groups = ends.slice(1).map((to, g): [number, number] => [ends[g] ?? 0, to]);
      const members = subsets.map((subset) => [...groups.keys()].filter((g) => (subset >> g) & 1));
      const { slices, stride } = ringSlices(table, groups.length + members.length, sliceBytes);
      sliceCounts.add(slices.length);
      const words = (values: Uint32Array): number => {
        const pointer = block(core, values.byteLength);
        new Uint32Array(memory.buffer, pointer, values.length).set(values);
        return pointer;
      };
      const chosen = words(chosenCells(table, Uint32Array.from(cells)));
      const sets = words(sumTerms(groups.length, members));
      // The last group's rows come first.
      const groupRows = words(Uint32Array.from(groups, (_, g) => (groups.length - 1 - g) * cells.length));
      const out = block(core, 4 * cells.length * groups.length);
      const rows = block(core, kernels.sumWorkBytes(table.pointer, groups.length, members.length));
      const maps = block(core, groups.length * stride);
      const prefix = block(core, (members.length + 1) * stride + 3 * table.longestRowBytes);
      const marks = block(core, layout.MARKS_BYTES * groups.length);
      bytes.fill(0, out, out + 4 * cells.length * groups.length);
      bytes.fill(0, marks, marks + layout.MARKS_BYTES * groups.length);
      bytes.fill(0, maps, maps + groups.length * stride);
      bytes.fill(0xee, prefix, prefix + members.length * stride);
      bytes.fill(0xee, rows, rows + kernels.sumWorkBytes(table.pointer, groups.length, members.length));

      const counts = groups.map(([from, to]) => {
        drawn(table, () => add(table, positions, from, to));
        kernels.sumRings(table.pointer, map);
        return new Uint16Array(memory.buffer, map, table.mapBytes / 2).slice();
      });
      const sums = members.map((some) => {
        const sum = new Uint16Array(table.mapBytes / 2);
        for (const g of some) counts[g]?.forEach((count, i) => (sum[i] = (sum[i] as number) + count));
        return sum;
      });
      for (const { first, last, at } of slices) {
        writeWords(core, 'RING_SLICE', work, {
          RINGS: table.pointer,
          FIRST_RING: first,
          LAST_RING: last,
          HEADS: maps,
          MAPS: maps - at,
          STRIDE: stride,
          MARKS: marks,
        });
        groups.forEach(([from, to], g) => kernels.addFootprints(work, g, positions, from, to, -1));
        writeWords(core, 'SWEEP_PLAN', plan, {
          SLICE: work,
          GROUPS: groups.length,
          SET_COUNT: members.length,
          SETS: sets,
          PREFIX_HEADS: prefix,
          PREFIXES: prefix - at,
          CELLS: chosen,
          GROUP_ROWS: groupRows,
          OUT: out,
          OUT_STRIDE: 4,
          SUM_WORK: rows,
        });
        kernels.sumGroups(plan);
        members.forEach((_, s) => {
          const heads = new Uint32Array(memory.buffer, prefix + s * stride, 4 * table.nside);
          for (let r = first; r <= last; r++) {
            const [row, count] = [table.rowOf(r), 4 * Math.min(table.nside, r, 4 * table.nside - r)];
            const found = new Uint16Array(memory.buffer, prefix + s * stride - at + row, count);
            let above = 0;
            for (let i = 0; i < count; i++) {
              if (found[i] !== above) assert.fail(`set ${s}, ring ${r}, cell ${i}: ${found[i]}, not ${above}`);
              above += Number((sums[s]?.[row / 2 + i] ?? 0) > 1);
            }
            assert.equal(heads[r - 1], above);
          }
        });
      }
      const kept = new Uint16Array(memory.buffer, out, 2 * cells.length * groups.length);
      cells.forEach((ipix, c) => {
        groups.forEach((_, g) => {
          const row = (groups.length - 1 - g) * cells.length + c;
          assert.equal(kept[2 * row], counts[g]?.[table.offsetOf(ipix) / 2]);
        });
      });
      assert.ok(bytes.subarray(maps, maps + groups.length * stride).every((byte) => byte === 0));
      for (const pointer of [chosen, sets, groupRows, out, rows, maps, marks, prefix]) core.arena.free(pointer);
      placed.free();
    }),
    {
      numRuns: 20,
      examples: small.flatMap((table) =>
        SLICE_BYTES.map((sliceBytes) => [
          {
            drawnScene: { table, satellites: [OVERHEAD, OVERHEAD] },
            cuts: [1],
            subsets: [1, 3],
            cells: [0, 5000],
            sliceBytes,
          },
        ]),
      ),
    },
  );
  t.true(sliceCounts.has(1) && sliceCounts.size > 3, [...sliceCounts].join(', '));
});

test('a band set is summed from the shorter of its groups and the others', (t) => {
  t.deepEqual([...sumTerms(6, [[1, 4]])], [0, 2, 1, 4]);
  t.deepEqual([...sumTerms(6, [[0, 1, 2, 3, 5], [2]])], [1, 1, 4, 0, 1, 2]);
  t.deepEqual([...sumTerms(6, [[], [0, 1, 2, 3, 4, 5]])], [0, 0, 1, 0]);
});

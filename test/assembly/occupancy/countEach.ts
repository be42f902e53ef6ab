import type { OwnedCore } from '../../../src/core/instance.js';
import type { RingTable } from '../../../src/core/records/ringTable.js';
import { writeWords } from '../../../src/core/layout.js';
import { writeWholeSlice } from '../../../src/core/records/ringSlice.js';
import { trackedTables } from '../../../src/memory/sweep/sweepTables.js';
import { block } from '../../helpers/memory.js';

/**
 * Writes the map of prefix counts for a map of sums: each cell gets the number of cells in front of it in its ring
 * whose sum exceeds 1.
 */
export function writePrefixes(
  { layout, memory, view }: OwnedCore,
  rings: RingTable,
  sum: number,
  prefix: number,
): void {
  const entries = new Uint16Array(memory.buffer, sum, rings.mapBytes / 2);
  const prefixes = new Uint16Array(memory.buffer, prefix, rings.mapBytes / 2);
  const totals = new Uint32Array(memory.buffer, prefix, 4 * rings.nside - 1);
  totals.forEach((_, r) => {
    const ring = rings.pointer + layout.RING_TABLE_HEADER_BYTES + r * layout.RING_BYTES;
    const row = view.getUint32(ring + layout.RING_ROW, true) / 2;
    let above = 0;
    for (let i = row; i < row + view.getUint32(ring + layout.RING_CELLS, true); i++) {
      prefixes[i] = above;
      if ((entries[i] as number) > 1) above++;
    }
    totals[r] = above;
  });
}

/** Counts, by a map of prefix counts, the cells of each satellite's footprint whose sum exceeds 1. */
export function countEach(
  core: OwnedCore,
  rings: RingTable,
  positions: number,
  satellites: readonly number[],
  prefix: number,
): number[] {
  const { kernels, layout, memory, bytes, arena } = core;
  const tracked = satellites.map((index, row) => ({ index, row, sets: [0] }));
  const { records, list } = trackedTables(layout, tracked);
  const own = block(core, kernels.positionsBytes(tracked.length));
  const table = block(core, records.byteLength);
  const sets = block(core, list.byteLength);
  const counts = block(core, 4 * tracked.length);
  const work = block(core, layout.FOOTPRINT_WORK_BYTES);
  const plan = block(core, layout.SWEEP_PLAN_BYTES);
  new Uint32Array(memory.buffer, table, records.length).set(records);
  new Uint32Array(memory.buffer, sets, list.length).set(list);
  bytes.fill(0, counts, counts + 4 * tracked.length);
  kernels.pickPositions(positions, table + layout.TRACKED_SATELLITE, layout.TRACKED_BYTES, tracked.length, own);
  writeWholeSlice(core, work, rings.pointer, rings.nside, 0);
  writeWords(core, 'SWEEP_PLAN', plan, {
    SLICE: work,
    PREFIX_HEADS: prefix,
    PREFIXES: prefix,
    POSITIONS: own,
    TRACKED: table,
    TRACKED_SETS: sets,
    COUNTS: counts,
    COUNT_STRIDE: 4,
  });
  kernels.countCovered(plan);
  const found = [...new Uint32Array(memory.buffer, counts, tracked.length)];
  for (const pointer of [own, table, sets, counts, work, plan]) arena.free(pointer);
  return found;
}

import type { CoreInstance } from '../../core/instance.js';
import { writeWords } from '../../core/layout.js';
import { encodeNumbers } from '../../codec/numbers.js';
import type { RingSlice } from '../../memory/sweep/sweepTables.js';
import type { SweepMemory } from '../../memory/sweep/sweepMemory.js';

/** Task that counts cells at the epochs [from, from + epochs). */
export interface SweepBlockTask extends SweepMemory {
  window: number;
  /** Number of satellites in the window. */
  satellites: number;
  from: number;
  epochs: number;
  /** Number of cells whose occupancies are kept. */
  cells: number;
  /** Rows of a cell: emitter groups of the window. */
  cellRows: number;
  /** Number of cells in a part of the result. */
  partCells: number;
  /** Number of rows of counts in a part of the result. */
  partRows: number;
}

/**
 * Parts of a block as they are stored: first a part of the counts (u32: a row for each tracked satellite and band set,
 * by epoch); then the occupancies, a part for each range of cells (u16: by group, cell, epoch); then parts with the
 * other rows of counts. A group's counts in neighbouring cells are alike, so that they take little room side by side.
 */
interface SweepBlockResult {
  parts: Uint8Array[];
}

/**
 * Counts all cells, or those around tracked satellites, at every epoch of a block. From the map of each group it keeps
 * the occupancies of the chosen cells. From the sums of the maps over each band set it counts the cells of the run
 * indexes of tracked satellites.
 */
export function sweepBlock(core: CoreInstance, task: SweepBlockTask): SweepBlockResult {
  const { bytes, kernels, layout, memory } = core;
  const { window, positions, rows, epochs, counts } = task;
  const rowCount = task.cells * task.cellRows;
  bytes.fill(0, rows, rows + 2 * rowCount * epochs);
  bytes.fill(0, counts, counts + 4 * task.countRows * epochs);
  kernels.openPositions(window, positions);
  const indexes = task.tracked + layout.TRACKED_SATELLITE;
  for (let e = 0; e < epochs; e++) {
    kernels.epochPositions(window, task.from + e, 0, task.satellites, task.scratch, positions);
    kernels.pickPositions(positions, indexes, layout.TRACKED_BYTES, task.trackedCount, task.trackedPositions);
    for (const slice of task.slices) countSlice(core, task, slice, e);
  }
  const occupancies = new Uint16Array(memory.buffer, rows, rowCount * epochs);
  const room = new Uint16Array(task.cellRows * Math.min(task.cells, task.partCells) * epochs);
  const cellParts = portions(task.cells, task.partCells).map(({ from, count }) => {
    const part = room.subarray(0, task.cellRows * count * epochs);
    for (let group = 0; group < task.cellRows; group++) {
      const first = (group * task.cells + from) * epochs;
      part.set(occupancies.subarray(first, first + count * epochs), group * count * epochs);
    }
    return encodeNumbers(part);
  });
  const [firstCounts = encodeNumbers(new Uint32Array()), ...otherCounts] = portions(task.countRows, task.partRows).map(
    ({ from, count }) => encodeNumbers(new Uint32Array(memory.buffer, counts + 4 * from * epochs, count * epochs)),
  );
  return { parts: [firstCounts, ...cellParts, ...otherCounts] };
}

function portions(all: number, most: number): { from: number; count: number }[] {
  return Array.from({ length: Math.ceil(all / most) }, (_, i) => ({
    from: i * most,
    count: Math.min(most, all - i * most),
  }));
}

/** Counts the cells of a slice of rings at epoch `e` of the block. */
function countSlice(core: CoreInstance, task: SweepBlockTask, { first, last, at }: RingSlice, e: number): void {
  const { kernels } = core;
  const { rings, positions, work, plan, maps, marks, epochs } = task;
  writeWords(core, 'RING_SLICE', work, {
    RINGS: rings,
    FIRST_RING: first,
    LAST_RING: last,
    HEADS: maps,
    MAPS: maps - at,
    STRIDE: task.mapStride,
    MARKS: marks,
  });
  task.groups.forEach(({ ranges, around }, g) => {
    for (const [from, to] of ranges) kernels.addFootprints(work, g, positions, from, to, around);
  });
  writeWords(core, 'SWEEP_PLAN', plan, {
    SLICE: work,
    GROUPS: task.groups.length,
    SET_COUNT: task.setCount,
    SETS: task.sets,
    PREFIX_HEADS: task.prefix,
    PREFIXES: task.prefix - at,
    CELLS: task.chosen,
    GROUP_ROWS: task.groupRows,
    OUT: task.rows + 2 * e,
    OUT_STRIDE: 2 * epochs,
    SUM_WORK: task.sumWork,
    POSITIONS: task.trackedPositions,
    TRACKED: task.tracked,
    TRACKED_SETS: task.trackedSets,
    COUNTS: task.counts + 4 * e,
    COUNT_STRIDE: 4 * epochs,
  });
  kernels.sumGroups(plan);
  kernels.countCovered(plan);
}

import type { CoreInstance } from '../../core/instance.js';
import { writeMapSlice, writeSweepPlan } from '../../core/sweepRecord.js';
import { seal } from '../../codec/numbers.js';
import { denseRows, sealRows } from '../../codec/rows.js';
import type { SweepBlockResult, SweepBlockTask } from '../tasks.js';

/**
 * Counts all cells at every epoch of a block: maps of occupancies of all groups, of which the cells asked for are kept,
 * and their sums over the groups of each band set, of which the tracked satellites' lengths of the run index are taken.
 */
export function sweepBlock(core: CoreInstance, task: SweepBlockTask): SweepBlockResult {
  const { bytes, kernels, layout, memory } = core;
  const { window, places, rows, epochs, counts } = task;
  const rowCount = task.cells * task.cellRows;
  bytes.fill(0, rows, rows + 2 * rowCount * epochs);
  bytes.fill(0, counts, counts + 4 * task.countRows * epochs);
  kernels.openPlaces(window, places);
  const indexes = task.tracked + layout.TRACKED_SATELLITE;
  for (let e = 0; e < epochs; e++) {
    kernels.epochPositions(window, task.from + e, 0, task.satellites, task.scratch, places);
    kernels.pickPlaces(places, indexes, layout.TRACKED_BYTES, task.trackedCount, task.trackedPlaces);
    for (const band of task.bands) countBand(core, task, band, e);
  }
  const cellNumbers = task.cellRows * epochs;
  const cellParts = portions(task.cells, task.partCells).map(({ from, count }) => {
    const part = denseRows(rows + 2 * from * cellNumbers, count, task.cellRows, epochs);
    return sealRows(core, part, task.coding);
  });
  const [firstCounts = seal(new Uint32Array()), ...otherCounts] = portions(task.countRows, task.partRows).map(
    ({ from, count }) => seal(new Uint32Array(memory.buffer, counts + 4 * from * epochs, count * epochs)),
  );
  return { parts: [firstCounts, ...cellParts, ...otherCounts] };
}

function portions(all: number, most: number): { from: number; count: number }[] {
  return Array.from({ length: Math.ceil(all / most) }, (_, i) => ({
    from: i * most,
    count: Math.min(most, all - i * most),
  }));
}

/** A band of rings at epoch `e` of the block. */
function countBand(
  core: CoreInstance,
  task: SweepBlockTask,
  { first, last, at }: SweepBlockTask['bands'][number],
  e: number,
): void {
  const { kernels } = core;
  const { rings, places, work, plan, maps, marks, epochs } = task;
  const slice = {
    rings,
    firstRing: first,
    lastRing: last,
    heads: maps,
    maps: maps - at,
    stride: task.mapStride,
    marks,
  };
  writeMapSlice(core, work, slice);
  task.groups.forEach(({ ranges, around }, g) => {
    for (const [from, to] of ranges) kernels.addFootprints(work, g, places, from, to, around);
  });
  writeSweepPlan(core, plan, {
    slice: work,
    groups: task.groups.length,
    setCount: task.setCount,
    sets: task.sets,
    prefixHeads: task.prefix,
    prefixes: task.prefix - at,
    cells: task.chosen,
    groupRows: task.groupRows,
    out: task.rows + 2 * e,
    outStride: 2 * epochs,
    sumWork: task.sumWork,
    places: task.trackedPlaces,
    tracked: task.tracked,
    trackedSets: task.trackedSets,
    counts: task.counts + 4 * e,
    countStride: 4 * epochs,
  });
  kernels.sumGroups(plan);
  kernels.countCovered(plan);
}

import type { CoreInstance } from '../core/instance.js';
import { seal } from '../store/sealed.js';
import { denseRows, sealRows } from '../store/sealedRows.js';
import type { SweepBlockResult, SweepBlockTask } from './tasks.js';

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
  { kernels, layout }: CoreInstance,
  task: SweepBlockTask,
  { first, last, at }: SweepBlockTask['bands'][number],
  e: number,
): void {
  const { rings, places, work, mapStride } = task;
  const maps = task.maps - at;
  const prefix = task.prefix - at;
  task.groups.forEach(({ ranges, around }, g) => {
    for (const [from, to] of ranges) {
      kernels.addFootprints(
        rings,
        places,
        from,
        to,
        around,
        first,
        last,
        task.maps + g * mapStride,
        maps + g * mapStride,
        work,
        task.marks + g * layout.MARKS_BYTES,
      );
    }
  });
  kernels.sumGroups(
    rings,
    first,
    last,
    task.groups.length,
    task.marks,
    task.maps,
    maps,
    mapStride,
    task.setCount,
    task.sets,
    task.prefix,
    prefix,
    task.chosen,
    task.groupRows,
    task.rows + 2 * e,
    2 * task.epochs,
    task.sumWork,
  );
  kernels.countCovered(
    rings,
    task.trackedPlaces,
    task.tracked,
    task.trackedSets,
    first,
    last,
    task.prefix,
    prefix,
    mapStride,
    task.counts + 4 * e,
    4 * task.epochs,
    work,
  );
}

import type { CoreInstance } from '../core/instance.js';
import { groupRanges } from '../core/windowRecord.js';
import { seal } from '../store/sealed.js';
import { denseRows, sealRows } from '../store/sealedRows.js';
import type { SweepBlockResult, SweepBlockTask } from './tasks.js';

type Groups = ReturnType<typeof groupRanges>;
type Tracked = SweepBlockTask['tracked'][number];

/** Up to so many satellites alone, it costs less to count around each of them than on the whole sphere. */
const FEW_SATELLITES = 3;

/**
 * Counts all cells at every epoch of a block: one map of occupancies for each emitter group, of which the cells asked
 * for are kept, and their sums over the groups of each band set, of which the tracked satellites' lengths of the run
 * index are taken.
 */
export function sweepBlock(core: CoreInstance, task: SweepBlockTask): SweepBlockResult {
  const { bytes, kernels } = core;
  const { window, rows, cells, epochs, tracked } = task;
  const groups = groupRanges(core, window);
  const counts = new Uint32Array(tracked.reduce((sum, { sets }) => sum + sets.length, 0) * epochs);
  const cellNumbers = groups.length * epochs;
  bytes.fill(0, rows, rows + 2 * cells * cellNumbers);
  for (let e = 0; e < epochs; e++) {
    kernels.epochPositions(window, task.from + e, 0, task.satellites, task.scratch, task.positions);
    if (cells === 0 && tracked.length <= FEW_SATELLITES) {
      for (const satellite of tracked) {
        countGroups(core, task, groups, e, satellite);
        countRuns(core, task, counts, e, [satellite]);
      }
    } else {
      countGroups(core, task, groups, e);
      countRuns(core, task, counts, e, tracked);
    }
  }
  const parts: Uint8Array[] = [seal(counts)];
  for (let from = 0; from < cells; from += task.partCells) {
    const count = Math.min(task.partCells, cells - from);
    const part = denseRows(rows + 2 * from * cellNumbers, count, groups.length, epochs);
    parts.push(sealRows(core, part, task.coding));
  }
  return { parts };
}

/**
 * Leaves the sums of the band sets in `sums` and the cells' occupancies at epoch `e` of the block in `rows`; around one
 * satellite only the sums of its sets, right within its footprint.
 */
function countGroups(core: CoreInstance, task: SweepBlockTask, groups: Groups, e: number, around?: Tracked): void {
  const { kernels } = core;
  const { window, rings, positions, map, mapBytes, sums, scratch, epochs } = task;
  const stride = 2 * groups.length * epochs;
  const sets = around?.sets ?? task.bandSets.map((_, s) => s);
  for (const s of sets) kernels.clearMap(rings, sums + s * mapBytes);
  groups.forEach(({ bands, ranges }, g) => {
    const sharing = sets.filter((s) => ((task.bandSets[s] as number) & bands) !== 0);
    if (sharing.length === 0 && (task.cells === 0 || bands === 0)) return;
    kernels.clearMap(rings, map);
    for (const [from, to] of ranges) {
      if (around === undefined) kernels.addFootprints(window, rings, positions, from, to, map, scratch);
      else kernels.addFootprintsAround(window, rings, positions, around.index, from, to, map, scratch);
    }
    kernels.sumRings(rings, map);
    kernels.gatherCells(map, task.offsets, task.cells, task.rows + 2 * (g * epochs + e), stride);
    for (const s of sharing) kernels.addMap(rings, sums + s * mapBytes, map);
  });
}

/** Puts the satellites' counts of cells with a value above 0 at epoch `e` of the block into `counts`. */
function countRuns(
  { kernels }: CoreInstance,
  task: SweepBlockTask,
  counts: Uint32Array,
  e: number,
  satellites: readonly Tracked[],
): void {
  const { window, rings, positions, mapBytes, sums, prefix, scratch, epochs } = task;
  for (const s of new Set(satellites.flatMap(({ sets }) => sets))) {
    kernels.prefixAbove(rings, sums + s * mapBytes, prefix);
    for (const { index, sets, row } of satellites) {
      const at = sets.indexOf(s);
      if (at === -1) continue;
      counts[(row + at) * epochs + e] = kernels.countCovered(window, rings, positions, index, prefix, scratch);
    }
  }
}

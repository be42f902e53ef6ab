import type { CoreInstance } from '../../core/instance.js';
import { writeSeries } from '../../core/records/seriesRecord.js';
import { askAllEpochs, writeSlot } from '../../core/records/slotRecord.js';
import { encodeNumbers, decodeNumbers } from '../../codec/numbers.js';
import { denseRows, encodeRows, decodeRows } from '../../codec/rows.js';
import type { CellMemory, PartMemory } from '../../memory/sweep/partMemory.js';
import { ALL_BANDS_MASK } from '../../spec.js';

/** One part of each block, in the order of their epochs. */
interface AssembleTask {
  blocks: Uint8Array[];
  blockEpochs: number;
  epochCount: number;
  rows: number;
}

interface AssembleSeriesTask extends AssembleTask, PartMemory {
  /** Emitter groups of the window: each cell has a row for every one. */
  groups: number;
}

interface CellTask extends CellMemory {
  window: number;
  nside: number;
  ipix: number;
  groups: number;
  epochCount: number;
}

/** The index of a run as it is stored, and the number of cells that it counts. */
export interface EncodedIndex {
  data: Uint8Array;
  cellCount: number;
}

/** Joins the counts of all blocks into run indexes, one for each row of counts. */
export function assembleIndexes(
  _core: CoreInstance,
  { blocks, blockEpochs, rows, epochCount }: AssembleTask,
): EncodedIndex[] {
  const counts = new Uint32Array(rows * epochCount);
  blocks.forEach((block, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    const numbers = decodeNumbers(block, rows * epochs);
    for (let row = 0; row < rows; row++) {
      counts.set(numbers.subarray(row * epochs, (row + 1) * epochs), row * epochCount + from);
    }
  });
  return Array.from({ length: rows }, (_, row) => {
    const index = counts.subarray(row * epochCount, (row + 1) * epochCount);
    return { data: encodeNumbers(index), cellCount: index.reduce((sum, count) => sum + count, 0) };
  });
}

/** Joins the occupancies of all blocks into the series of a range of cells, as they are stored. */
export function assembleSeries(core: CoreInstance, task: AssembleSeriesTask): Uint8Array[] {
  const { blocks, blockEpochs, rows: cells, groups, epochCount, joined, block, coding } = task;
  const rowBytes = 2 * epochCount;
  blocks.forEach((encoded, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    decodeRows(core, encoded, denseRows(block, cells, groups, epochs), coding);
    core.kernels.copyRows(block, joined + 2 * from, cells * groups, 2 * epochs, rowBytes);
  });
  return Array.from({ length: cells }, (_, cell) =>
    encodeRows(core, denseRows(joined + cell * groups * rowBytes, 1, groups, epochCount), coding),
  );
}

/** Counts one cell by site at every epoch of its window; returns its series as `assembleSeries` does, byte for byte. */
export function countCell(core: CoreInstance, task: CellTask): Uint8Array {
  const { bytes, kernels, layout, view } = core;
  const { window, nside, ipix, groups, epochCount, series, slot, coding } = task;
  writeSlot(core, slot);
  askAllEpochs(core, slot, epochCount);
  writeSeries(core, series, { groupCount: groups, epochCount }, { nside, ipix });
  const rowBytes = kernels.rowBytes(epochCount);
  const rows = { pointer: view.getUint32(series + layout.SERIES_COUNTS, true), cells: 1, groups, rowBytes };
  // A fill writes no row of a group without bands: such rows must be 0 before.
  bytes.fill(0, rows.pointer, rows.pointer + groups * rowBytes);
  kernels.fillSeries(window, series, ALL_BANDS_MASK, slot);
  return encodeRows(core, { ...rows, epochs: epochCount }, coding);
}

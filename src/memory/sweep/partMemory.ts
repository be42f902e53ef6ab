import type { OwnedCore } from '../../core/instance.js';
import { seriesBytes } from '../../core/records/seriesRecord.js';
import { aligned } from '../aligned.js';
import type { LoadedWindow } from '../loadedWindow.js';
import { outOfMemory } from '../outOfMemory.js';

/** What making the series of some cells out of blocks of epochs works on: pointers, for one task at a time. */
export interface PartMemory {
  /** Occupancies of all epochs: cell x group x epoch (u16). */
  readonly joined: number;
  /** Occupancies of one block: cell x group x epoch of the block (u16). */
  readonly block: number;
  /** CODING_BYTES for encoding and decoding. */
  readonly coding: number;
}

/** Allocates memory for joining parts of at most `cells` cells. @throws OutOfMemory when other work has too much of the memory */
export function allocatePartMemory(
  { arena, layout }: OwnedCore,
  window: LoadedWindow,
  { cells, blockEpochs }: { cells: number; blockEpochs: number },
): { memory: PartMemory; free: () => void } {
  const rows = cells * window.record.groupCount;
  const blockAt = aligned(2 * rows * window.epochCount);
  const codingAt = blockAt + aligned(2 * rows * blockEpochs);
  const joined = arena.allocate(codingAt + layout.CODING_BYTES);
  if (joined === undefined) throw outOfMemory('cell series that are read or stored');
  return {
    memory: { joined, block: joined + blockAt, coding: joined + codingAt },
    free: () => {
      arena.free(joined);
    },
  };
}

/** What counting one cell by site works on: pointers, for one task at a time. */
export interface CellMemory {
  /** Record of the cell's series. */
  readonly series: number;
  /** A slot, up to its text. */
  readonly slot: number;
  /** CODING_BYTES for encoding. */
  readonly coding: number;
}

/** Allocates memory for counting cells by site. @throws OutOfMemory when other work has too much of the memory */
export function allocateCellMemory(
  core: OwnedCore,
  { record, epochCount }: LoadedWindow,
): { memory: CellMemory; free: () => void } {
  const { arena, layout } = core;
  const slotAt = aligned(seriesBytes(core, record.groupCount, epochCount));
  const codingAt = slotAt + aligned(layout.SLOT_TEXT);
  const series = arena.allocate(codingAt + layout.CODING_BYTES);
  if (series === undefined) throw outOfMemory('cell series that are read or stored');
  return {
    memory: { series, slot: series + slotAt, coding: series + codingAt },
    free: () => arena.free(series),
  };
}

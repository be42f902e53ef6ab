import type { OwnedCore } from '../../core/instance.js';
import { seriesBytes } from '../../core/records/seriesRecord.js';
import type { LoadedWindow } from '../loadedWindow.js';
import { allocateParts } from '../parts.js';

const STORED = 'cell series that are read or stored';

/** Pointers for a task that joins blocks of epochs into the series of some cells; one task uses them at a time. */
export interface PartMemory {
  /** Occupancies of all epochs: cell x group x epoch (u16). */
  readonly joined: number;
  /** Occupancies of one block: cell x group x epoch of the block (u16). */
  readonly block: number;
  /** Work memory for encoding and decoding: CODING_BYTES. */
  readonly coding: number;
}

/**
 * Allocates memory to join parts of at most `cells` cells.
 *
 * @throws the errors of allocateParts
 */
export function allocatePartMemory(
  core: OwnedCore,
  { record, epochCount }: LoadedWindow,
  { cells, blockEpochs }: { cells: number; blockEpochs: number },
): { memory: PartMemory; free: () => void } {
  const rows = cells * record.groupCount;
  const sizes = { joined: 2 * rows * epochCount, block: 2 * rows * blockEpochs, coding: core.layout.CODING_BYTES };
  const { pointers, free } = allocateParts(core, sizes, STORED);
  return { memory: pointers, free };
}

/** Pointers for a task that counts one cell by site; one task uses them at a time. */
export interface CellMemory {
  /** Record of the cell's series. */
  readonly series: number;
  /** A slot without the text at its end. */
  readonly slot: number;
  /** Work memory for encoding: CODING_BYTES. */
  readonly coding: number;
}

/** Allocates memory for counting cells by site. @throws the errors of allocateParts */
export function allocateCellMemory(
  core: OwnedCore,
  { record, epochCount }: LoadedWindow,
): { memory: CellMemory; free: () => void } {
  const { SLOT_TEXT: slot, CODING_BYTES: coding } = core.layout;
  const sizes = { series: seriesBytes(core, { groupCount: record.groupCount, epochCount }), slot, coding };
  const { pointers, free } = allocateParts(core, sizes, STORED);
  return { memory: pointers, free };
}

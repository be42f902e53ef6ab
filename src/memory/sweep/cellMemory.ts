import type { OwnedCore } from '../../core/instance.js';
import { seriesBytes } from '../../core/records/seriesRecord.js';
import type { LoadedWindow } from '../loadedWindow.js';
import { allocateParts } from '../parts.js';

/** Pointers for a task that counts one cell by site; one task uses them at a time. */
export interface CellMemory {
  /** Record of the cell's series. */
  readonly series: number;
  /** A slot without the text at its end. */
  readonly slot: number;
}

/** Allocates memory for counting cells by site. @throws the errors of allocateParts */
export function allocateCellMemory(
  core: OwnedCore,
  { record, epochCount }: LoadedWindow,
): { memory: CellMemory; free: () => void } {
  const sizes = {
    series: seriesBytes(core, { groupCount: record.groupCount, epochCount }),
    slot: core.layout.SLOT_TEXT,
  };
  const { pointers, free } = allocateParts(core, sizes, 'cell series that are stored');
  return { memory: pointers, free };
}

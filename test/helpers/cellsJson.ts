import { cellId } from '../../src/compute/map/runIndex.js';

/** Entry of the list of cells. */
export interface CellEntry {
  id: number;
  epoch_index: number;
  nside: number;
  ipix: number;
  ordering: string;
  value: number;
}

/** JSON entries, as the API has them, of some cells at an epoch of a run. */
export function cellEntries(
  { run, epoch, nside }: { run: number; epoch: number; nside: number },
  cells: readonly (readonly [ipix: number, value: number])[],
): CellEntry[] {
  return cells.map(([ipix, value]) => ({
    id: cellId(run, epoch, ipix),
    epoch_index: epoch,
    nside,
    ipix,
    ordering: 'NESTED',
    value,
  }));
}

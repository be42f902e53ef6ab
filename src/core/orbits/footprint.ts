import { DEFAULT_MIN_ELEVATION_DEG } from '../../spec.js';
import type { Healpix } from '../healpix/api.js';
import { type RingTable, writeRingTable } from '../records/ringTable.js';
import { propagationError, STATUS } from '../status.js';
import { withScratch } from '../parts.js';
import { checkObject, optionsOf } from '../arguments.js';
import { checkMinElevation } from '../elements.js';
import { propagate } from './propagate.js';
import type { OrbitRecords } from './records.js';

const RAD_PER_DEG = Math.PI / 180;

/** Rings of the last grid for which a footprint was asked; kept for the next footprint. */
export interface RingsKept {
  table?: RingTable | undefined;
}

/** Cells of a grid, ascending, from whose centres a satellite stands at or above the minimum elevation. */
export function footprint(
  records: OrbitRecords,
  kept: RingsKept,
  satellite: number,
  timeUs: number,
  grid: Healpix,
  options: { minElevationDeg?: number } = {},
): Int32Array {
  const { core } = records;
  const { kernels, layout, memory } = core;
  const { minElevationDeg = DEFAULT_MIN_ELEVATION_DEG } = optionsOf(options, ['minElevationDeg']);
  checkMinElevation(minElevationDeg, 'minElevationDeg');
  checkObject('grid', grid, 'a grid of core.healpix');
  const { nside, scheme } = grid;
  const { positions, status } = propagate(records, timeUs, { satellites: [satellite] });
  if (status[0] !== STATUS.ok) {
    throw new RangeError(`satellite ${satellite} at ${timeUs}: ${propagationError(status[0] as number)}`);
  }
  const rings = ringsOf(records, kept, nside);
  const work = layout.FOOTPRINT_BYTES + layout.SITE_BYTES;
  return withScratch(core, work + 24, (record) => {
    const position = record + work;
    new Float64Array(memory.buffer, position, 3).set(positions);
    kernels.writeFootprint(record, rings.pointer, position, Math.sin(minElevationDeg * RAD_PER_DEG));
    const count = kernels.footprintCells(record, 0);
    return withScratch(core, 4 * count, (cells) => {
      kernels.footprintCells(record, cells);
      if (scheme === 'nested') kernels.renumberCells(nside, 1, 0, cells, count, cells);
      return new Int32Array(memory.buffer, cells, count).slice().sort();
    });
  });
}

/**
 * Returns the rings of an nside: the kept ones, or new ones in their place. @throws RangeError for an nside that has no
 * rings, or if the memory has no room
 */
function ringsOf({ core }: OrbitRecords, kept: RingsKept, nside: number): RingTable {
  if (kept.table !== undefined && kept.table.nside === nside) return kept.table;
  kept.table?.free();
  kept.table = undefined;
  kept.table = writeRingTable(core, nside);
  if (kept.table === undefined) throw new RangeError(`the core's memory has no room for the rings of nside ${nside}`);
  return kept.table;
}

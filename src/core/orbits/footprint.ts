import { DEFAULT_MIN_ELEVATION_DEG } from '../../spec.js';
import type { CellArray, Healpix } from '../healpix/api.js';
import { cellType, gridOf } from '../healpix/forms.js';
import { sortedCells } from '../healpix/regions.js';
import { type RingTable, writeRingTable } from '../records/ringTable.js';
import { propagationError, STATUS } from '../status.js';
import { withScratch } from '../withScratch.js';
import { checkedMinElevation } from './arguments.js';
import { propagate } from './propagate.js';
import type { OrbitRecords } from './records.js';

const RAD_PER_DEG = Math.PI / 180;
const LARGEST_NSIDE = 8192;

/** Rings of the grid that was asked about last. */
export interface RingsKept {
  table?: RingTable | undefined;
}

/** Cells of a grid from whose centres a satellite is seen, ascending. */
export function footprint<A extends CellArray>(
  records: OrbitRecords,
  kept: RingsKept,
  satellite: number,
  timeUs: number,
  { nside, scheme, cells: form }: Healpix<A>,
  options: { minElevationDeg?: number } = {},
): A {
  const { core } = records;
  const { kernels, layout, memory } = core;
  const minElevationDeg = checkedMinElevation(options.minElevationDeg ?? DEFAULT_MIN_ELEVATION_DEG);
  const { positions, status } = propagate(records, timeUs, { satellites: [satellite] });
  if (status[0] !== STATUS.ok) {
    throw new RangeError(`satellite ${satellite} at ${timeUs}: ${propagationError(status[0] as number)}`);
  }
  const rings = ringsOf(records, kept, nside);
  const work = layout.FOOTPRINT_BYTES + layout.SITE_BYTES;
  return withScratch(
    core,
    (record) => {
      const position = record + work;
      new Float64Array(memory.buffer, position, 3).set(positions);
      kernels.writeFootprint(record, rings.pointer, position, Math.sin(minElevationDeg * RAD_PER_DEG));
      const count = kernels.footprintCells(record, 0);
      const grid = gridOf(nside, scheme, form);
      const ringCells = gridOf(nside, 'ring', 'int32');
      const type = cellType(grid);
      const into = 8 * Math.ceil(count / 2);
      return withScratch(
        core,
        (cells) => {
          kernels.footprintCells(record, cells);
          kernels.renumberCells(ringCells.code, grid.code, cells, count, cells + into);
          return sortedCells(new type(memory.buffer, cells + into, count).slice()) as A;
        },
        into + type.BYTES_PER_ELEMENT * count,
      );
    },
    work + 24,
  );
}

/** @throws RangeError where the nside has no rings, or the memory no room for them */
function ringsOf({ core }: OrbitRecords, kept: RingsKept, nside: number): RingTable {
  if (kept.table?.nside === nside) return kept.table;
  if (nside > LARGEST_NSIDE) throw new RangeError(`nside ${nside}: at most ${LARGEST_NSIDE} is needed for a footprint`);
  kept.table?.free();
  kept.table = undefined;
  kept.table = writeRingTable(core, nside);
  if (kept.table === undefined) throw new RangeError(`the core's memory has no room for the rings of nside ${nside}`);
  return kept.table;
}

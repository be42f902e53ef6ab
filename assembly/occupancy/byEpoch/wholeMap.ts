import { NO_RUN } from '../../footprint/interval';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import { nestedInRing } from '../../healpix/face';
import { Footprint } from '../../records/byEpoch/footprint';
import { Positions } from '../../records/byEpoch/positions';
import { RingTable } from '../../records/byEpoch/ringTable';
import { entryAt } from './exact';
import { footprintOf } from './positions';

/** Writes the counts of a map of sums, u16 for each cell of the sphere, in the order of RING or NESTED numbers. */
export function writeCells(rings: RingTable, map: usize, nested: bool, out: usize): void {
  const nside = rings.nside;
  const count = rings.count;
  for (let r = 1; r <= count; r++) {
    const ring = rings.ring(r);
    const row = map + ring.row;
    const cells = ring.cells;
    if (nested) {
      for (let i = 0; i < cells; i++) store<u16>(cellAt(out, nestedInRing(nside, r, i)), <u16>entryAt(row, i));
    } else {
      memory.copy(cellAt(out, ring.first), row, (<usize>cells) << 1);
    }
  }
}

/**
 * Writes what satellite `index` shares its footprint with, as writeCells does: in each cell that it covers the count of the
 * map of sums less `own` (1 where the map counts it, else 0), 0 in all others.
 */
export function writeOthers(
  rings: RingTable,
  positions: Positions,
  index: u32,
  map: usize,
  own: u32,
  nested: bool,
  footprint: Footprint,
  out: usize,
): void {
  const nside = rings.nside;
  memory.fill(out, 0, 24 * <usize>nside * <usize>nside);
  footprintOf(rings, positions, index, footprint);
  const lastRing = footprint.lastRing;
  for (let r = footprint.firstRing; r <= lastRing; r++) {
    const ring = rings.ring(r);
    const row = map + ring.row;
    const cells = ring.cells;
    for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
      const last = runLast(run);
      for (let i = runFirst(run); i <= last; i++) {
        const east = i < cells ? i : i - cells;
        const cell = nested ? nestedInRing(nside, r, east) : ring.first + east;
        store<u16>(cellAt(out, cell), <u16>(entryAt(row, east) - own));
      }
    }
  }
}


@inline
function cellAt(out: usize, cell: i32): usize {
  return out + ((<usize>cell) << 1);
}

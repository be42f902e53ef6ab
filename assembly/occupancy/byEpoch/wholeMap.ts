import { NO_RUN } from '../../footprint/interval';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import { ringQuarter, ringShift } from '../../healpix/ring';
import { Footprint } from '../../records/byEpoch/footprint';
import { Positions } from '../../records/byEpoch/positions';
import { RingTable } from '../../records/byEpoch/ringTable';
import { entryAt } from './exact';
import { footprintOf } from './positions';

/** Writes the counts of a map of sums, u16 for each cell of the sphere, in the order of RING or NESTED numbers. */
export function writeCells(rings: RingTable, map: usize, nested: bool, out: usize): void {
  if (nested) {
    for (let face = 0; face < 12; face++) writeFace(rings, map, face, out);
    return;
  }
  const count = rings.count;
  for (let r = 1; r <= count; r++) {
    const ring = rings.ring(r);
    memory.copy(out + ((<usize>ring.first) << 1), map + ring.row, (<usize>ring.cells) << 1);
  }
}

/** Bits of x in a NESTED number; the bits of y are one place higher. */
const BITS_OF_X: u32 = 0x55555555;

/**
 * Writes the counts of a base cell's cells; x and y grow from its southern corner (Gorski et al. 2005, section 5.2).
 */
function writeFace(rings: RingTable, map: usize, face: i32, out: usize): void {
  const nside = rings.nside;
  const row = face >> 2;
  // The ring of the face's southern corner, and the longitude of its centre line in eighths of a turn.
  const south = (row + 2) * nside;
  const eighths = 2 * (face & 3) + 1 - (row & 1);
  const first = out + ((<usize>(face * nside) * <usize>nside) << 1);
  let bitsOfX: u32 = 0;
  for (let x = 0; x < nside; x++) {
    let bitsOfY: u32 = 0;
    for (let y = 0; y < nside; y++) {
      const r = south - x - y - 1;
      const ring = rings.ring(r);
      const index = (eighths * ringQuarter(nside, r) + x - y - ringShift(nside, r)) >> 1;
      const cell = index < 0 ? index + ring.cells : index;
      store<u16>(first + ((<usize>(bitsOfX | (bitsOfY << 1))) << 1), <u16>entryAt(map + ring.row, cell));
      bitsOfY = (bitsOfY - BITS_OF_X) & BITS_OF_X;
    }
    bitsOfX = (bitsOfX - BITS_OF_X) & BITS_OF_X;
  }
}

/**
 * Reduces a map of sums to the footprint of satellite `index`. A cell that the satellite covers gets its count less
 * `own` (1 if the map counts the satellite itself, else 0), any other cell gets 0. `work`: room for the longest row.
 */
export function keepCovered(
  rings: RingTable,
  positions: Positions,
  index: u32,
  map: usize,
  own: u32,
  footprint: Footprint,
  work: usize,
): void {
  footprintOf(rings, positions, index, footprint);
  const count = rings.count;
  for (let r = 1; r <= count; r++) {
    const ring = rings.ring(r);
    const row = map + ring.row;
    const cells = ring.cells;
    const rowBytes = (<usize>cells) << 1;
    if (r < footprint.firstRing || r > footprint.lastRing) {
      memory.fill(row, 0, rowBytes);
      continue;
    }
    memory.fill(work, 0, rowBytes);
    for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
      const last = runLast(run);
      for (let i = runFirst(run); i <= last; i++) {
        const cell = i < cells ? i : i - cells;
        store<u16>(work + ((<usize>cell) << 1), <u16>(entryAt(row, cell) - own));
      }
    }
    memory.copy(row, work, rowBytes);
  }
}

import { both, lanes, mul, sub } from '../../math/lanes';
import { sinOf } from '../../math/sincosLanes';
import { nestedOf } from '../lanes/faces';
import { AS_U64, RING } from '../lanes/grid';
import { BEND, SPEED, TURNING_BEND } from './cellEdge';
import { Disc, ROWS_AT, touchesCell } from './disc';
import { addRun, openRow, quartersOfSquare, ROW_BYTES, RingRow, squareError } from './ringRow';

/**
 * Cells that a disc touches, ring by ring. A ring's cells reach from the parallel of the ring north of it to that of the one
 * south of it, in the same order at every latitude, and of each parallel between a disc has one piece, around the meridian
 * of its centre. So those that it touches follow each other: some are sure by what it has of the three parallels, where the
 * cells have their corners, and beyond these one after the other is looked at.
 */

/** What longitudes are off by at most, in quarter turns. */
const LONGITUDE_ERROR: f64 = 1e-14;

/** Cells from the one on the centre's meridian within which the disc is, where it has nothing of the ring's own parallel. */
const NEAR: f64 = 2.0;

/** Three neighbouring rings, and the largest second derivative of the edges of the middle one's cells. */
@unmanaged
class Rows {
  north: RingRow;
  ring: RingRow;
  south: RingRow;
  bend: f64;
}

/** Adds the touched cells of rings. The disc's own cell is known. */
export function addTouchedRings(disc: Disc, nside: f64, first: i64, last: i64): void {
  const rows = changetype<Rows>(changetype<usize>(disc) + ROWS_AT);
  const records = changetype<usize>(rows) + offsetof<Rows>();
  rows.north = changetype<RingRow>(records);
  rows.ring = changetype<RingRow>(records + ROW_BYTES);
  rows.south = changetype<RingRow>(records + 2 * ROW_BYTES);
  openSure(rows.north, disc, nside, first - 1);
  openSure(rows.ring, disc, nside, first);
  for (let ring = first; ring <= last; ring++) {
    openSure(rows.south, disc, nside, ring + 1);
    const fromPole = min(rows.north.quarter, rows.south.quarter);
    rows.bend = BEND / (nside * nside) + (fromPole < nside ? TURNING_BEND / (fromPole * nside) : 0.0);
    addTouched(disc, nside, rows);
    const passed = rows.north;
    rows.north = rows.ring;
    rows.ring = rows.south;
    rows.south = passed;
  }
}

/** Sets a parallel, and what is sure to be in the disc. */
function openSure(row: RingRow, disc: Disc, nside: f64, ring: i64): void {
  openRow(row, disc, nside, ring);
  const error = squareError(Math.sqrt(disc.rim));
  const isNear = disc.side > 0.0;
  const least = isNear ? row.rest - error : row.rest + error;
  const isAll = isNear ? least >= row.across : least < 0.0;
  row.mayBeAll = !isAll && (isNear ? row.rest + error >= row.across : row.rest - error < 0.0);
  if (least < 0.0 || least >= row.across) {
    row.sure = isAll ? 2.0 : -1.0;
    return;
  }
  const width = quartersOfSquare(least / row.across);
  row.sure = (isNear ? width : 2.0 - width) - LONGITUDE_ERROR;
}

/** Adds the touched cells of the middle ring. */
function addTouched(disc: Disc, nside: f64, rows: Rows): void {
  const ring = rows.ring;
  const cells = 4.0 * ring.quarter;
  if (max(max(rows.north.sure, rows.south.sure), ring.sure) >= 2.0) {
    addRun(disc, ring, 0.0, cells - 1.0);
    return;
  }
  if (rows.north.mayBeAll || ring.mayBeAll || rows.south.mayBeAll) {
    for (let cell = 0.0; cell < cells; cell++) if (isTouched(disc, nside, rows, cell)) addRun(disc, ring, cell, cell);
    return;
  }
  let west = Infinity;
  let east = -Infinity;
  if (ring.sure >= 0.0) {
    west = Math.ceil((disc.quarters - ring.sure) * ring.quarter - ring.shift - 0.5);
    east = Math.floor((disc.quarters + ring.sure) * ring.quarter - ring.shift + 0.5);
  }
  for (let k = 0; k < 2; k++) {
    const beside = k == 0 ? rows.north : rows.south;
    if (beside.sure < 0.0) continue;
    const from = Math.ceil(cellOfCorner(ring, beside, disc.quarters - beside.sure));
    const to = Math.floor(cellOfCorner(ring, beside, disc.quarters + beside.sure));
    if (from > to) continue;
    west = min(west, from);
    east = max(east, to);
  }
  if (west > east) {
    const middle = Math.floor(disc.quarters * ring.quarter - ring.shift + 0.5);
    west = middle - NEAR;
    while (!isTouched(disc, nside, rows, west)) if (++west > middle + NEAR) return;
    east = west;
  }
  while (east - west < cells - 1.0 && isTouched(disc, nside, rows, east + 1.0)) east++;
  while (east - west < cells - 1.0 && isTouched(disc, nside, rows, west - 1.0)) west--;
  addRun(disc, ring, west, east);
}

/** Number in its ring of the cell whose corner on a neighbouring parallel is at a longitude, quarter turns; with a fraction. */
@inline
function cellOfCorner(ring: RingRow, beside: RingRow, lon: f64): f64 {
  if (ring.quarter == beside.quarter) return lon * ring.quarter - ring.shift;
  const face = Math.floor(lon);
  return face * ring.quarter + (lon - face) * beside.quarter - (beside.quarter > ring.quarter ? 1.0 : 0.0);
}

/** Longitude of a cell's corner on a neighbouring parallel, quarter turns; any one at a pole. */
@inline
function cornerOfCell(ring: RingRow, beside: RingRow, cell: f64): f64 {
  if (ring.quarter == beside.quarter) return (cell + ring.shift) / ring.quarter;
  const face = Math.floor(cell / ring.quarter);
  const corner = cell - face * ring.quarter + (beside.quarter > ring.quarter ? 1.0 : 0.0);
  return face + corner / max(1.0, beside.quarter);
}

function isTouched(disc: Disc, nside: f64, rows: Rows, cell: f64): bool {
  const cells = 4.0 * rows.ring.quarter;
  const number = rows.ring.start + <i64>(cell - cells * Math.floor(cell / cells));
  if (isBeyond(disc, nside, rows, cell)) return number == disc.ownOfRing;
  const nested = nestedOf(disc.order + RING + 64 * AS_U64, i64x2.splat(number));
  return touchesCell(disc, i64x2.extract_lane(nested, 0));
}

/**
 * Whether the disc has no point of a cell's edges, as its corners tell: between two of them the distance's square swells
 * by an eighth of the largest second derivative, at most. Not where that is too coarse.
 */
function isBeyond(disc: Disc, nside: f64, rows: Rows, cell: f64): bool {
  const ring = rows.ring;
  const centre = (cell + ring.shift) / ring.quarter;
  const half = 0.5 / ring.quarter;
  const from = both(disc.side > 0.0 ? disc.quarters : disc.quarters + 2.0);
  const ofWidth = squaresOfSines(sub(lanes(centre - half, centre + half), from));
  const northern = cornerOfCell(ring, rows.north, cell);
  const southern = cornerOfCell(ring, rows.south, cell);
  const ofEnd = squaresOfSines(sub(lanes(northern, southern), from));
  const ofSides = sub(mul(both(ring.across), ofWidth), both(ring.rest));
  const across = lanes(rows.north.across, rows.south.across);
  const ofEnds = sub(mul(across, ofEnd), lanes(rows.north.rest, rows.south.rest));
  const most = largest(f64x2.pmax(ofSides, ofEnds));
  const least = disc.side > 0.0 ? -largest(f64x2.pmax(f64x2.neg(ofSides), f64x2.neg(ofEnds))) : -most;
  const speed = SPEED / nside;
  const chord = Math.sqrt(max(0.0, disc.rim + most)) + speed;
  return least > 0.25 * (speed * speed + chord * rows.bend) + squareError(chord);
}

/** Squares of the sines of halves of two longitudes, quarter turns. */
function squaresOfSines(longitudes: v128): v128 {
  const sines = sinOf(mul(both(0.25 * Math.PI), longitudes));
  return mul(sines, sines);
}


@inline
function largest(pair: v128): f64 {
  return max(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1));
}

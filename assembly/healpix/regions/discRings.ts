import { nestedOf, numberOfNested } from '../lanes/faces';
import { AS_U64, RING } from '../lanes/grid';
import { both } from '../../math/lanes';
import { Disc, findOwn, hasCentre, openDisc, ROWS_AT } from './disc';
import { addRange } from './region';
import { openRow, quartersOfSquare, RingRow, squareError } from './ringRow';
import { addTouchedRings } from './touchedRings';

const RADIANS: f64 = Math.PI / 180.0;
/** What longitudes are off by at most, in quarter turns. */
const LONGITUDE_ERROR: f64 = 1e-14;

/**
 * RING ranges of an order's cells in a disc, ascending: what discRanges finds, ring by ring (Reinecke and Hivon 2015,
 * A&A 580, A132). A centre is in it where 4 sin^2(half its longitude from the disc's centre) times both cosines of latitude is no
 * more than what the latitudes leave of the rim's chord. Cells for which that is not certain are asked one by one.
 */
export function discRingRanges(
  order: i32,
  centre: usize,
  radiusDeg: f64,
  inclusive: i32,
  work: usize,
  out: usize,
  capacity: i32,
): i32 {
  const disc = changetype<Disc>(work);
  openDisc(disc, order, centre, radiusDeg, out, capacity);
  const lon = load<f64>(centre);
  disc.quarters = (lon - 360.0 * Math.floor(lon / 360.0)) / 90.0;
  const nside = <f64>((<u32>1) << order);
  const theta = 90.0 - load<f64>(centre, 8);
  const first = max(1.0, ringAt(nside, theta - radiusDeg) - 1.0 - <f64>inclusive);
  const last = min(4.0 * nside - 1.0, ringAt(nside, theta + radiusDeg) + 2.0 + <f64>inclusive);
  if (inclusive != 0) {
    findOwn(disc, centre);
    const own = numberOfNested(order + RING + 64 * AS_U64, both(nside), i64x2.splat(disc.own));
    disc.ownOfRing = i64x2.extract_lane(own, 0);
    addTouchedRings(disc, nside, <i64>first, <i64>last);
  } else {
    for (let ring = <i64>first; ring <= <i64>last; ring++) addRing(disc, nside, ring);
  }
  return disc.count;
}

/** The ring north of a colatitude, degrees; within one. */
function ringAt(nside: f64, thetaDeg: f64): f64 {
  if (thetaDeg <= 0.0) return 0.0;
  if (thetaDeg >= 180.0) return 4.0 * nside;
  const z = Math.cos(thetaDeg * RADIANS);
  if (Math.abs(z) <= 2.0 / 3.0) return Math.floor(nside * (2.0 - 1.5 * z));
  const fromPole = nside * 2.449489742783178 * Math.sin(0.5 * RADIANS * min(thetaDeg, 180.0 - thetaDeg));
  return Math.floor(z > 0.0 ? fromPole : 4.0 * nside - fromPole);
}

/** Adds the cells of a ring. */
function addRing(disc: Disc, nside: f64, ring: i64): void {
  const row = changetype<RingRow>(changetype<usize>(disc) + ROWS_AT);
  openRow(row, disc, nside, ring);
  const start = row.start;
  const cells = <i64>(4.0 * row.quarter);
  const rest = row.rest;
  const across = row.across;
  const error = squareError(Math.sqrt(disc.rim));
  // Half of what is sure to be in the disc, and of what may be, in quarter turns around its centre.
  let sure = quartersOfSquare((rest - error) / across) - LONGITUDE_ERROR;
  let most = quartersOfSquare((rest + error) / across) + LONGITUDE_ERROR;
  if (disc.side < 0.0) {
    const farthest = 2.0 - sure;
    sure = 2.0 - most;
    most = farthest;
  }
  if (rest + error < 0.0 || rest - error > across) {
    if (rest > 0.0 == disc.side > 0.0) addRange(disc, start, start + cells);
    return;
  }
  const middle = disc.quarters * row.quarter - row.shift;
  const width = row.quarter * most;
  const sureWidth = row.quarter * sure;
  const west = <i64>Math.ceil(middle - width);
  const east = <i64>Math.floor(middle + width);
  const sureWest = <i64>Math.ceil(middle - sureWidth);
  const sureEast = <i64>Math.floor(middle + sureWidth);
  if (west > east) return;
  if (east - west >= cells - 1) {
    addCells(disc, start, cells, 0, cells - 1, sureWest, sureEast);
    return;
  }
  const from = west < 0 ? west + cells : west;
  const to = from + (east - west);
  if (to >= cells) addCells(disc, start, cells, 0, to - cells, sureWest, sureEast);
  addCells(disc, start, cells, from, min(to, cells - 1), sureWest, sureEast);
}

/** Adds those of the cells that are sure to be in the disc, or else are. The sure ones may be told a turn away. */
function addCells(disc: Disc, start: i64, cells: i64, from: i64, to: i64, sureWest: i64, sureEast: i64): void {
  for (let cell = from; cell <= to;) {
    const sure = cellsUntil(cell, cells, sureWest, sureEast);
    const next = min(cell + max(sure, 1), to + 1);
    if (sure > 0 || hasRingCentre(disc, start + cell)) addRange(disc, start + cell, start + next);
    cell = next;
  }
}

/** Cells from one to the eastern end of those that have it; 0 where they have not. */
@inline
function cellsUntil(cell: i64, cells: i64, west: i64, east: i64): i64 {
  for (let turned = cell - cells; turned <= cell + cells; turned += cells) {
    if (turned >= west && turned <= east) return east + 1 - turned;
  }
  return 0;
}

function hasRingCentre(disc: Disc, cell: i64): bool {
  const nested = nestedOf(disc.order + RING + 64 * AS_U64, i64x2.splat(cell));
  return hasCentre(disc, i64x2.extract_lane(nested, 0));
}

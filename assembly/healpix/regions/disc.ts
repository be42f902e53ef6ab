import { cellsOfPoints } from '../lanes/cellsOfPoints';
import { AS_U64 } from '../lanes/grid';
import { LON_LAT } from '../lanes/directions';
import { Located } from '../lanes/locate';
import { CellEdge, moveAlong, openEdge } from './cellEdge';
import { addRange, directionOf, evenBits, FacePoint, reachOf, Region } from './region';

/**
 * Discs: all points within a radius of a centre. A radius beyond 90 degrees is told from the other side: all points that
 * are at least so far from the centre's antipode; near that a distance by its chord keeps its digits.
 */
@unmanaged
export class Disc extends Region {
  /** The centre, or its antipode, and the square of the chord to the rim. */
  x: f64;
  y: f64;
  z: f64;
  /** Cosine of the centre's latitude, and its antipode's. */
  cosLat: f64;
  rim: f64;
  /** 1 where the disc is what is nearer than the rim, -1 where it is what is farther. */
  side: f64;
  /** Radius, or the antipode's, radians. */
  radius: f64;
  /** Cell of the centre, NESTED and, where rings are searched, RING. */
  own: i64;
  ownOfRing: i64;
  /** Longitude of the disc's centre, quarter turns from 0 to 4. */
  quarters: f64;
}

/** Chords' squares by which whole cells of an order are decided: none of it is inside beyond the first, all of it up to the second. */
@unmanaged
class Bounds {
  outside: f64;
  inside: f64;
}

const BOUNDS_AT: usize = 256;
const POINT_AT: usize = BOUNDS_AT + 30 * 16;
const EDGE_AT: usize = POINT_AT + 64;
const LOCATED_AT: usize = EDGE_AT + 256;
const OWN_AT: usize = LOCATED_AT + 128;
/** Rings that are looked at, where they are searched. */
export const ROWS_AT: usize = OWN_AT + 16;

/** Bytes of what a disc's search works with. */
export function discWorkBytes(): usize {
  return ROWS_AT + 256;
}

/**
 * NESTED ranges of an order's cells in a disc, ascending: those whose centres are in it, or those that it touches. `centre`: longitude
 * and latitude, degrees; 0 <= radius <= 180. Returns their number; more than `capacity` where they do not fit.
 */
export function discRanges(
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
  disc.inclusive = inclusive;
  const side = disc.side;
  for (let k = 0; k <= order; k++) {
    const reach = reachOf(k);
    const bounds = boundsOf(disc, k);
    bounds.outside = squareOfChord(disc.radius + side * reach);
    bounds.inside = disc.radius - side * reach < 0.0 ? -1.0 : squareOfChord(disc.radius - side * reach);
    // Nothing is so far away.
    if (disc.radius + reach >= Math.PI) {
      if (side > 0.0) bounds.outside = 5.0;
      else bounds.inside = 5.0;
    }
    if (side < 0.0 && disc.radius < reach) bounds.outside = -1.0;
  }
  findOwn(disc, centre);
  for (let face: i64 = 0; face < 12; face++) visit(disc, 0, face);
  return disc.count;
}

/** Sets what a search asks of a disc, and that nothing is found yet. */
export function openDisc(disc: Disc, order: i32, centre: usize, radiusDeg: f64, out: usize, capacity: i32): void {
  const radians = Math.PI / 180.0;
  const lon = load<f64>(centre) * radians;
  const lat = load<f64>(centre, 8);
  // By the angle from the pole, whose sine keeps its digits there.
  const cosine = Math.sin((90.0 - Math.abs(lat)) * radians);
  const side = radiusDeg <= 90.0 ? 1.0 : -1.0;
  disc.order = order;
  disc.out = out;
  disc.capacity = capacity;
  disc.count = 0;
  disc.x = side * cosine * Math.cos(lon);
  disc.y = side * cosine * Math.sin(lon);
  disc.z = side * Math.sin(lat * radians);
  disc.cosLat = cosine;
  disc.side = side;
  disc.radius = (side > 0.0 ? radiusDeg : 180.0 - radiusDeg) * radians;
  disc.rim = squareOfChord(disc.radius);
}

/** Sets in which cell the centre is. */
export function findOwn(disc: Disc, centre: usize): void {
  const work = changetype<usize>(disc);
  cellsOfPoints(disc.order + 64 * AS_U64, LON_LAT, centre, 1, work + OWN_AT, changetype<Located>(work + LOCATED_AT));
  disc.own = load<i64>(work + OWN_AT);
}

/** Whether the disc has the centre of a NESTED cell of its order. */
export function hasCentre(disc: Disc, cell: i64): bool {
  const point = changetype<FacePoint>(changetype<usize>(disc) + POINT_AT);
  const code = cell & (((<i64>1) << (2 * disc.order)) - 1);
  const nside = <f64>((<u32>1) << disc.order);
  const face = <i32>(cell >> (2 * disc.order));
  directionOf(point, nside, face, <f64>evenBits(code) + 0.5, <f64>evenBits(code >> 1) + 0.5);
  return isWithin(disc, squareTo(disc, point.x, point.y, point.z));
}

/** Whether the disc touches a NESTED cell of its order. */
export function touchesCell(disc: Disc, cell: i64): bool {
  const order = disc.order;
  const code = cell & (((<i64>1) << (2 * order)) - 1);
  const face = <i32>(cell >> (2 * order));
  return hasCentre(disc, cell) || touches(disc, (<i32>1) << order, face, evenBits(code), evenBits(code >> 1), cell);
}


@inline
function boundsOf(disc: Disc, order: i32): Bounds {
  return changetype<Bounds>(changetype<usize>(disc) + BOUNDS_AT + ((<usize>order) << 4));
}


@inline
function squareOfChord(angle: f64): f64 {
  const half = Math.sin(0.5 * max(0.0, min(Math.PI, angle)));
  return 4.0 * half * half;
}


@inline
function squareTo(disc: Disc, x: f64, y: f64, z: f64): f64 {
  const dx = x - disc.x;
  const dy = y - disc.y;
  const dz = z - disc.z;
  return dx * dx + dy * dy + dz * dz;
}


@inline
function isWithin(disc: Disc, square: f64): bool {
  return disc.side > 0.0 ? square <= disc.rim : square >= disc.rim;
}

function visit(disc: Disc, order: i32, cell: i64): void {
  const point = changetype<FacePoint>(changetype<usize>(disc) + POINT_AT);
  const face = <i32>(cell >> (2 * order));
  const code = cell & (((<i64>1) << (2 * order)) - 1);
  const x = evenBits(code);
  const y = evenBits(code >> 1);
  const nside = (<i32>1) << order;
  directionOf(point, <f64>nside, face, <f64>x + 0.5, <f64>y + 0.5);
  const square = squareTo(disc, point.x, point.y, point.z);
  const bounds = boundsOf(disc, order);
  const near = disc.side > 0.0;
  if (near ? square > bounds.outside : square < bounds.outside) return;
  const levels = 2 * (disc.order - order);
  if (near ? square <= bounds.inside : square >= bounds.inside) {
    addRange(disc, cell << levels, (cell + 1) << levels);
    return;
  }
  if (levels > 0) {
    for (let part: i64 = 0; part < 4; part++) visit(disc, order + 1, (cell << 2) | part);
    return;
  }
  if (isWithin(disc, square) || (disc.inclusive != 0 && touches(disc, nside, face, x, y, cell))) {
    addRange(disc, cell, cell + 1);
  }
}

/** Whether the disc has a point of a cell whose centre it has not. */
function touches(disc: Disc, nside: i32, face: i32, x: i32, y: i32, cell: i64): bool {
  if (cell == disc.own) return true;
  return (
    reaches(disc, nside, face, x, y, true) ||
    reaches(disc, nside, face, x, y, false) ||
    reaches(disc, nside, face, x, y + 1, true) ||
    reaches(disc, nside, face, x + 1, y, false)
  );
}

function reaches(disc: Disc, nside: i32, face: i32, x: i32, y: i32, alongX: bool): bool {
  const edge = changetype<CellEdge>(changetype<usize>(disc) + EDGE_AT);
  openEdge(edge, nside, face, x, y, alongX);
  return reachesPiece(disc, edge, 0.0, 1.0, 0);
}

const DEEPEST: i32 = 48;

/**
 * Whether the disc has a point of a piece of a cell's edge. The distance's square differs from that of its middle, and the
 * slope there, by no more than the bend allows; where that leaves it open, both halves are asked.
 */
function reachesPiece(disc: Disc, edge: CellEdge, from: f64, to: f64, depth: i32): bool {
  moveAlong(edge, 0.5 * (from + to));
  const square = squareTo(disc, edge.x, edge.y, edge.z);
  const chord = Math.sqrt(square);
  // On the rim, as far as a double tells: an edge may be part of it.
  if (isWithin(disc, square) || Math.abs(square - disc.rim) <= 4e-16 * chord) return true;
  if (depth == DEEPEST) return false;
  const slope = 2.0 * ((edge.x - disc.x) * edge.dx + (edge.y - disc.y) * edge.dy + (edge.z - disc.z) * edge.dz);
  const half = 0.5 * (to - from);
  const bend = 2.0 * (edge.speed * edge.speed + (chord + edge.speed) * edge.bend);
  const change = Math.abs(slope) * half + 0.5 * bend * half * half;
  if (Math.abs(square - disc.rim) > change) return false;
  const middle = 0.5 * (from + to);
  return reachesPiece(disc, edge, from, middle, depth + 1) || reachesPiece(disc, edge, middle, to, depth + 1);
}

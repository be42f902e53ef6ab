import { cellsOfPoints } from '../lanes/cellsOfPoints';
import { LON_LAT } from '../lanes/directions';
import { AS_U64 } from '../lanes/grid';
import { Located } from '../lanes/locate';
import { CellEdge, moveAlong, openEdge } from './cellEdge';
import { addRange, directionOf, evenBits, FacePoint, reachOf, Region } from './region';
import { distanceToSide, leftTurn, openSide, Side, SIDE_BYTES, towardLeft, towardMiddle, towardNext } from './side';

/** Polygons whose sides are great circles, shorter than half of one, and do not cross: the smaller of the two parts. */
@unmanaged
export class Polygon extends Region {
  sides: usize;
  sideCount: i32;
  /** Two points, a quarter turn apart, and whether they are inside: FacePoint each. */
  isInside: i32;
  otherIsInside: i32;
}

const KNOWN_AT: usize = 128;
const OTHER_AT: usize = KNOWN_AT + 32;
const POINT_AT: usize = OTHER_AT + 32;
const EDGE_AT: usize = POINT_AT + 32;
const LOCATED_AT: usize = EDGE_AT + 256;
const SIDES_AT: usize = LOCATED_AT + 128;
const LEVELS: usize = 31;

/** Not a polygon. */
const TOO_FEW_VERTICES: i32 = -1;
const TOO_LONG_SIDE: i32 = -2;

/** Bytes of what a polygon's search works with. */
export function polygonWorkBytes(vertices: i32): usize {
  return SIDES_AT + (<usize>vertices + 1) * (SIDE_BYTES + 4 * LEVELS);
}

/**
 * NESTED ranges of an order's cells in a polygon, ascending: those whose centres are in it, or those that it touches. `vertices`: longitudes
 * and latitudes, degrees, that are such. Returns their number, more than `capacity` where they do not fit, or a code below 0.
 */
export function polygonRanges(
  order: i32,
  vertices: usize,
  count: i32,
  inclusive: i32,
  work: usize,
  out: usize,
  capacity: i32,
): i32 {
  const polygon = changetype<Polygon>(work);
  polygon.order = order;
  polygon.inclusive = inclusive;
  polygon.out = out;
  polygon.capacity = capacity;
  polygon.count = 0;
  polygon.sides = work + SIDES_AT;
  const status = openSides(polygon, vertices, count);
  if (status < 0) return status;
  openKnown(polygon);
  const list = polygon.sides + (<usize>count + 1) * SIDE_BYTES;
  for (let k = 0; k < polygon.sideCount; k++) store<i32>(list + ((<usize>k) << 2), k);
  for (let face: i64 = 0; face < 12; face++) visit(polygon, 0, face, list, polygon.sideCount);
  return polygon.count;
}


@inline
function sideAt(polygon: Polygon, k: i32): Side {
  return changetype<Side>(polygon.sides + <usize>k * SIDE_BYTES);
}

/** Sets the sides; of vertices that are the same one after the other only the first has one. */
function openSides(polygon: Polygon, vertices: usize, count: i32): i32 {
  const work = changetype<usize>(polygon);
  const grid = polygon.order + 64 * AS_U64;
  const radians = Math.PI / 180.0;
  let sides = 0;
  for (let k = 0; k < count; k++) {
    const vertex = vertices + ((<usize>k) << 4);
    const lon = load<f64>(vertex) * radians;
    const lat = load<f64>(vertex, 8);
    const cosine = Math.sin((90.0 - Math.abs(lat)) * radians);
    const side = sideAt(polygon, sides);
    side.x = cosine * Math.cos(lon);
    side.y = cosine * Math.sin(lon);
    side.z = Math.sin(lat * radians);
    if (sides > 0 && isSame(side, sideAt(polygon, sides - 1))) continue;
    const cell = changetype<usize>(side) + offsetof<Side>('cell');
    cellsOfPoints(grid, LON_LAT, vertex, 1, cell, changetype<Located>(work + LOCATED_AT));
    sides++;
  }
  if (sides > 1 && isSame(sideAt(polygon, 0), sideAt(polygon, sides - 1))) sides--;
  if (sides < 3) return TOO_FEW_VERTICES;
  polygon.sideCount = sides;
  for (let k = 0; k < sides; k++) {
    if (!openSide(sideAt(polygon, k), sideAt(polygon, k + 1 == sides ? 0 : k + 1))) return TOO_LONG_SIDE;
  }
  return 0;
}


@inline
function isSame(a: Side, b: Side): bool {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/** Finds two points of which it is known whether they are inside. */
function openKnown(polygon: Polygon): void {
  const work = changetype<usize>(polygon);
  const known = changetype<FacePoint>(work + KNOWN_AT);
  const count = polygon.sideCount;
  // The area on the left is 2 pi less all turns to the left (Gauss and Bonnet).
  let turns = 0.0;
  for (let k = 0; k < count; k++) turns += leftTurn(sideAt(polygon, k), sideAt(polygon, k + 1 == count ? 0 : k + 1));
  // A little left of the middle of a side, as far from other sides as a few of them offer.
  let farthest = -1.0;
  const step = max(1, count / 24);
  for (let k = 0; k < count; k += step) {
    const side = sideAt(polygon, k);
    let distance = 0.5;
    for (let other = 0; other < count; other++) {
      if (other != k) distance = min(distance, distanceToSide(sideAt(polygon, other), side.mx, side.my, side.mz));
    }
    if (distance <= farthest) continue;
    farthest = distance;
    const left = 0.5 * distance;
    setSum(known, side.mx, side.my, side.mz, Math.cos(left), side.nx, side.ny, side.nz, Math.sin(left));
  }
  polygon.isInside = i32(turns > 0.0);
  const other = changetype<FacePoint>(work + OTHER_AT);
  const flat = Math.sqrt(known.x * known.x + known.y * known.y);
  if (flat > 0.5) setSum(other, -known.y, known.x, 0.0, 1.0 / flat, 0.0, 0.0, 0.0, 0.0);
  else setSum(other, 0.0, -known.z, known.y, 1.0 / Math.sqrt(1.0 - known.x * known.x), 0.0, 0.0, 0.0, 0.0);
  polygon.otherIsInside = i32(isInsideFrom(polygon, known, polygon.isInside, other));
}


@inline
function setSum(point: FacePoint, ax: f64, ay: f64, az: f64, a: f64, bx: f64, by: f64, bz: f64, b: f64): void {
  point.x = a * ax + b * bx;
  point.y = a * ay + b * by;
  point.z = a * az + b * bz;
}

/** Whether a point is inside. */
function isInside(polygon: Polygon, point: FacePoint): bool {
  const work = changetype<usize>(polygon);
  const known = changetype<FacePoint>(work + KNOWN_AT);
  // From the other one where the way from the first would not be clear.
  if (known.x * point.x + known.y * point.y + known.z * point.z > -0.7) {
    return isInsideFrom(polygon, known, polygon.isInside, point);
  }
  return isInsideFrom(polygon, changetype<FacePoint>(work + OTHER_AT), polygon.otherIsInside, point);
}

/**
 * Counts the sides between two points: each takes the way from inside to outside, or back. All by differences, which keep
 * their digits where everything is near.
 */
function isInsideFrom(polygon: Polygon, from: FacePoint, fromInside: i32, to: FacePoint): bool {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const dz = to.z - from.z;
  const nx = from.y * dz - from.z * dy;
  const ny = from.z * dx - from.x * dz;
  const nz = from.x * dy - from.y * dx;
  const count = polygon.sideCount;
  let crossings = fromInside;
  let side = sideAt(polygon, count - 1);
  let isLeft = nx * (side.x - from.x) + ny * (side.y - from.y) + nz * (side.z - from.z) >= 0.0;
  for (let k = 0; k < count; k++) {
    const next = sideAt(polygon, k);
    const nextIsLeft = nx * (next.x - from.x) + ny * (next.y - from.y) + nz * (next.z - from.z) >= 0.0;
    if (isLeft != nextIsLeft) {
      const before = towardLeft(side, from.x, from.y, from.z) < 0.0;
      const after = towardLeft(side, to.x, to.y, to.z) < 0.0;
      // On the other half of the sphere the side would be crossed the other way.
      if (before != after && before == isLeft) crossings++;
    }
    side = next;
    isLeft = nextIsLeft;
  }
  return (crossings & 1) != 0;
}

function visit(polygon: Polygon, order: i32, cell: i64, list: usize, count: i32): void {
  const point = changetype<FacePoint>(changetype<usize>(polygon) + POINT_AT);
  const face = <i32>(cell >> (2 * order));
  const code = cell & (((<i64>1) << (2 * order)) - 1);
  const x = evenBits(code);
  const y = evenBits(code >> 1);
  const nside = (<i32>1) << order;
  directionOf(point, <f64>nside, face, <f64>x + 0.5, <f64>y + 0.5);
  const nearList = list + ((<usize>count) << 2);
  const near = listNear(polygon, point, reachOf(order), list, count, nearList);
  const levels = 2 * (polygon.order - order);
  if (near == 0) {
    if (isInside(polygon, point)) addRange(polygon, cell << levels, (cell + 1) << levels);
  } else if (levels > 0) {
    for (let part: i64 = 0; part < 4; part++) visit(polygon, order + 1, (cell << 2) | part, nearList, near);
  } else if (
    isInside(polygon, point) ||
    (polygon.inclusive != 0 && touches(polygon, nside, face, x, y, cell, nearList, near))
  ) {
    addRange(polygon, cell, cell + 1);
  }
}

/** Lists those of the sides that may be within reach of a point. */
function listNear(polygon: Polygon, point: FacePoint, reach: f64, list: usize, count: i32, out: usize): i32 {
  const sine = Math.sin(reach);
  const cosine = Math.cos(reach);
  let found = 0;
  for (let k = 0; k < count; k++) {
    const index = load<i32>(list + ((<usize>k) << 2));
    const side = sideAt(polygon, index);
    if (Math.abs(towardLeft(side, point.x, point.y, point.z)) > sine) continue;
    const cosReach = side.cosHalf * cosine - side.sinHalf * sine;
    if (towardMiddle(side, point.x, point.y, point.z) < cosReach - 1e-15) continue;
    const sinReach = side.sinHalf * cosine + side.cosHalf * sine;
    if (cosReach > 0.0 && Math.abs(towardNext(side, point.x, point.y, point.z)) > sinReach + 1e-15) continue;
    store<i32>(out + ((<usize>found) << 2), index);
    found++;
  }
  return found;
}

/** Whether a vertex is in a cell, or one of the sides goes through it. */
function touches(polygon: Polygon, nside: i32, face: i32, x: i32, y: i32, cell: i64, list: usize, count: i32): bool {
  for (let k = 0; k < count; k++) {
    const index = load<i32>(list + ((<usize>k) << 2));
    if (sideAt(polygon, index).cell == cell) return true;
    if (sideAt(polygon, index + 1 == polygon.sideCount ? 0 : index + 1).cell == cell) return true;
  }
  return (
    isCrossed(polygon, nside, face, x, y, true, list, count) ||
    isCrossed(polygon, nside, face, x, y, false, list, count) ||
    isCrossed(polygon, nside, face, x, y + 1, true, list, count) ||
    isCrossed(polygon, nside, face, x + 1, y, false, list, count)
  );
}

function isCrossed(
  polygon: Polygon,
  nside: i32,
  face: i32,
  x: i32,
  y: i32,
  alongX: bool,
  list: usize,
  count: i32,
): bool {
  const edge = changetype<CellEdge>(changetype<usize>(polygon) + EDGE_AT);
  openEdge(edge, nside, face, x, y, alongX);
  for (let k = 0; k < count; k++) {
    if (crossesPiece(sideAt(polygon, load<i32>(list + ((<usize>k) << 2))), edge, 0.0, 1.0, 0)) return true;
  }
  return false;
}

const DEEPEST: i32 = 48;

/**
 * Whether a side crosses a piece of a cell's edge. The distance from the side's plane, and how far a point is from beyond
 * the side, differ from those of the piece's middle by no more than slope and bend allow; where that leaves it open, both
 * halves are asked.
 */
function crossesPiece(side: Side, edge: CellEdge, from: f64, to: f64, depth: i32): bool {
  const middle = 0.5 * (from + to);
  const half = 0.5 * (to - from);
  moveAlong(edge, middle);
  const bend = 0.5 * edge.bend * half * half;
  const across = Math.abs(towardLeft(side, edge.x, edge.y, edge.z));
  const acrossSlope = Math.abs(towardLeft(side, edge.dx, edge.dy, edge.dz)) * half;
  const fromEnd = side.sinHalf - Math.abs(towardNext(side, edge.x, edge.y, edge.z));
  const along = min(fromEnd, towardMiddle(side, edge.x, edge.y, edge.z));
  const nextSlope = Math.abs(towardNext(side, edge.dx, edge.dy, edge.dz));
  const alongChange = max(nextSlope, Math.abs(towardMiddle(side, edge.dx, edge.dy, edge.dz))) * half + bend;
  if (across > acrossSlope + bend || along + alongChange < 0.0) return false;
  // On the side, as far as a double tells.
  if (depth == DEEPEST || (across <= 4e-16 && along >= 0.0)) return true;
  // The ends are on different sides of the plane, and all of the piece is along the side.
  if (along >= alongChange && acrossSlope > across + bend) return true;
  return crossesPiece(side, edge, from, middle, depth + 1) || crossesPiece(side, edge, middle, to, depth + 1);
}

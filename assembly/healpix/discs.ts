import { pack } from '../math/morton';
import { CellEdge, moveAlong, openEdge } from './cellEdge';
import { Direction, openDirection } from './place';
import { ang2pixNest } from './pixel';

/*
 * Cells in a disc, which is all points within a radius of a centre. The search starts at the twelve base cells: it
 * skips a cell that the disc cannot touch, adds a cell that lies wholly in the disc, and visits the four quarters of
 * any other. Distances are compared as squares of chords, straight lines through the unit sphere, which keep their
 * digits for near points. A disc with a radius beyond 90 degrees is measured from the antipode of its centre: it has
 * all points at 180 degrees less the radius, or farther, from there.
 */

/** A disc, and the ranges of cells that are found in it. */
@unmanaged
class Disc {
  /** Unit vector to the disc's centre, or to the antipode of the centre where `side` is -1. */
  x: f64;
  y: f64;
  z: f64;
  /** Angle between the unit vector x, y, z and the disc's rim, radians. */
  radius: f64;
  /** Square of the chord of `radius`. */
  rim: f64;
  /** 1 if the disc is the part of the sphere within `radius` of x, y, z; -1 if it is the rest. */
  side: f64;
  /** Order of the cells: the base-2 logarithm of nside. */
  order: i32;
  /** 1 to find all cells that the disc touches, 0 to find those whose centres are in it. */
  inclusive: i32;
  /** NESTED number of the cell that holds the disc's centre. */
  own: i32;
  /** Address of the ranges found, each a pair of i32: [from, to). */
  out: usize;
  /** Number of ranges that there is room for. */
  capacity: i32;
  /** Number of ranges found, or capacity + 1 if they do not fit. */
  count: i32;
}

/**
 * Limits by which the distance from x, y, z of the disc to a cell's centre decides for the whole cell, for the cells of
 * one order. They are squares of chords.
 */
@unmanaged
class Bounds {
  /** If the square of the distance is larger (with `side` -1: smaller), no point of the cell is in the disc. */
  outside: f64;
  /**
   * If the square of the distance is at most this (with `side` -1: at least this), all points of the cell are in the
   * disc.
   */
  inside: f64;
}

const LARGEST_ORDER: i32 = 13;
const BOUNDS_AT: usize = offsetof<Disc>();
const DIRECTION_AT: usize = BOUNDS_AT + (<usize>LARGEST_ORDER + 1) * offsetof<Bounds>();
const EDGE_AT: usize = DIRECTION_AT + offsetof<Direction>();
const RAD_PER_DEG: f64 = Math.PI / 180.0;
/** More than any square of a chord. */
const NEVER: f64 = 5.0;

/** Bytes of the `work` of discRanges. */
export function discWorkBytes(): usize {
  return EDGE_AT + offsetof<CellEdge>();
}

/**
 * Writes the ranges of NESTED cells of an order that are in a disc, ascending and with gaps between them. With
 * `inclusive` 0 they have the cells whose centres are in the disc, with 1 all cells that it touches. Angles are
 * degrees, the radius 0 to 180. Returns the number of ranges, or more than `capacity` if they do not fit.
 */
export function discRanges(
  order: i32,
  lonDeg: f64,
  latDeg: f64,
  radiusDeg: f64,
  inclusive: i32,
  work: usize,
  out: usize,
  capacity: i32,
): i32 {
  const disc = changetype<Disc>(work);
  const lon = lonDeg * RAD_PER_DEG;
  // The sine of the angle from the nearer pole has more correct digits near that pole than the cosine of the latitude.
  const cosine = Math.sin((90.0 - Math.abs(latDeg)) * RAD_PER_DEG);
  const side = radiusDeg <= 90.0 ? 1.0 : -1.0;
  disc.x = side * cosine * Math.cos(lon);
  disc.y = side * cosine * Math.sin(lon);
  disc.z = side * Math.sin(latDeg * RAD_PER_DEG);
  disc.side = side;
  disc.radius = (side > 0.0 ? radiusDeg : 180.0 - radiusDeg) * RAD_PER_DEG;
  disc.rim = squareOfChord(disc.radius);
  disc.order = order;
  disc.inclusive = inclusive;
  disc.own = ang2pixNest(1 << order, lon, latDeg * RAD_PER_DEG);
  disc.out = out;
  disc.capacity = capacity;
  disc.count = 0;
  for (let k = 0; k <= order; k++) openBounds(disc, k);
  for (let face = 0; face < 12; face++) visit(disc, 0, face);
  return disc.count;
}

function openBounds(disc: Disc, order: i32): void {
  const side = disc.side;
  const radius = disc.radius;
  const reach = reachOf(order);
  const bounds = boundsOf(disc, order);
  bounds.outside = squareOfChord(radius + side * reach);
  bounds.inside = radius - side * reach < 0.0 ? -1.0 : squareOfChord(radius - side * reach);
  if (radius + reach >= Math.PI) {
    if (side > 0.0) bounds.outside = NEVER;
    else bounds.inside = NEVER;
  }
  if (side < 0.0 && radius < reach) bounds.outside = -1.0;
}

/** Largest distance from a cell's centre to a point of it, radians, with room for rounding. */
function reachOf(order: i32): f64 {
  // The largest is the distance from the centre of a cell on the rim of a polar cap to its northern corner.
  const n = <f64>(1 << order);
  const z = 2.0 / 3.0;
  const across = Math.sin((0.125 * Math.PI) / n);
  const top = 1.0 - ((1.0 - 1.0 / n) * (1.0 - 1.0 / n)) / 3.0;
  const sine = Math.sqrt((1.0 - z) * (1.0 + z));
  const topSine = Math.sqrt((1.0 - top) * (1.0 + top));
  const fall = sine - topSine;
  const chord = Math.sqrt((top - z) * (top - z) + fall * fall + 4.0 * sine * topSine * across * across);
  return 2.0 * Math.asin(0.5 * chord) * 1.000001 + 1e-15;
}


@inline
function boundsOf(disc: Disc, order: i32): Bounds {
  return changetype<Bounds>(changetype<usize>(disc) + BOUNDS_AT + <usize>order * offsetof<Bounds>());
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

/** Adds the cells of disc.order that are in the disc and in one cell of `order`, which is the same or coarser. */
function visit(disc: Disc, order: i32, cell: i32): void {
  const direction = changetype<Direction>(changetype<usize>(disc) + DIRECTION_AT);
  const face = cell >> (2 * order);
  const code = (<u32>cell) & (((<u32>1) << (2 * order)) - 1);
  const x = <i32>pack(code);
  const y = <i32>pack(code >> 1);
  const nside = 1 << order;
  openDirection(direction, <f64>nside, face, <f64>x + 0.5, <f64>y + 0.5);
  const square = squareTo(disc, direction.x, direction.y, direction.z);
  const bounds = boundsOf(disc, order);
  const near = disc.side > 0.0;
  if (near ? square > bounds.outside : square < bounds.outside) return;
  const levels = 2 * (disc.order - order);
  if (near ? square <= bounds.inside : square >= bounds.inside) {
    addRange(disc, cell << levels, (cell + 1) << levels);
  } else if (levels > 0) {
    for (let part = 0; part < 4; part++) visit(disc, order + 1, (cell << 2) | part);
  } else if (isWithin(disc, square) || (disc.inclusive != 0 && touches(disc, nside, face, x, y, cell))) {
    addRange(disc, cell, cell + 1);
  }
}

/** Adds the cells [from, to), which lie behind all cells added so far. */
function addRange(disc: Disc, from: i32, to: i32): void {
  const count = disc.count;
  if (count > disc.capacity) return;
  const last = disc.out + ((<usize>count) << 3) - 8;
  if (count > 0 && load<i32>(last, 4) == from) {
    store<i32>(last, to, 4);
    return;
  }
  disc.count = count + 1;
  if (count == disc.capacity) return;
  store<i32>(last, from, 8);
  store<i32>(last, to, 12);
}

/** Whether the disc touches a cell whose centre is not in it. */
function touches(disc: Disc, nside: i32, face: i32, x: i32, y: i32, cell: i32): bool {
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

/** Most times that an edge is halved; a piece that is still open then counts as not touched. */
const DEEPEST: i32 = 48;

/**
 * Whether the disc touches the piece of a cell's edge between two values of t. Along the piece the square of the
 * distance differs from that of the middle by no more than the slope in the middle and the largest second derivative
 * allow; if this leaves the answer open, both halves are tested.
 */
function reachesPiece(disc: Disc, edge: CellEdge, from: f64, to: f64, depth: i32): bool {
  const middle = 0.5 * (from + to);
  moveAlong(edge, middle);
  const square = squareTo(disc, edge.x, edge.y, edge.z);
  const chord = Math.sqrt(square);
  // A point counts if it is on the rim as far as a double can tell, since an edge may run along the rim.
  if (isWithin(disc, square) || Math.abs(square - disc.rim) <= 4e-16 * chord) return true;
  if (depth == DEEPEST) return false;
  const slope = 2.0 * ((edge.x - disc.x) * edge.dx + (edge.y - disc.y) * edge.dy + (edge.z - disc.z) * edge.dz);
  const half = 0.5 * (to - from);
  const bend = 2.0 * (edge.speed * edge.speed + (chord + edge.speed) * edge.bend);
  const change = Math.abs(slope) * half + 0.5 * bend * half * half;
  if (Math.abs(square - disc.rim) > change) return false;
  return reachesPiece(disc, edge, from, middle, depth + 1) || reachesPiece(disc, edge, middle, to, depth + 1);
}

import { cosineAndSine } from '../math/sincosLanes';
import { eighthsOfFace } from './place';

/*
 * The edges of cells as curves of t, which runs from 0 to 1 (Gorski et al. 2005, section 5.3): in the belt z is linear
 * in longitude, in the caps longitude is linear in 1 / sqrt(1 - |z|).
 */

const QUARTER_PI: f64 = 0.25 * Math.PI;

/** Edge of a cell, and its point and derivative at the t that the last call of moveAlong was given. */
@unmanaged
export class CellEdge {
  nside: f64;
  /** Number of rows of cell corners from the north pole to the point at t = 0: 1 to 4 nside. */
  level: f64;
  /** NORTH, BELT or SOUTH. */
  region: i32;
  /** Longitude of the face's centre line, in eighths of a turn. */
  eighths: f64;
  /** Distance of the point at t = 0 from the face's centre line, in half cells eastwards. */
  east: f64;
  /** Half cells by which the point moves eastwards from t = 0 to t = 1: 1 or -1. */
  eastward: f64;
  /** In a polar cap: numerator of the longitude's derivative (moveAlong); 0 if the edge lies on a meridian. */
  turn: f64;
  /** Bound of the length of the edge's second derivative by t. */
  bend: f64;
  /** Bound of the length of the edge's first derivative by t. */
  speed: f64;

  x: f64;
  y: f64;
  z: f64;
  dx: f64;
  dy: f64;
  dz: f64;
}

const NORTH: i32 = 0;
const BELT: i32 = 1;
const SOUTH: i32 = 2;

/** Bound of the length of an edge's derivative, times nside; the largest that was measured is 1.57. */
const SPEED: f64 = 1.6;
/**
 * Bound of the length of an edge's second derivative, times nside squared, without the part that TURNING_BEND bounds.
 */
const BEND: f64 = 4.0;
/**
 * Bound of the part of a second derivative that comes from the change of longitude along an edge of a polar cap, times
 * nside and the number of rings from the pole: pi^2 / 4 sqrt(2/3), rounded up.
 */
const TURNING_BEND: f64 = 2.1;

/** Sets `edge` to the cell edge that begins at the corner (x, y) of a face and runs along x or along y. */
export function openEdge(edge: CellEdge, nside: i32, face: i32, x: i32, y: i32, alongX: bool): void {
  const n = <f64>nside;
  const row = face >> 2;
  const level = <f64>(row + 2) * n - <f64>x - <f64>y;
  const east = <f64>(x - y);
  const eastward = alongX ? 1.0 : -1.0;
  edge.nside = n;
  edge.level = level;
  edge.region = level <= n ? NORTH : level > 3.0 * n ? SOUTH : BELT;
  edge.eighths = <f64>eighthsOfFace(face);
  edge.east = east;
  edge.eastward = eastward;
  edge.turn = edge.region == NORTH ? eastward * level + east : eastward * (4.0 * n - level) - east;
  edge.speed = SPEED / n;
  // An edge that touches a pole lies on a meridian, so `turn` is 0 and the division by `fromPole` is left out.
  const fromPole = edge.region == NORTH ? level - 1.0 : 4.0 * n - level;
  const turning = edge.region == BELT || edge.turn == 0.0 ? 0.0 : TURNING_BEND / (fromPole * n);
  edge.bend = BEND / (n * n) + turning;
}

/** Moves the edge's point and derivative to t. */
export function moveAlong(edge: CellEdge, t: f64): void {
  const n = edge.nside;
  let z: f64;
  let dz: f64;
  let sine: f64;
  let dSine: f64;
  let phi: f64;
  let dPhi: f64;
  if (edge.region == BELT) {
    z = (2.0 * (2.0 * n - edge.level + t)) / (3.0 * n);
    dz = 2.0 / (3.0 * n);
    sine = Math.sqrt((1.0 - z) * (1.0 + z));
    dSine = (-z * dz) / sine;
    phi = (QUARTER_PI * (edge.east + t * edge.eastward)) / n;
    dPhi = (QUARTER_PI * edge.eastward) / n;
  } else {
    const sign = edge.region == NORTH ? 1.0 : -1.0;
    const rings = edge.region == NORTH ? edge.level - t : 4.0 * n - edge.level + t;
    const height = rings / n;
    const dHeight = -sign / n;
    const depth = (height * height) / 3.0;
    const flat = Math.sqrt((2.0 - depth) / 3.0);
    z = sign * (1.0 - depth);
    dz = (-sign * 2.0 * height * dHeight) / 3.0;
    sine = height * flat;
    dSine = ((1.0 - depth) * 2.0 * dHeight) / (3.0 * flat);
    if (edge.turn == 0.0) {
      phi = -sign * edge.eastward * QUARTER_PI;
      dPhi = 0.0;
    } else {
      phi = (QUARTER_PI * (edge.east + t * edge.eastward)) / rings;
      dPhi = (QUARTER_PI * edge.turn) / (rings * rings);
    }
  }
  phi += edge.eighths * QUARTER_PI;
  const turn = cosineAndSine(phi);
  const cosine = f64x2.extract_lane(turn, 0);
  const sinePhi = f64x2.extract_lane(turn, 1);
  edge.x = sine * cosine;
  edge.y = sine * sinePhi;
  edge.z = z;
  edge.dx = dSine * cosine - edge.y * dPhi;
  edge.dy = dSine * sinePhi + edge.x * dPhi;
  edge.dz = dz;
}

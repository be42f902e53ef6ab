import { cosineAndSine } from '../../math/sincosLanes';

/** A region of the sphere whose cells are looked for, and the ranges that are found: pairs of u64, [from, to). */
@unmanaged
export class Region {
  /** Order of the cells. */
  order: i32;
  /** Whether cells count that it touches, or only those whose centres are inside. */
  inclusive: i32;
  out: usize;
  /** Ranges that there is room for, and that there are; more than the former when it was not enough. */
  capacity: i32;
  count: i32;
  /** Squared chords of the largest distance from a cell's centre to its points, by order: f64. */
  reach: usize;
}

/** How far a point of a cell can be from its centre, radians, with room for rounding; at each order. */
export function reachOf(order: i32): f64 {
  // The cell at the rim, with its northern corner.
  const n = <f64>((<u32>1) << order);
  const z = 2.0 / 3.0;
  const across = Math.sin((0.125 * Math.PI) / n);
  const top = 1.0 - ((1.0 - 1.0 / n) * (1.0 - 1.0 / n)) / 3.0;
  const sine = Math.sqrt((1.0 - z) * (1.0 + z));
  const topSine = Math.sqrt((1.0 - top) * (1.0 + top));
  const fall = sine - topSine;
  const chord = Math.sqrt((top - z) * (top - z) + fall * fall + 4.0 * sine * topSine * across * across);
  return 2.0 * Math.asin(0.5 * chord) * 1.000001 + 1e-15;
}

/** Adds the cells [from, to); those before come first. */
export function addRange(region: Region, from: i64, to: i64): void {
  const count = region.count;
  if (count > region.capacity) return;
  const last = region.out + ((<usize>count) << 4) - 16;
  if (count > 0 && load<i64>(last, 8) == from) {
    store<i64>(last, to, 8);
    return;
  }
  region.count = count + 1;
  if (count == region.capacity) return;
  store<i64>(last, from, 16);
  store<i64>(last, to, 24);
}

/** Place of a NESTED cell in its face, along x; y is that of the code by one bit. */
export function evenBits(code: i64): i32 {
  let v = code & 0x5555555555555555;
  v = (v | (v >>> 1)) & 0x3333333333333333;
  v = (v | (v >>> 2)) & 0x0f0f0f0f0f0f0f0f;
  v = (v | (v >>> 4)) & 0x00ff00ff00ff00ff;
  v = (v | (v >>> 8)) & 0x0000ffff0000ffff;
  return <i32>(v | (v >>> 16));
}

/** A place in a face, and its direction. */
@unmanaged
export class FacePoint {
  x: f64;
  y: f64;
  z: f64;
}

/** Direction of the point of a face at (x, y), of which nside are a side. */
export function directionOf(point: FacePoint, nside: f64, face: i32, x: f64, y: f64): void {
  const row = <f64>(face >> 2);
  const level = (row + 2.0) * nside - x - y;
  const eighths = <f64>(2 * (face & 3) + 1 - ((face >> 2) & 1));
  const north = level < nside;
  let sine: f64;
  let quarter = nside;
  if (north || level > 3.0 * nside) {
    quarter = north ? level : 4.0 * nside - level;
    const height = quarter / nside;
    const depth = (height * height) / 3.0;
    sine = Math.sqrt(depth * (2.0 - depth));
    point.z = north ? 1.0 - depth : depth - 1.0;
  } else {
    const z = (2.0 * (2.0 * nside - level)) / (3.0 * nside);
    sine = Math.sqrt((1.0 - z) * (1.0 + z));
    point.z = z;
  }
  const phi = quarter == 0.0 ? 0.0 : 0.25 * Math.PI * (eighths + (x - y) / quarter);
  const turn = cosineAndSine(phi);
  point.x = sine * f64x2.extract_lane(turn, 0);
  point.y = sine * f64x2.extract_lane(turn, 1);
}

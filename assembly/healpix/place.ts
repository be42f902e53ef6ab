import { cosineAndSine } from '../math/sincosLanes';

/** A unit vector. */
@unmanaged
export class Direction {
  x: f64;
  y: f64;
  z: f64;
}

/*
 * Directions of points (x, y) of a face, a base cell with sides of the length `size`: x grows north-east, y north-west,
 * both from the southern corner (Gorski et al. 2005, section 5). Points need not be corners or centres of cells.
 */

/** Distance from the north pole to the point (x, y) of a face along the edges of cells: 0 to 4 size. */
@inline
function levelOf(size: f64, face: i32, x: f64, y: f64): f64 {
  return <f64>((face >> 2) + 2) * size - x - y;
}

/** Longitude of a face's centre line, in eighths of a turn: 1, 3, 5, 7 in the polar rows, 0, 2, 4, 6 on the equator. */
@inline
export function eighthsOfFace(face: i32): i32 {
  return 2 * (face & 3) + 1 - ((face >> 2) & 1);
}

/** 1 - |sin(latitude)| at a distance from a pole along the edges of cells, without cancellation beside the poles. */
@inline
function depthOf(size: f64, fromPole: f64): f64 {
  if (fromPole >= size) return 1.0 - (2.0 * (2.0 * size - fromPole)) / (3.0 * size);
  const height = fromPole / size;
  return (height * height) / 3.0;
}

/** Sets `direction` to that of the point (x, y) of a face with sides of the length `size`. */
export function openDirection(direction: Direction, size: f64, face: i32, x: f64, y: f64): void {
  const level = levelOf(size, face, x, y);
  const fromPole = min(level, 4.0 * size - level);
  const quarter = min(size, fromPole);
  const depth = depthOf(size, fromPole);
  const cosLat = Math.sqrt(depth * (2.0 - depth));
  const eighths = <f64>eighthsOfFace(face);
  // A pole may have any longitude.
  const lon = quarter == 0.0 ? 0.0 : 0.25 * Math.PI * (eighths + (x - y) / quarter);
  const turn = cosineAndSine(lon);
  direction.x = cosLat * f64x2.extract_lane(turn, 0);
  direction.y = cosLat * f64x2.extract_lane(turn, 1);
  direction.z = level <= 2.0 * size ? 1.0 - depth : depth - 1.0;
}

/**
 * Writes the longitude, 0 to 360, and the latitude of the point (x, y) of a face, in degrees: two f64. `size`: length
 * of the face's sides, in the unit of x and y. The north-eastern edge of base cell 3 and the south-eastern edge of base
 * cell 11 have longitude 360, not 0; the poles have 0.
 */
export function storePlaceInFace(size: f64, face: i32, x: f64, y: f64, out: usize): void {
  const level = levelOf(size, face, x, y);
  const fromPole = min(level, 4.0 * size - level);
  const quarter = min(size, fromPole);
  const depth = depthOf(size, fromPole);
  const lat = Math.atan2(1.0 - depth, Math.sqrt(depth * (2.0 - depth))) / (Math.PI / 180.0);
  const halves = <f64>eighthsOfFace(face) * quarter + (x - y);
  const lon = quarter == 0.0 ? 0.0 : (45.0 * (halves < 0.0 ? halves + 8.0 * quarter : halves)) / quarter;
  store<f64>(out, lon);
  store<f64>(out, level <= 2.0 * size ? lat : -lat, 8);
}

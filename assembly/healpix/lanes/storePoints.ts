import { add, both, div, mul, select, sub } from '../../math/lanes';
import {
  ANGLES,
  cosLatOfHeight,
  latOfHeight,
  LON_LAT,
  thetaOfHeight,
  xOfQuarters,
  yOfQuarters,
  zOfHeight,
} from './directions';
import { quarterOf } from './ringNumbers';

/**
 * Writes the directions of two points, `halves` half cells east along rings of a grid with n cells on a face's side. Rings and
 * halves may be fractions; the latter may be negative by less than a turn.
 */
@inline
export function storePoints(form: i32, n: v128, ring: v128, halves: v128, first: usize, second: usize): void {
  const quarter = quarterOf(n, ring);
  const polar = f64x2.lt(quarter, n);
  const belt = v128.not(polar);
  const north = sub(add(n, n), ring);
  const south = v128.and(f64x2.lt(north, both(0.0)), polar);
  // On the pole any longitude is as good.
  const parts = f64x2.pmax(quarter, both(1e-300));
  halves = add(halves, v128.and(f64x2.lt(halves, both(0.0)), mul(both(8.0), quarter)));
  const height = div(select(belt, mul(both(0.5), north), quarter), n);
  if (form == LON_LAT) {
    const lon = div(mul(halves, both(45.0)), parts);
    const lat = latOfHeight(belt, height);
    const signed = v128.or(lat, v128.and(south, both(-0.0)));
    storeTwo(lon, signed, first, second);
  } else if (form == ANGLES) {
    const phi = div(mul(halves, both(0.25 * Math.PI)), parts);
    storeTwo(thetaOfHeight(belt, south, height), phi, first, second);
  } else {
    const quarters = div(mul(halves, both(0.5)), parts);
    const z = zOfHeight(belt, height);
    const cosLat = cosLatOfHeight(belt, height);
    storeTwo(xOfQuarters(quarters, cosLat), yOfQuarters(quarters, cosLat), first, second);
    const signed = v128.or(z, v128.and(south, both(-0.0)));
    v128.store64_lane(first + 16, signed, 0);
    v128.store64_lane(second + 16, signed, 1);
  }
}

/** Writes a and b of both lanes; where second is first, those of the first lane remain. */
@inline
function storeTwo(a: v128, b: v128, first: usize, second: usize): void {
  v128.store(second, v128.shuffle<f64>(a, b, 1, 3));
  v128.store(first, v128.shuffle<f64>(a, b, 0, 2));
}

/** storePoints as a call, for kernels whose time does not hang on it. */
export function storePointsAt(form: i32, n: v128, ring: v128, halves: v128, first: usize, second: usize): void {
  storePoints(form, n, ring, halves, first, second);
}

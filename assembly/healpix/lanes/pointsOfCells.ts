import { both, div, mul, select, sub, add } from '../../math/lanes';
import { areCells, isCell, loadOne, loadPair } from './cellNumbers';
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
import { faceOfNested, halvesOfPlace, ringOfPlace, xOfNested, yOfNested } from './faces';
import { isRing, nsideOf, orderOf } from './grid';
import { indexOfNumber, isPolar, quarterOf, ringOfNumber, shiftOf } from './ringNumbers';

/** Centres of `count` cells, in the form of cellsOfPoints. Returns the index of the first that is no cell, or -1. */
export function pointsOfCells(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes: usize = form == LON_LAT || form == ANGLES ? 16 : 24;
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(grid, cells, i) : loadPair(grid, cells, i);
    if (!areCells(grid, pair)) return isCell(grid, pair) ? i + 1 : i;
    let ring: v128;
    let halves: v128;
    if (isRing(grid)) {
      ring = ringOfNumber(order, n, pair);
      const index = indexOfNumber(order, n, ring, pair);
      halves = add(add(index, index), shiftOf(n, ring));
    } else {
      const face = faceOfNested(order, pair);
      const x = xOfNested(order, pair);
      const y = yOfNested(order, pair);
      ring = ringOfPlace(n, face, x, y);
      halves = halvesOfPlace(n, ring, face, x, y);
      halves = add(halves, v128.and(f64x2.lt(halves, both(0.0)), mul(both(8.0), n)));
    }
    const first = out + <usize>i * bytes;
    storeCentres(form, n, ring, halves, first, alone ? first : first + bytes);
  }
  return -1;
}

/** Writes the directions of two centres, `halves` half cells east along their rings. */
@inline
function storeCentres(form: i32, n: v128, ring: v128, halves: v128, first: usize, second: usize): void {
  const polar = isPolar(n, ring);
  const belt = v128.not(polar);
  const north = sub(add(n, n), ring);
  const south = v128.and(f64x2.lt(north, both(0.0)), polar);
  const quarter = quarterOf(n, ring);
  const height = div(select(belt, mul(both(0.5), north), quarter), n);
  if (form == LON_LAT) {
    const lon = div(mul(halves, both(45.0)), quarter);
    const lat = latOfHeight(belt, height);
    const signed = v128.or(lat, v128.and(south, both(-0.0)));
    storeTwo(lon, signed, first, second);
  } else if (form == ANGLES) {
    const phi = div(mul(halves, both(0.25 * Math.PI)), quarter);
    storeTwo(thetaOfHeight(belt, south, height), phi, first, second);
  } else {
    const quarters = div(mul(halves, both(0.5)), quarter);
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

import { both, div, lanes, mul, select, sub } from '../../math/lanes';
import { storePair } from './cellNumbers';
import { thetaOfHeight } from './directions';
import { numberAlongRing } from './faces';
import { nsideOf } from './grid';
import { Located, locateOne, pointBytes } from './locate';
import { quarterOf, shiftOf } from './ringNumbers';

/**
 * The four cells whose centres are around each of `count` points, and their weights (f64), of sum 1, as healpy has them:
 * linear in longitude along the rings north and south of the point, in colatitude between those; a pole is the mean of
 * its ring. North-west, north-east, south-west, south-east. Returns the index of the first that is no point, or -1.
 */
export function interpolationOfPoints(
  grid: i32,
  form: i32,
  points: usize,
  count: i32,
  outCells: usize,
  outWeights: usize,
  located: Located,
): i32 {
  const nside = nsideOf(grid);
  const n = both(nside);
  const last = 4.0 * nside;
  const bytes = pointBytes(form);
  for (let i = 0; i < count; i++) {
    const point = points + <usize>i * bytes;
    if (!locateOne(form, point, located)) return i;
    const theta = thetaOfHeight(located.belt, located.south, located.height);
    const quarters = <f64>i64x2.extract_lane(located.column, 0) + f64x2.extract_lane(located.part, 0);
    const north = ringNorthOf(nside, located);
    const south = north + 1.0;
    const thetas = thetasOfRings(n, lanes(north, south));
    const thetaNorth = f64x2.extract_lane(thetas, 0);
    const fromNorth = (f64x2.extract_lane(theta, 0) - thetaNorth) / (f64x2.extract_lane(thetas, 1) - thetaNorth);
    const southern = max(0.0, min(1.0, fromNorth));
    const northern = 1.0 - southern;

    const ringNorth = both(max(north, 1.0));
    const ringSouth = both(min(south, last - 1.0));
    const alongNorth = alongRing(n, ringNorth, quarters);
    const alongSouth = alongRing(n, ringSouth, quarters);
    const eastNorth = alongNorth - floor(alongNorth);
    const eastSouth = alongSouth - floor(alongSouth);
    let cellsNorth = cellsAround(n, ringNorth, alongNorth);
    let cellsSouth = cellsAround(n, ringSouth, alongSouth);
    let weightsNorth = lanes((1.0 - eastNorth) * northern, eastNorth * northern);
    let weightsSouth = lanes((1.0 - eastSouth) * southern, eastSouth * southern);
    if (north == 0.0) {
      cellsNorth = opposite(cellsSouth);
      weightsNorth = both(0.25 * northern);
      weightsSouth = f64x2.add(weightsSouth, weightsNorth);
    } else if (south == last) {
      cellsSouth = opposite(cellsNorth);
      weightsSouth = both(0.25 * southern);
      weightsNorth = f64x2.add(weightsNorth, weightsSouth);
    }
    storePair(grid, outCells, i << 2, numberAlongRing(grid, n, ringNorth, cellsNorth));
    storePair(grid, outCells, (i << 2) + 2, numberAlongRing(grid, n, ringSouth, cellsSouth));
    v128.store(outWeights + ((<usize>i) << 5), weightsNorth);
    v128.store(outWeights + ((<usize>i) << 5), weightsSouth, 16);
  }
  return -1;
}

/** The ring at or north of a point; 0 for a pole's cap. */
@inline
function ringNorthOf(nside: f64, located: Located): f64 {
  const height = f64x2.extract_lane(located.height, 0);
  if (i64x2.extract_lane(located.belt, 0) != 0) return floor(2.0 * nside * (1.0 - height));
  const fromPole = floor(nside * height);
  return i64x2.extract_lane(located.south, 0) != 0 ? 4.0 * nside - fromPole - 1.0 : fromPole;
}

/** Colatitudes of two rings; 0 and 4 nside are the poles. */
@inline
function thetasOfRings(n: v128, rings: v128): v128 {
  const quarter = quarterOf(n, rings);
  const polar = f64x2.lt(quarter, n);
  const north = sub(f64x2.add(n, n), rings);
  const height = div(select(polar, quarter, mul(both(0.5), north)), n);
  return thetaOfHeight(v128.not(polar), v128.and(polar, f64x2.lt(north, both(0.0))), height);
}

/** Cells of a ring from its first centre to a longitude; from -1/2. */
@inline
function alongRing(n: v128, ring: v128, quarters: f64): f64 {
  return quarters * f64x2.extract_lane(quarterOf(n, ring), 0) - 0.5 * f64x2.extract_lane(shiftOf(n, ring), 0);
}

/** Indexes of the cells west and east of there. */
@inline
function cellsAround(n: v128, ring: v128, along: f64): v128 {
  const length = 4.0 * f64x2.extract_lane(quarterOf(n, ring), 0);
  const west = floor(along);
  const east = west + 1.0;
  return lanes(west < 0.0 ? west + length : west, east == length ? 0.0 : east);
}

/** Indexes of the other two cells of a pole's ring. */
@inline
function opposite(cells: v128): v128 {
  const two = both(2.0);
  return select(f64x2.lt(cells, two), f64x2.add(cells, two), sub(cells, two));
}

import { both, mul } from '../../math/lanes';
import { storeOne, storePair } from './cellNumbers';
import {
  ANGLES,
  areAngles,
  columnOfPhi,
  columnOfQuarters,
  columnOfVector,
  extentOf,
  heightOfLat,
  heightOfTheta,
  heightOfVector,
  isLatInBelt,
  isLonLat,
  isThetaInBelt,
  isVectorInBelt,
  LON_LAT,
  partOfPhi,
  partOfQuarters,
  partOfVector,
  quartersOfLon,
  scaleOf,
  withinTurn,
} from './directions';
import { numberOfPlace } from './faces';
import { nsideOf } from './grid';
import { everyLane } from './numbers';
import { faceOfPoint, xOfPoint, yOfPoint } from './places';

/**
 * Cells of `count` points, interleaved f64: longitude and latitude in degrees (LON_LAT), colatitude and longitude in
 * radians (ANGLES), or x, y, z of any length. Returns the index of the first that is no such point, or -1; cells are
 * written up to there, or to the one before.
 */
export function cellsOfPoints(grid: i32, form: i32, points: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const bytes: usize = form == LON_LAT || form == ANGLES ? 16 : 24;
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const first = points + <usize>i * bytes;
    const second = alone ? first : first + bytes;
    let column: v128;
    let part: v128;
    let belt: v128;
    let south: v128;
    let height: v128;
    let valid: v128;
    if (form == LON_LAT) {
      const a = v128.load(first);
      const b = v128.load(second);
      const lon = v128.shuffle<f64>(a, b, 0, 2);
      const lat = v128.shuffle<f64>(a, b, 1, 3);
      const quarters = quartersOfLon(lon);
      valid = isLonLat(lon, lat);
      column = columnOfQuarters(quarters);
      part = partOfQuarters(quarters);
      belt = isLatInBelt(lat);
      south = f64x2.lt(lat, both(0.0));
      height = heightOfLat(lat);
    } else if (form == ANGLES) {
      const a = v128.load(first);
      const b = v128.load(second);
      const theta = v128.shuffle<f64>(a, b, 0, 2);
      const given = v128.shuffle<f64>(a, b, 1, 3);
      const phi = withinTurn(given);
      valid = areAngles(theta, given);
      column = columnOfPhi(phi);
      part = partOfPhi(phi);
      belt = isThetaInBelt(theta);
      south = f64x2.gt(theta, both(0.5 * Math.PI));
      height = heightOfTheta(theta);
    } else {
      let x = pairAt(first, second);
      let y = pairAt(first + 8, second + 8);
      let z = pairAt(first + 16, second + 16);
      const extent = extentOf(x, y, z);
      valid = v128.and(f64x2.gt(extent, both(0.0)), f64x2.lt(extent, both(Infinity)));
      const scale = scaleOf(extent);
      x = mul(x, scale);
      y = mul(y, scale);
      z = mul(z, scale);
      column = columnOfVector(x, y);
      part = partOfVector(x, y);
      belt = isVectorInBelt(x, y, z);
      south = f64x2.lt(z, both(0.0));
      height = heightOfVector(x, y, z);
    }
    if (!everyLane(valid)) return i64x2.extract_lane(valid, 0) == 0 ? i : i + 1;
    south = v128.andnot(south, belt);
    const cells = numberOfPlace(
      grid,
      n,
      faceOfPoint(column, part, belt, south, height),
      xOfPoint(n, part, belt, south, height),
      yOfPoint(n, part, belt, south, height),
    );
    if (alone) storeOne(grid, out, i, cells);
    else storePair(grid, out, i, cells);
  }
  return -1;
}


@inline
function pairAt(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}

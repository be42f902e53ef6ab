import { both, mul } from '../../math/lanes';
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

/** Where two points are in HEALPix's plane, as directions.ts has it: f64 lanes, but the columns i64 ones, and masks. */
@unmanaged
export class Located {
  /** Whole quarter turns from longitude 0, 0 to 3, and the part of the next. */
  column: v128;
  part: v128;
  height: v128;
  belt: v128;
  /** In the southern cap. */
  south: v128;
}

/** Bytes of a point. */
@inline
export function pointBytes(form: i32): usize {
  return form == LON_LAT || form == ANGLES ? 16 : 24;
}

/** Locates two points of that form (cellsOfPoints.ts); the mask is set for those that are points. */
@inline
export function locate(form: i32, first: usize, second: usize, located: Located): v128 {
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
  located.column = column;
  located.part = part;
  located.height = height;
  located.belt = belt;
  located.south = v128.andnot(south, belt);
  return valid;
}


@inline
function pairAt(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}

/** Locates one point as `locate` does, called: it is long. */
export function locateOne(form: i32, point: usize, located: Located): bool {
  return i64x2.extract_lane(locate(form, point, point, located), 0) != 0;
}

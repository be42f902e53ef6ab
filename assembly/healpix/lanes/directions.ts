import { atan2Of } from '../../math/atan2Lanes';
import { add, both, div, mul, select, sub } from '../../math/lanes';
import { cosOf, ROUNDER, sinOf } from '../../math/sincosLanes';
import { someLane } from './numbers';
import { arcSineOf, sineOf } from './sine';

/**
 * Directions of two points, as the host writes them, and what HEALPix asks of them: quarter turns from longitude 0, and
 * the height. That is 3/4 sin(latitude) in the belt, -1/2 to 1/2, and in the caps sqrt(3 (1 - |sin(latitude)|)), below
 * 1, by half the angle from the pole, which keeps its digits there: sqrt(6) sin(colatitude / 2).
 *
 * Each is good to 7e-16 in all of the range that is given.
 */
export const LON_LAT: i32 = 0;
export const ANGLES: i32 = 1;

/** asin(2/3), the rim of the caps, less what sines are off by: degrees and radians. */
const RIM_DEG: f64 = 41.81031489577855;
const RIM_RAD: f64 = 0.7297276562269655;
const RAD_PER_DEG: f64 = Math.PI / 180.0;
const PI_LOW: f64 = 1.2246467991473532e-16;
const ROOT_6: f64 = 2.449489742783178;
const BELOW_1: f64 = 0.9999999999999999;
const QUARTERS_PER_RAD: f64 = 0.6366197723675814;
/** The upper 33 bits of pi/2 and the rest. */
const HALF_PI_UPPER: f64 = 1.5707963267341256;
const HALF_PI_LOWER: f64 = 6.077100506506192e-11;

/** Face column of quarter turns: 0 to 3, i64 lanes. */
@inline
export function columnOfQuarters(quarters: v128): v128 {
  return v128.and(add(f64x2.floor(quarters), both(ROUNDER)), i64x2.splat(3));
}

/** Quarter turns less the whole ones: 0 to below 1. */
@inline
export function partOfQuarters(quarters: v128): v128 {
  return f64x2.pmin(sub(quarters, f64x2.floor(quarters)), both(BELOW_1));
}

// Longitude and latitude, degrees

/** Whether they are a longitude and a latitude. */
@inline
export function isLonLat(lon: v128, lat: v128): v128 {
  return v128.and(f64x2.le(f64x2.abs(lat), both(90.0)), f64x2.lt(f64x2.abs(lon), both(Infinity)));
}


@inline
export function quartersOfLon(lon: v128): v128 {
  if (someLane(f64x2.gt(f64x2.abs(lon), both(360.0)))) {
    // Exact, as fmod is.
    lon = sub(lon, mul(both(360.0), f64x2.trunc(div(lon, both(360.0)))));
  }
  return div(lon, both(90.0));
}


@inline
export function isLatInBelt(lat: v128): v128 {
  return f64x2.le(f64x2.abs(lat), both(RIM_DEG));
}


@inline
export function heightOfLat(lat: v128): v128 {
  const belt = isLatInBelt(lat);
  const cap = mul(sub(both(90.0), f64x2.abs(lat)), both(0.5 * RAD_PER_DEG));
  return heightOf(belt, select(belt, mul(lat, both(RAD_PER_DEG)), cap));
}

/** Height of the latitude, in the belt, or of half the angle to the pole. */
@inline
function heightOf(belt: v128, angle: v128): v128 {
  return f64x2.pmin(mul(sineOf(angle), select(belt, both(0.75), both(ROOT_6))), both(BELOW_1));
}

// Colatitude and longitude, radians

/** Whether they are a colatitude and a longitude. */
@inline
export function areAngles(theta: v128, phi: v128): v128 {
  const colatitude = v128.and(f64x2.ge(theta, both(0.0)), f64x2.le(theta, both(Math.PI)));
  return v128.and(colatitude, f64x2.lt(f64x2.abs(phi), both(Infinity)));
}

/** Longitude within a turn of 0, of which a further one is so many turns more. */
@inline
export function withinTurn(phi: v128): v128 {
  if (someLane(f64x2.gt(f64x2.abs(phi), both(6.3)))) {
    const quarters = mul(both(4.0), f64x2.trunc(mul(phi, both(0.25 * QUARTERS_PER_RAD))));
    phi = sub(sub(phi, mul(quarters, both(HALF_PI_UPPER))), mul(quarters, both(HALF_PI_LOWER)));
  }
  return phi;
}


@inline
export function columnOfPhi(phi: v128): v128 {
  return columnOfQuarters(quartersOfPhi(phi));
}


@inline
function quartersOfPhi(phi: v128): v128 {
  return mul(phi, both(QUARTERS_PER_RAD));
}

/** Quarter turns less the whole ones that columnOfPhi counts; reduced as Cody and Waite (1980) do. */
@inline
export function partOfPhi(phi: v128): v128 {
  const whole = f64x2.floor(quartersOfPhi(phi));
  const rest = sub(sub(phi, mul(whole, both(HALF_PI_UPPER))), mul(whole, both(HALF_PI_LOWER)));
  return f64x2.pmax(f64x2.pmin(mul(rest, both(QUARTERS_PER_RAD)), both(BELOW_1)), both(0.0));
}


@inline
export function isThetaInBelt(theta: v128): v128 {
  return f64x2.le(f64x2.abs(latitudeOf(theta)), both(RIM_RAD));
}


@inline
function latitudeOf(theta: v128): v128 {
  return add(sub(both(0.5 * Math.PI), theta), both(0.5 * PI_LOW));
}


@inline
export function heightOfTheta(theta: v128): v128 {
  const belt = isThetaInBelt(theta);
  const fromPole = f64x2.pmin(theta, add(sub(both(Math.PI), theta), both(PI_LOW)));
  return heightOf(belt, select(belt, latitudeOf(theta), mul(both(0.5), fromPole)));
}

// Vectors of any length

/** Largest of a vector's coordinates, without their signs; NaN where one is. */
@inline
export function extentOf(x: v128, y: v128, z: v128): v128 {
  return f64x2.max(f64x2.max(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
}

/** Power of two that brings a vector to where squares neither vanish nor overflow. */
@inline
export function scaleOf(extent: v128): v128 {
  const small = f64x2.lt(extent, both(1e-100));
  const large = f64x2.gt(extent, both(1e100));
  return select(small, both(5.260135901548374e210), select(large, both(1.90109156629516e-211), both(1.0)));
}


@inline
export function columnOfVector(x: v128, y: v128): v128 {
  const zero = both(0.0);
  const second = v128.and(f64x2.le(x, zero), f64x2.gt(y, zero));
  const third = v128.and(f64x2.lt(x, zero), f64x2.le(y, zero));
  const fourth = v128.and(f64x2.ge(x, zero), f64x2.lt(y, zero));
  const later = v128.or(v128.and(third, i64x2.splat(2)), v128.and(fourth, i64x2.splat(3)));
  return v128.or(v128.and(second, i64x2.splat(1)), later);
}


@inline
export function partOfVector(x: v128, y: v128): v128 {
  const column = columnOfVector(x, y);
  const even = i64x2.eq(v128.and(column, i64x2.splat(1)), i64x2.splat(0));
  const ax = f64x2.abs(x);
  const ay = f64x2.abs(y);
  const part = mul(atan2Of(select(even, ay, ax), select(even, ax, ay)), both(QUARTERS_PER_RAD));
  const nowhere = v128.and(f64x2.eq(ax, both(0.0)), f64x2.eq(ay, both(0.0)));
  return v128.andnot(f64x2.pmin(part, both(BELOW_1)), nowhere);
}


@inline
function squareOf(x: v128, y: v128, z: v128): v128 {
  return add(add(mul(x, x), mul(y, y)), mul(z, z));
}


@inline
export function isVectorInBelt(x: v128, y: v128, z: v128): v128 {
  return f64x2.le(mul(both(1.5), f64x2.abs(z)), f64x2.sqrt(squareOf(x, y, z)));
}


@inline
export function heightOfVector(x: v128, y: v128, z: v128): v128 {
  const belt = isVectorInBelt(x, y, z);
  const square = squareOf(x, y, z);
  const length = f64x2.sqrt(square);
  const inBelt = mul(both(0.75), div(z, length));
  // 1 - |z|, as (x^2 + y^2) / (1 + |z|).
  const flat = add(mul(x, x), mul(y, y));
  const inCap = f64x2.sqrt(div(mul(both(3.0), flat), add(square, mul(length, f64x2.abs(z)))));
  const limit = select(belt, both(0.5), both(BELOW_1));
  return f64x2.max(f64x2.min(select(belt, inBelt, inCap), limit), f64x2.neg(limit));
}

// And back

/** Latitude, degrees, of a height: in a cap without sign. */
@inline
export function latOfHeight(belt: v128, height: v128): v128 {
  const arc = mul(arcOfHeight(belt, height), both(180.0 / Math.PI));
  return select(belt, arc, sub(both(90.0), add(arc, arc)));
}

/** Colatitude, radians, of a height; `south`: in the southern cap. */
@inline
export function thetaOfHeight(belt: v128, south: v128, height: v128): v128 {
  const arc = arcOfHeight(belt, height);
  const fromPole = add(arc, arc);
  const inCap = select(south, add(sub(both(Math.PI), fromPole), both(PI_LOW)), fromPole);
  return select(belt, add(sub(both(0.5 * Math.PI), arc), both(0.5 * PI_LOW)), inCap);
}

/** Latitude, in the belt, or half the angle to the pole. */
@inline
function arcOfHeight(belt: v128, height: v128): v128 {
  const size = f64x2.abs(height);
  const arc = arcSineOf(select(belt, mul(size, both(4.0 / 3.0)), mul(size, both(1.0 / ROOT_6))));
  return v128.or(arc, v128.and(height, both(-0.0)));
}

/** Sine of the latitude; in a cap without sign. */
@inline
export function zOfHeight(belt: v128, height: v128): v128 {
  return select(belt, mul(height, both(4.0 / 3.0)), sub(both(1.0), depthOf(height)));
}

/** Its cosine. */
@inline
export function cosLatOfHeight(belt: v128, height: v128): v128 {
  const z = zOfHeight(belt, height);
  const depth = select(belt, sub(both(1.0), z), depthOf(height));
  return f64x2.sqrt(mul(depth, select(belt, add(both(1.0), z), sub(both(2.0), depth))));
}

/** 1 - |z| in a cap. */
@inline
function depthOf(height: v128): v128 {
  return mul(mul(height, height), both(1.0 / 3.0));
}

/** x and y of a direction at quarter turns east, cosLat from the axis. */
@inline
export function xOfQuarters(quarters: v128, cosLat: v128): v128 {
  return mul(cosLat, cosOf(mul(quarters, both(0.5 * Math.PI))));
}


@inline
export function yOfQuarters(quarters: v128, cosLat: v128): v128 {
  return mul(cosLat, sinOf(mul(quarters, both(0.5 * Math.PI))));
}

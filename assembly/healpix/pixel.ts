import { cosColatitude, sinPolarColatitude } from '../math/colatitude';
import { beltCell, indexOfNested, nestedOf, ringOfNested } from './face';
import { ringCosLatitude, ringFirst, ringLongitude, ringOf, ringZ } from './ring';

/*
 * Cells of directions and directions of cells, by the formulas and in the order of operations of healpix_cxx 3.80
 * (Gorski et al. 2005, sections 5.1 and 5.2). So a point on the edge of cells gets the same cell as in healpy, unless
 * that cell does not touch the point (see beltCell). Latitudes are radians in [-pi/2, pi/2], longitudes any finite
 * radians; ipix must be a cell of nside.
 */

const HALF_PI: f64 = 1.5707963267948966;
const QUARTERS_PER_RADIAN: f64 = 0.6366197723675814;
const TWO_THIRDS: f64 = 2.0 / 3.0;

/** Longitude in quarter turns, [0, 4). */
@inline
function quarterTurns(lonRad: f64): f64 {
  const turns = lonRad * QUARTERS_PER_RADIAN;
  // The remainder is exact, as fmod's is: a quarter of `turns`, its whole part and four times that part all are.
  const rest = turns - 4.0 * Math.trunc(0.25 * turns);
  if (turns >= 0.0) return rest;
  return rest + 4.0 == 4.0 ? 0.0 : rest + 4.0;
}

/**
 * Number of rings from the pole as a real number, nside sqrt(3 (1 - |z|)): below nside for every double |z| above 2/3.
 * Near a pole sin(theta) takes the place of 1 - |z|, which has few correct digits there.
 */
@inline
function capRadius(nside: i32, thetaRad: f64, zAbs: f64): f64 {
  return thetaRad < 0.01 || thetaRad > 3.14159 - 0.01
    ? (<f64>nside * sinPolarColatitude(thetaRad)) / Math.sqrt((1.0 + zAbs) / 3.0)
    : <f64>nside * Math.sqrt(3.0 * (1.0 - zAbs));
}

/** NESTED number of the cell of a direction; nside is a power of two from 1 to 8192. */
export function ang2pixNest(nside: i32, lonRad: f64, latRad: f64): i32 {
  const thetaRad = HALF_PI - latRad;
  const z = cosColatitude(thetaRad);
  const zAbs = Math.abs(z);
  const quarters = quarterTurns(lonRad);
  if (zAbs <= TWO_THIRDS) {
    const east = <f64>nside * (0.5 + quarters);
    const north = <f64>nside * (z * 0.75);
    return beltCell(nside, <i32>(east - north), <i32>(east + north));
  }
  const face = <i32>quarters;
  const part = quarters - <f64>face;
  const radius = capRadius(nside, thetaRad, zAbs);
  const up = <i32>(part * radius);
  const down = <i32>((1.0 - part) * radius);
  return z > 0.0 ? nestedOf(nside, face, nside - 1 - down, nside - 1 - up) : nestedOf(nside, face + 8, up, down);
}

/** Writes longitude in [0, 2 pi) and latitude of the centre of the NESTED cell to out: two f64, radians. */
export function pix2angNest(nside: i32, ipix: i32, out: usize): void {
  const ring = ringOfNested(nside, ipix);
  storeCentre(nside, ring, indexOfNested(nside, ring, ipix), out);
}

/** Writes longitude in [0, 2 pi) and latitude of the centre of the RING cell to out: two f64, radians. */
export function pix2angRing(nside: i32, ipix: i32, out: usize): void {
  const ring = ringOf(nside, ipix);
  storeCentre(nside, ring, ipix - ringFirst(nside, ring), out);
}


@inline
function storeCentre(nside: i32, ring: i32, index: i32, out: usize): void {
  store<f64>(out, ringLongitude(nside, ring, index));
  store<f64>(out, Math.atan2(ringZ(nside, ring), ringCosLatitude(nside, ring)), 8);
}

import { EARTH_RATE, TWO_PI, US_PER_DAY, US_PER_MINUTE, WGS84_A, WGS84_B } from '../constants';
import { gmst82 } from '../frames';
import { SATELLITE_SIN_MIN_ELEVATION, WINDOW_EPOCHS } from '../layout';
import { sincosPair } from '../math/sincosPair';
import { J2, RADIUS_KM } from '../sgp4/constants';
import {
  AO,
  ARGPDOT,
  ARGPO,
  AYCOF,
  BSTAR,
  CC1,
  CC4,
  CC5,
  CON41,
  COSIO,
  D2,
  D3,
  D4,
  DELMO,
  ECCO,
  EPOCH_US,
  ETA,
  ISIMP,
  MDOT,
  MO,
  NODECF,
  NODEDOT,
  NODEO,
  NO_UNKOZAI,
  OMGCOF,
  SINIO,
  SINMAO,
  T2COF,
  T3COF,
  T4COF,
  T5COF,
  X1MTH2,
  X7THM1,
  XLCOF,
  XMCOF,
} from '../sgp4/record';
import { OK } from '../status';
import { epochUs, positionAt } from '../window';
import { footprint } from './bounds';

/**
 * The motion of a near-earth satellite through a window, as polynomials: f64. Times are minutes since the elset's epoch
 * (t) or since the middle of the window (d); angles radians, lengths km.
 */
export const MOTION_BYTES: u32 = 384;
/** From an epoch's index to t and, less, to d. */
export const T0: u32 = 0;
export const MIDDLE: u32 = 8;
/** Mean argument of latitude: six coefficients in t. */
export const LATITUDE: u32 = 16;
/** Semi-major axis: the coefficients of its root in t, four of them behind the 1 that leads them, and its scale. */
const AXIS_ROOT: u32 = 64;
export const AXIS: u32 = 96;
/** Eccentricity vector: four coefficients in d of each component, and how the first moves the latitude. */
export const EX: u32 = 104;
export const EY: u32 = 136;
export const LONG_PERIOD: u32 = 168;
/** Longitude of the node over the turning Earth: three coefficients in t. */
export const NODE: u32 = 176;
/** Short-period terms: of radius, argument of latitude, node and inclination. */
const SHORT_RADIUS: u32 = 200;
const SHORT_LATITUDE: u32 = 208;
const SHORT_NODE: u32 = 216;
export const SINI: u32 = 224;
export const COSI: u32 = 232;
/** How far positions may be off, km; the largest eccentricity of the window. */
export const ERROR: u32 = 240;
export const ECCENTRICITY: u32 = 248;
/** Rough forms in turns and d: argument of latitude, four coefficients, and longitude of the node, two. */
export const COARSE_LATITUDE: u32 = 256;
export const COARSE_NODE: u32 = 288;
/** The largest angle to a site that is covered, and the same by the rough forms; the fastest motion over the Earth. */
export const REACH: u32 = 304;
export const COARSE_REACH: u32 = 312;
export const FASTEST: u32 = 320;

/**
 * Instants at which a motion is compared with SGP4: one in each part of the window, placed in it by the golden ratio, so
 * that all phases come by whatever the period.
 */
const SAMPLES: u32 = 113;
const GOLDEN: f64 = 0.6180339887498949;
/** Errors are taken for so many times as large as the largest one seen, and so much more. */
const ERROR_FACTOR: f64 = 4.0;
const ERROR_FLOOR_KM: f64 = 0.05;
/** Beyond this the motion decides too little to be worth it; the passes of other orbits have not one highest point. */
const LARGEST_ERROR_KM: f64 = 160.0;
const LARGEST_ECCENTRICITY: f64 = 0.05;
const LONGEST_PERIOD_MIN: f64 = 130.0;
/** SGP4 fails at -0.001; at an anomaly that is not looked at, maybe. */
const LEAST_ECCENTRICITY: f64 = -0.0008;
/** What the rough forms may be off by. */
const LARGEST_COARSE_RAD: f64 = 0.1;
/** Instants on both sides of the middle at which that is looked at: what turns with the anomaly is not in them. */
const INSTANTS: i32 = 16;
/** Short-period terms move the radius by up to 12 km. */
const RADIUS_MARGIN_KM: f64 = 30.0;
/** Lower satellites may dip into the air within the window. */
const LOWEST_HEIGHT_KM: f64 = 120.0;
/** Directions of sites are geodetic here; planes and latitudes lack what is periodic; f32 and its sine err. */
const REACH_MARGIN_RAD: f64 = 0.02;
const COARSE_MARGIN_RAD: f64 = 0.03;

/**
 * Fits the motion of a near-earth satellite and compares it with SGP4 through the window; false where it will not do.
 * `scratch`: 256 bytes.
 */
export function fitMotion(window: usize, record: usize, motion: usize, scratch: usize): bool {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
  const middle = 0.5 * <f64>(epochs - 1);
  const t0 = (epochUs(window, 0) - load<f64>(record, EPOCH_US)) / US_PER_MINUTE;
  const no = load<f64>(record, NO_UNKOZAI);
  if (no * LONGEST_PERIOD_MIN < TWO_PI) return false;
  const full = load<i32>(record, ISIMP) == 0;
  store<f64>(motion, t0, T0);
  store<f64>(motion, middle, MIDDLE);
  store<f64>(motion, load<f64>(record, MO) + load<f64>(record, ARGPO), LATITUDE);
  store<f64>(motion, load<f64>(record, MDOT) + load<f64>(record, ARGPDOT), LATITUDE + 8);
  store<f64>(motion, no * load<f64>(record, T2COF), LATITUDE + 16);
  store<f64>(motion, full ? no * load<f64>(record, T3COF) : 0.0, LATITUDE + 24);
  store<f64>(motion, full ? no * load<f64>(record, T4COF) : 0.0, LATITUDE + 32);
  store<f64>(motion, full ? no * load<f64>(record, T5COF) : 0.0, LATITUDE + 40);
  store<f64>(motion, -load<f64>(record, CC1), AXIS_ROOT);
  store<f64>(motion, full ? -load<f64>(record, D2) : 0.0, AXIS_ROOT + 8);
  store<f64>(motion, full ? -load<f64>(record, D3) : 0.0, AXIS_ROOT + 16);
  store<f64>(motion, full ? -load<f64>(record, D4) : 0.0, AXIS_ROOT + 24);

  const tm = t0 + middle;
  const eRate = -load<f64>(record, BSTAR) * load<f64>(record, CC4);
  let e = load<f64>(record, ECCO) + eRate * tm;
  let perigeeRate = load<f64>(record, ARGPDOT);
  let perigee = load<f64>(record, ARGPO);
  let swing: f64 = 0.0;
  if (full) {
    // The mean over an orbit of what turns with the anomaly.
    const eta = load<f64>(record, ETA);
    swing = Math.abs(load<f64>(record, BSTAR) * load<f64>(record, CC5));
    e += load<f64>(record, BSTAR) * load<f64>(record, CC5) * load<f64>(record, SINMAO);
    perigeeRate -= load<f64>(record, OMGCOF);
    perigee -= load<f64>(record, XMCOF) * (1.0 + 1.5 * eta * eta - load<f64>(record, DELMO));
  }
  perigee += perigeeRate * tm;
  const root = axisRoot(motion, tm);
  const a = load<f64>(record, AO) * root * root;
  const p = a * (1.0 - e * e);
  const sine = Math.sin(perigee);
  const cosine = Math.cos(perigee);
  storeTurning(motion + EX, e, eRate, perigeeRate, cosine, -sine);
  storeTurning(motion + EY, e, eRate, perigeeRate, sine, cosine);
  store<f64>(motion, load<f64>(motion, EY) + load<f64>(record, AYCOF) / p, EY);
  store<f64>(motion, load<f64>(record, XLCOF) / p, LONG_PERIOD);

  const gmst = gmst82(epochUs(window, 0) + middle * US_PER_MINUTE);
  const dayLater = gmst82(epochUs(window, 0) + middle * US_PER_MINUTE + US_PER_DAY);
  const turnRate = (TWO_PI + ((dayLater - gmst + TWO_PI) % TWO_PI)) / 1440.0;
  store<f64>(motion, load<f64>(record, NODEO) - gmst + turnRate * tm, NODE);
  store<f64>(motion, load<f64>(record, NODEDOT) - turnRate, NODE + 8);
  store<f64>(motion, load<f64>(record, NODECF), NODE + 16);

  const cosio = load<f64>(record, COSIO);
  const half = (0.5 * J2) / p;
  const share = half / p;
  const shrunk = 1.0 - 1.5 * share * Math.sqrt(1.0 - e * e) * load<f64>(record, CON41);
  store<f64>(motion, load<f64>(record, AO) * shrunk * RADIUS_KM, AXIS);
  store<f64>(motion, 0.5 * half * load<f64>(record, X1MTH2) * RADIUS_KM, SHORT_RADIUS);
  store<f64>(motion, -0.25 * share * load<f64>(record, X7THM1), SHORT_LATITUDE);
  store<f64>(motion, 1.5 * share * cosio, SHORT_NODE);
  store<f64>(motion, load<f64>(record, SINIO), SINI);
  store<f64>(motion, cosio, COSI);

  const largestE = Math.abs(e) + Math.abs(eRate) * middle + Math.abs(load<f64>(record, AYCOF) / p);
  const error = ERROR_FACTOR * largestError(window, record, motion, scratch) + ERROR_FLOOR_KM;
  store<f64>(motion, largestE, ECCENTRICITY);
  store<f64>(motion, error, ERROR);
  // NaN anywhere ends up in one of them.
  return (
    e - Math.abs(eRate) * middle - swing >= LEAST_ECCENTRICITY &&
    fitCoarse(motion, record, tm, middle, largestE, error) &&
    error <= LARGEST_ERROR_KM &&
    largestE <= LARGEST_ECCENTRICITY
  );
}

/**
 * Writes the rough forms, the latitude's through five instants and the node's through the middle one, and what bounds the
 * motion as long as it is no more than `error` off; false where they will not do or the satellite may dip into the air.
 */
function fitCoarse(motion: usize, record: usize, tm: f64, half: f64, e: f64, error: f64): bool {
  const h = max(1.0, half);
  const at = meanLatitude(motion, tm);
  const near = 0.5 * (meanLatitude(motion, tm + 0.5 * h) - meanLatitude(motion, tm - 0.5 * h));
  const far = 0.5 * (meanLatitude(motion, tm + h) - meanLatitude(motion, tm - h));
  const bend = (0.5 * (meanLatitude(motion, tm + h) + meanLatitude(motion, tm - h)) - at) / (h * h);
  // rate h + twist h^3 = far, and so at half of it.
  const twist = (far - 2.0 * near) / (0.75 * h * h * h);
  const rate = far / h - twist * h * h;
  store<f64>(motion, at / TWO_PI, COARSE_LATITUDE);
  store<f64>(motion, rate / TWO_PI, COARSE_LATITUDE + 8);
  store<f64>(motion, bend / TWO_PI, COARSE_LATITUDE + 16);
  store<f64>(motion, twist / TWO_PI, COARSE_LATITUDE + 24);
  const node = nodeLongitude(motion, tm);
  const nodeRate = load<f64>(motion, NODE + 8) + 2.0 * tm * load<f64>(motion, NODE + 16);
  store<f64>(motion, node / TWO_PI, COARSE_NODE);
  store<f64>(motion, nodeRate / TWO_PI, COARSE_NODE + 8);
  let coarse: f64 = 0.0;
  let lowest = Infinity;
  let highest: f64 = 0.0;
  for (let i = -INSTANTS; i <= INSTANTS; i++) {
    const d = (<f64>i * half) / <f64>INSTANTS;
    const off = Math.abs(meanLatitude(motion, tm + d) - (at + d * (rate + d * (bend + d * twist))));
    const nodeOff = Math.abs(nodeLongitude(motion, tm + d) - (node + d * nodeRate));
    const root = axisRoot(motion, tm + d);
    const axis = load<f64>(motion, AXIS) * root * root;
    if (!(off + nodeOff <= coarse)) coarse = off + nodeOff;
    lowest = min(lowest, axis);
    highest = max(highest, axis);
  }
  const above = highest * (1.0 + e) + error + RADIUS_MARGIN_KM;
  const below = lowest * (1.0 - e) - error - RADIUS_MARGIN_KM;
  const angle = error / below;
  const reach = footprint(WGS84_B, above, load<f64>(record, SATELLITE_SIN_MIN_ELEVATION), -1.0);
  // Kepler's third law in the same units, at the lowest of its points.
  const fastest =
    (load<f64>(motion, LATITUDE + 8) * Math.pow(load<f64>(motion, AXIS) / lowest, 1.5)) / ((1.0 - e) * (1.0 - e));
  store<f64>(motion, reach + REACH_MARGIN_RAD + angle, REACH);
  store<f64>(motion, reach + COARSE_MARGIN_RAD + angle + coarse + 2.0 * e, COARSE_REACH);
  store<f64>(motion, fastest + EARTH_RATE, FASTEST);
  return coarse <= LARGEST_COARSE_RAD && below >= WGS84_A + LOWEST_HEIGHT_KM;
}

/** Coefficients in d of (e + eRate d) cos(perigeeRate d + ..), given its cosine and minus its sine at d = 0. */
function storeTurning(to: usize, e: f64, eRate: f64, w: f64, at: f64, slope: f64): void {
  store<f64>(to, e * at);
  store<f64>(to, eRate * at + e * w * slope, 8);
  store<f64>(to, eRate * w * slope - 0.5 * e * w * w * at, 16);
  store<f64>(to, -0.5 * eRate * w * w * at - (e * w * w * w * slope) / 6.0, 24);
}

/** The largest distance between motion and SGP4 at some instants, km; infinite where SGP4 fails or may soon. */
function largestError(window: usize, record: usize, motion: usize, scratch: usize): f64 {
  const last = load<u32>(window, WINDOW_EPOCHS) - 1;
  const part = <f64>last / <f64>SAMPLES;
  const fitted = scratch + 64;
  let largest: f64 = 0.0;
  for (let i: u32 = 0; i <= SAMPLES; i++) {
    const within = <f64>i * GOLDEN;
    const k = min(last, <u32>(part * (<f64>i + within - Math.floor(within))));
    if (positionAt(window, record, k, scratch) != OK) return Infinity;
    motionPair(motion, <f64>k, <f64>k, fitted);
    const dx = load<f64>(scratch) - load<f64>(fitted);
    const dy = load<f64>(scratch, 8) - load<f64>(fitted, 16);
    const dz = load<f64>(scratch, 16) - load<f64>(fitted, 32);
    const square = dx * dx + dy * dy + dz * dz;
    if (!(square <= largest)) largest = square;
  }
  return Math.sqrt(largest);
}

/** The root of the semi-major axis relative to that at the elset's epoch. */
@inline
export function axisRoot(motion: usize, t: f64): f64 {
  return (
    1.0 +
    t *
      (load<f64>(motion, AXIS_ROOT) +
        t *
          (load<f64>(motion, AXIS_ROOT + 8) +
            t * (load<f64>(motion, AXIS_ROOT + 16) + t * load<f64>(motion, AXIS_ROOT + 24))))
  );
}

/** The mean argument of latitude. */
@inline
export function meanLatitude(motion: usize, t: f64): f64 {
  let value = load<f64>(motion, LATITUDE + 32) + t * load<f64>(motion, LATITUDE + 40);
  value = load<f64>(motion, LATITUDE + 24) + t * value;
  value = load<f64>(motion, LATITUDE + 16) + t * value;
  value = load<f64>(motion, LATITUDE + 8) + t * value;
  return load<f64>(motion, LATITUDE) + t * value;
}

/** How fast the mean argument of latitude grows, from its rough form. */
@inline
export function latitudeRate(motion: usize, d: f64): f64 {
  const bend = 2.0 * load<f64>(motion, COARSE_LATITUDE + 16) + 3.0 * d * load<f64>(motion, COARSE_LATITUDE + 24);
  return TWO_PI * (load<f64>(motion, COARSE_LATITUDE + 8) + d * bend);
}

/** Longitude of the node over the turning Earth. */
@inline
export function nodeLongitude(motion: usize, t: f64): f64 {
  return load<f64>(motion, NODE) + t * (load<f64>(motion, NODE + 8) + t * load<f64>(motion, NODE + 16));
}

/** A component of the eccentricity vector. */
@inline
export function turning(from: usize, d: f64): f64 {
  return load<f64>(from) + d * (load<f64>(from, 8) + d * (load<f64>(from, 16) + d * load<f64>(from, 24)));
}


@inline
function constant(motion: usize, offset: u32): v128 {
  return v128.load64_splat(motion + offset);
}

/** The next step of Horner's scheme. */
@inline
function horner(motion: usize, offset: u32, x: v128, value: v128): v128 {
  return f64x2.add(constant(motion, offset), f64x2.mul(x, value));
}

/**
 * Earth-fixed positions at two epochs, whole or not, into `out`: x, x, y, y, z, z (km), and 64 bytes of scratch behind
 * them. SGP4 to the third order of the eccentricity, its drag terms without those that turn with the anomaly.
 */
export function motionPair(motion: usize, k0: f64, k1: f64, out: usize): void {
  const k = f64x2.replace_lane(f64x2.splat(k0), 1, k1);
  const pair = out + 48;
  const t = f64x2.add(k, constant(motion, T0));
  const d = f64x2.sub(k, constant(motion, MIDDLE));
  let ex = horner(motion, EX + 16, d, constant(motion, EX + 24));
  ex = horner(motion, EX, d, horner(motion, EX + 8, d, ex));
  let ey = horner(motion, EY + 16, d, constant(motion, EY + 24));
  ey = horner(motion, EY, d, horner(motion, EY + 8, d, ey));
  let mean = horner(motion, LATITUDE + 32, t, constant(motion, LATITUDE + 40));
  mean = horner(motion, LATITUDE + 16, t, horner(motion, LATITUDE + 24, t, mean));
  mean = horner(motion, LATITUDE, t, horner(motion, LATITUDE + 8, t, mean));
  sincosPair(f64x2.add(mean, f64x2.mul(constant(motion, LONG_PERIOD), ex)), pair);
  const s = v128.load(pair);
  const c = v128.load(pair, 16);
  const es = f64x2.sub(f64x2.mul(ex, s), f64x2.mul(ey, c));
  const ec = f64x2.add(f64x2.mul(ex, c), f64x2.mul(ey, s));
  const es2 = f64x2.mul(es, es);
  // True less mean anomaly, to the third order: es (2 + 2.5 ec + 3 ec^2 - 4/3 es^2).
  let centre = f64x2.add(f64x2.splat(2.5), f64x2.mul(f64x2.splat(3.0), ec));
  centre = f64x2.add(f64x2.splat(2.0), f64x2.mul(ec, centre));
  centre = f64x2.mul(es, f64x2.sub(centre, f64x2.mul(f64x2.splat(4.0 / 3.0), es2)));
  const q = f64x2.mul(centre, centre);
  let sd = f64x2.add(f64x2.splat(-1.0 / 6.0), f64x2.mul(q, f64x2.splat(1.0 / 120.0)));
  sd = f64x2.mul(centre, f64x2.add(f64x2.splat(1.0), f64x2.mul(q, sd)));
  let cd = f64x2.add(f64x2.splat(1.0 / 24.0), f64x2.mul(q, f64x2.splat(-1.0 / 720.0)));
  cd = f64x2.add(f64x2.splat(1.0), f64x2.mul(q, f64x2.add(f64x2.splat(-0.5), f64x2.mul(q, cd))));
  const su = f64x2.add(f64x2.mul(s, cd), f64x2.mul(c, sd));
  const cu = f64x2.sub(f64x2.mul(c, cd), f64x2.mul(s, sd));
  const sin2u = f64x2.mul(f64x2.add(su, su), cu);
  const cos2u = f64x2.sub(f64x2.splat(1.0), f64x2.mul(f64x2.add(su, su), su));

  let root = horner(motion, AXIS_ROOT + 16, t, constant(motion, AXIS_ROOT + 24));
  root = horner(motion, AXIS_ROOT, t, horner(motion, AXIS_ROOT + 8, t, root));
  root = f64x2.add(f64x2.splat(1.0), f64x2.mul(t, root));
  // Radius to the third order: a (1 - ec + es^2 + 1.5 ec es^2).
  let r = f64x2.add(f64x2.splat(1.0), f64x2.mul(f64x2.splat(1.5), ec));
  r = f64x2.add(f64x2.sub(f64x2.splat(1.0), ec), f64x2.mul(es2, r));
  r = f64x2.mul(f64x2.mul(r, constant(motion, AXIS)), f64x2.mul(root, root));
  r = f64x2.add(r, f64x2.mul(constant(motion, SHORT_RADIUS), cos2u));

  const du = f64x2.mul(constant(motion, SHORT_LATITUDE), sin2u);
  const cdu = f64x2.sub(f64x2.splat(1.0), f64x2.mul(f64x2.splat(0.5), f64x2.mul(du, du)));
  const sinu = f64x2.add(f64x2.mul(su, cdu), f64x2.mul(cu, du));
  const cosu = f64x2.sub(f64x2.mul(cu, cdu), f64x2.mul(su, du));
  const shortNode = constant(motion, SHORT_NODE);
  const sini = constant(motion, SINI);
  const cosi = constant(motion, COSI);
  const di = f64x2.mul(f64x2.mul(shortNode, sini), cos2u);
  const sinI = f64x2.add(sini, f64x2.mul(cosi, di));
  const cosI = f64x2.sub(cosi, f64x2.mul(sini, di));
  const node = horner(motion, NODE, t, horner(motion, NODE + 8, t, constant(motion, NODE + 16)));
  sincosPair(f64x2.add(node, f64x2.mul(shortNode, sin2u)), pair);
  const snod = v128.load(pair);
  const cnod = v128.load(pair, 16);
  const across = f64x2.mul(cosI, sinu);
  v128.store(out, f64x2.mul(r, f64x2.sub(f64x2.mul(cnod, cosu), f64x2.mul(snod, across))));
  v128.store(out, f64x2.mul(r, f64x2.add(f64x2.mul(snod, cosu), f64x2.mul(cnod, across))), 16);
  v128.store(out, f64x2.mul(r, f64x2.mul(sinI, sinu)), 32);
}

import { TWO_PI, US_PER_DAY, US_PER_MINUTE } from '../../../constants';
import { gmst82 } from '../../../frames';
import { Cubic, NearEphemeris } from '../../../records/bySite/nearEphemeris';
import { Satellite } from '../../../records/sgp4/satellite';
import { Scratch } from '../../../records/sgp4/scratch';
import { Window } from '../../../records/window';
import { J2, RADIUS_KM } from '../../../sgp4/constants';
import { OK } from '../../../status';
import { positionAt } from '../../../window';
import { nearPositions } from './nearPositions';
import { fitRough } from './fitRough';

/**
 * Number of parts of the window in which the ephemeris is compared with SGP4, at one instant each, besides the last
 * epoch. The golden ratio places the instant in its part, so that the instants meet all phases of an orbit of any
 * period.
 */
const SAMPLES: u32 = 113;
const GOLDEN: f64 = 0.6180339887498949;
/** The error bound is this factor times the largest error that was seen, plus ERROR_FLOOR_KM. */
const ERROR_FACTOR: f64 = 4.0;
const ERROR_FLOOR_KM: f64 = 0.05;
/**
 * Largest error bound of a useful ephemeris: with a larger one it decides too little, and its passes may have several
 * highest points.
 */
const LARGEST_ERROR_KM: f64 = 160.0;
const LARGEST_ECCENTRICITY: f64 = 0.05;
const LONGEST_PERIOD_MIN: f64 = 130.0;
/**
 * Largest long-period shift along the orbit with which a satellite gets an ephemeris, rad; towards an inclination of
 * 180 degrees the shift has no bound.
 */
const LARGEST_LONG_PERIOD_RAD: f64 = 0.01;
/**
 * Least eccentricity with which a satellite gets an ephemeris. SGP4 fails below -0.001, perhaps at an anomaly that no
 * sample meets.
 */
const LEAST_ECCENTRICITY: f64 = -0.0008;
/**
 * Fits the ephemeris of a near-earth satellite, writes it to `ephemeris`, and compares it with SGP4 through the window.
 * Returns false if the fit is too inexact for counting, the period too long, the eccentricity out of range, the
 * long-period shift too large, or fitRough returns false.
 */
export function fitNear(window: Window, record: Satellite, ephemeris: NearEphemeris, scratch: Scratch): bool {
  const epochs = window.epochs;
  const middle = 0.5 * <f64>(epochs - 1);
  const t0 = (window.epochUs(0) - record.epochUs) / US_PER_MINUTE;
  const no = record.noUnkozai;
  if (no * LONGEST_PERIOD_MIN < TWO_PI) return false;
  const full = record.isimp == 0;
  ephemeris.t0 = t0;
  ephemeris.middle = middle;
  storeSecular(ephemeris, record);

  const tm = t0 + middle;
  const eRate = -record.bstar * record.cc4;
  let e = record.ecco + eRate * tm;
  let perigeeRate = record.argpdot;
  let perigee = record.argpo;
  let swing: f64 = 0.0;
  if (full) {
    // Drag terms that vary with the anomaly are replaced by their means over an orbit.
    const eta = record.eta;
    swing = Math.abs(record.bstar * record.cc5);
    e += record.bstar * record.cc5 * record.sinmao;
    perigeeRate -= record.omgcof;
    perigee -= record.xmcof * (1.0 + 1.5 * eta * eta - record.delmo);
  }
  perigee += perigeeRate * tm;
  const root = ephemeris.axisRoot(tm);
  const a = record.ao * root * root;
  const p = a * (1.0 - e * e);
  const sine = Math.sin(perigee);
  const cosine = Math.cos(perigee);
  storeTurning(ephemeris.ex, e, eRate, perigeeRate, cosine, -sine);
  storeTurning(ephemeris.ey, e, eRate, perigeeRate, sine, cosine);
  ephemeris.ey.c0 = ephemeris.ey.c0 + record.aycof / p;
  ephemeris.longPeriod = record.xlcof / p;

  storeNode(ephemeris, record, window.epochUs(0) + middle * US_PER_MINUTE);
  storeShortPeriods(ephemeris, record, e, p);

  const largestE = Math.abs(e) + Math.abs(eRate) * middle + Math.abs(record.aycof / p);
  const error = ERROR_FACTOR * largestError(window, record, ephemeris, scratch) + ERROR_FLOOR_KM;
  ephemeris.eccentricity = largestE;
  ephemeris.error = error;
  // False if anything is NaN.
  return (
    e - Math.abs(eRate) * middle - swing >= LEAST_ECCENTRICITY &&
    fitRough(ephemeris, record, tm, middle, largestE, error) &&
    error <= LARGEST_ERROR_KM &&
    Math.abs(ephemeris.longPeriod) * largestE <= LARGEST_LONG_PERIOD_RAD &&
    largestE <= LARGEST_ECCENTRICITY
  );
}

/** Writes the secular terms of the argument of latitude and of the axis. */
function storeSecular(ephemeris: NearEphemeris, record: Satellite): void {
  const no = record.noUnkozai;
  const full = record.isimp == 0;
  ephemeris.latitude0 = record.mo + record.argpo;
  ephemeris.latitude1 = record.mdot + record.argpdot;
  ephemeris.latitude2 = no * record.t2cof;
  ephemeris.latitude3 = full ? no * record.t3cof : 0.0;
  ephemeris.latitude4 = full ? no * record.t4cof : 0.0;
  ephemeris.latitude5 = full ? no * record.t5cof : 0.0;
  ephemeris.axisRoot1 = -record.cc1;
  ephemeris.axisRoot2 = full ? -record.d2 : 0.0;
  ephemeris.axisRoot3 = full ? -record.d3 : 0.0;
  ephemeris.axisRoot4 = full ? -record.d4 : 0.0;
}

/** Writes the node's longitude on the rotating Earth; `middleUs`: middle of the window, microseconds since 1970. */
function storeNode(ephemeris: NearEphemeris, record: Satellite, middleUs: f64): void {
  const gmst = gmst82(middleUs);
  const dayLater = gmst82(middleUs + US_PER_DAY);
  const turnRate = (TWO_PI + ((dayLater - gmst + TWO_PI) % TWO_PI)) / 1440.0;
  ephemeris.node0 = record.nodeo - gmst + turnRate * (ephemeris.t0 + ephemeris.middle);
  ephemeris.node1 = record.nodedot - turnRate;
  ephemeris.node2 = record.nodecf;
}

/**
 * Writes the short-period terms; the constant term of the radius goes into the semi-major axis. `p`: semilatus rectum,
 * earth radii.
 */
function storeShortPeriods(ephemeris: NearEphemeris, record: Satellite, e: f64, p: f64): void {
  const cosio = record.cosio;
  const half = (0.5 * J2) / p;
  const share = half / p;
  const shrunk = 1.0 - 1.5 * share * Math.sqrt(1.0 - e * e) * record.con41;
  ephemeris.axis = record.ao * shrunk * RADIUS_KM;
  ephemeris.shortRadius = 0.5 * half * record.x1mth2 * RADIUS_KM;
  ephemeris.shortLatitude = -0.25 * share * record.x7thm1;
  ephemeris.shortNode = 1.5 * share * cosio;
  ephemeris.sini = record.sinio;
  ephemeris.cosi = cosio;
}

/** Writes Taylor's cubic in d of (e + eRate d) cos(w d + v); `at` is cos(v), `slope` is -sin(v). */
function storeTurning(to: Cubic, e: f64, eRate: f64, w: f64, at: f64, slope: f64): void {
  to.c0 = e * at;
  to.c1 = eRate * at + e * w * slope;
  to.c2 = eRate * w * slope - 0.5 * e * w * w * at;
  to.c3 = -0.5 * eRate * w * w * at - (e * w * w * w * slope) / 6.0;
}

/** Largest distance between ephemeris and SGP4 at the sampled instants, km; infinite if SGP4 fails at one of them. */
function largestError(window: Window, record: Satellite, ephemeris: NearEphemeris, scratch: Scratch): f64 {
  const last = window.epochs - 1;
  const part = <f64>last / <f64>SAMPLES;
  const state = scratch.state;
  const fitted = scratch.room;
  let largest: f64 = 0.0;
  for (let i: u32 = 0; i <= SAMPLES; i++) {
    const within = <f64>i * GOLDEN;
    const k = min(last, <u32>(part * (<f64>i + within - Math.floor(within))));
    if (positionAt(window, record, k, scratch) != OK) return Infinity;
    nearPositions(ephemeris, <f64>k, <f64>k, fitted);
    const dx = state.x - load<f64>(fitted);
    const dy = state.y - load<f64>(fitted, 16);
    const dz = state.z - load<f64>(fitted, 32);
    const square = dx * dx + dy * dy + dz * dz;
    if (!(square <= largest)) largest = square;
  }
  return Math.sqrt(largest);
}

import { TWO_PI, US_PER_DAY, US_PER_MINUTE } from '../../../constants';
import { gmst82 } from '../../../frames';
import { WINDOW_EPOCHS } from '../../../layout';
import { J2, RADIUS_KM } from '../../../sgp4/constants';
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
} from '../../../sgp4/record';
import { OK } from '../../../status';
import { epochUs, positionAt } from '../../../window';
import { motionPair } from './position';
import {
  AXIS,
  AXIS_ROOT,
  COSI,
  ECCENTRICITY,
  ERROR,
  EX,
  EY,
  LATITUDE,
  LONG_PERIOD,
  MIDDLE,
  NODE,
  SHORT_LATITUDE,
  SHORT_NODE,
  SHORT_RADIUS,
  SINI,
  T0,
  axisRoot,
} from './record';
import { fitRough } from './rough';

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
/** How far the long-period term may move a satellite along its orbit: without bound where it circles against the equator. */
const LARGEST_LONG_PERIOD_RAD: f64 = 0.01;
/** SGP4 fails at -0.001; at an anomaly that is not looked at, maybe. */
const LEAST_ECCENTRICITY: f64 = -0.0008;
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
    fitRough(motion, record, tm, middle, largestE, error) &&
    error <= LARGEST_ERROR_KM &&
    Math.abs(load<f64>(motion, LONG_PERIOD)) * largestE <= LARGEST_LONG_PERIOD_RAD &&
    largestE <= LARGEST_ECCENTRICITY
  );
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

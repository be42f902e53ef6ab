import { EARTH_RATE, LOWEST_ALTITUDE_KM, TWO_PI, WGS84_A, WGS84_B } from '../../constants';
import { NOT_FITTED, Satellite } from '../../records/sgp4/satellite';
import { Scratch } from '../../records/sgp4/scratch';
import { State } from '../../records/sgp4/state';
import { Window } from '../../records/window';
import { MU_KM3_PER_S2 as MU } from '../../sgp4/constants';
import { OK } from '../../status';
import { stateAt } from '../../window';
import { RADIUS_MARGIN_KM, footprintRadius } from './footprintRadius';

/** Number of instants, from the window's first epoch to its last, at which osculating orbits are computed. */
const SAMPLES: u32 = 9;
const RATE_MARGIN: f64 = 1.03;
/**
 * Margin that is added to a satellite's rate relative to the rotating Earth, radians per minute: the factor RATE_MARGIN
 * alone leaves almost none if the Earth's rotation nearly cancels the satellite's motion.
 */
const RATE_FLOOR: f64 = 0.05 * EARTH_RATE;
/**
 * Perigee, from the Earth's centre; with a lower one the satellite may dip below 90 km within the window, and its
 * certainRad is 0.
 */
const SOUND_PERIGEE_KM: f64 = WGS84_A + 150.0;
/**
 * Largest relative change of the semi-major axis within the window with which a satellite gets bounds. With a larger
 * one the drag terms run away, and no samples bound the motion.
 */
const STEADY_SHARE: f64 = 0.01;
/**
 * Apogee, from the Earth's centre, from which on a satellite gets no bounds. SGP4 is a series of terms that must be
 * small. Beyond the Moon, the terms of the Moon's pull are not, nor are those of the Earth's flattening below the
 * ground: they move a satellite by any distance. No public satellite goes farther than 400,000 km.
 */
const FARTHEST_APOGEE_KM: f64 = 500000.0;
/**
 * Cosine of 175 degrees, the inclination i from which on a satellite gets no bounds: near 180 degrees SGP4's longitudes
 * jump, because one of their terms is divided by 1 + cos i.
 */
const COS_LEAPING: f64 = -0.9961946980917455;

/**
 * Writes bounds of the motion of satellites [from, to) within the window, with which counting by site skips most
 * epochs: `footprintRad`, `certainRad`, `rateRadPerMin` and `orbitRate` of Satellite. All err on the safe side. Sets
 * `ephemeris` to NOT_FITTED.
 */
export function boundSatellites(window: Window, from: u32, to: u32, scratch: Scratch): void {
  for (let index = from; index < to; index++) {
    const record = window.satellite(index);
    boundSatellite(window, record, scratch);
    record.ephemeris = NOT_FITTED;
  }
}

function boundSatellite(window: Window, record: Satellite, scratch: Scratch): void {
  const last = window.epochs - 1;
  let apogee: f64 = 0.0;
  let perigee: f64 = Infinity;
  let longest: f64 = 0.0;
  let shortest: f64 = Infinity;
  let rate: f64 = 0.0;
  let orbitRate: f64 = 0.0;
  let leaps = record.cosio < COS_LEAPING;
  for (let i: u32 = 0; i < SAMPLES; i++) {
    if (stateAt(window, record, (last * i) / (SAMPLES - 1), scratch) != OK) {
      boundNothing(record);
      return;
    }
    const state = scratch.state;
    const x = state.x;
    const y = state.y;
    const z = state.z;
    const vx = state.vx;
    const vy = state.vy;
    const vz = state.vz;
    const hx = y * vz - z * vy;
    const hy = z * vx - x * vz;
    const hz = x * vy - y * vx;
    const h = Math.sqrt(hx * hx + hy * hy + hz * hz);
    if (hz < COS_LEAPING * h) leaps = true;
    const r = Math.sqrt(x * x + y * y + z * z);
    const a = MU / ((2.0 * MU) / r - (vx * vx + vy * vy + vz * vz));
    const e = Math.sqrt(max(0.0, 1.0 - (h * h) / (MU * a)));
    const high = a * (1.0 + e);
    const low = a * (1.0 - e);
    apogee = max(apogee, high);
    perigee = min(perigee, low);
    longest = max(longest, a);
    shortest = min(shortest, a);
    rate = max(rate, relativeRate(h, hz / h, low - RADIUS_MARGIN_KM));
    rate = max(rate, relativeRate(h, hz / h, high + RADIUS_MARGIN_KM));
    orbitRate = max(orbitRate, ownRate(h, low - RADIUS_MARGIN_KM));
  }
  // The axis of an orbit that is no ellipse is negative, infinite or NaN: the last comparison is then false.
  const usual = perigee > WGS84_B && apogee < FARTHEST_APOGEE_KM;
  if (leaps || !usual || !(longest - shortest <= STEADY_SHARE * shortest)) {
    boundNothing(record);
    return;
  }
  // A low perigee sinks until the satellite decays, and the satellite is fastest at its perigee: the rates are bounded
  // at the lowest possible perigee, 90 km above the poles.
  if (perigee < SOUND_PERIGEE_KM) {
    const lowest = WGS84_B + LOWEST_ALTITUDE_KM;
    const h = Math.sqrt((2.0 * MU * lowest * apogee) / (lowest + apogee));
    rate = max(rate, relativeRate(h, -1.0, lowest));
    orbitRate = max(orbitRate, ownRate(h, lowest));
  }
  const sine = record.sinMinElevation;
  record.footprintRad = footprintRadius(WGS84_B, apogee + RADIUS_MARGIN_KM, sine, -1.0);
  const sound = perigee >= SOUND_PERIGEE_KM;
  const certain = sound ? max(0.0, footprintRadius(WGS84_A, perigee - RADIUS_MARGIN_KM, sine, 1.0)) : 0.0;
  record.certainRad = certain;
  record.rateRadPerMin = rate * RATE_MARGIN + RATE_FLOOR;
  record.orbitRate = orbitRate * RATE_MARGIN;
}

/** Writes bounds so wide that counting skips no epoch. */
function boundNothing(record: Satellite): void {
  record.footprintRad = TWO_PI;
  record.certainRad = 0.0;
  record.rateRadPerMin = 1.0;
  record.orbitRate = 1.0;
}

/** Angular speed along the orbit, radians per minute, with angular momentum h (km^2/s) at distance r (km). */
function ownRate(h: f64, r: f64): f64 {
  const safe = max(r, WGS84_B);
  return (60.0 * h) / (safe * safe);
}

/**
 * Angular speed relative to the rotating Earth, radians per minute, of a satellite whose orbit is inclined by
 * acos(cosIncl): the length of the difference of both rotation vectors. `h`, `r`: as for ownRate.
 */
function relativeRate(h: f64, cosIncl: f64, r: f64): f64 {
  const own = ownRate(h, r);
  return Math.sqrt(max(0.0, own * own + EARTH_RATE * EARTH_RATE - 2.0 * own * EARTH_RATE * cosIncl));
}

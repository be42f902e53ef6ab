import { LOWEST_ALTITUDE_KM, US_PER_MINUTE, WGS84_A, WGS84_B } from '../constants';
import { Instant, Position } from '../records/sgp4/state';
import { Orbit } from '../records/sgp4/orbit';
import { DeepSatellite, NEAR_EARTH, Satellite } from '../records/sgp4/satellite';
import { ERR_BELOW_90_KM, OK } from '../status';
import { sdp4 } from './deep';
import { sgp4 } from './near';

const LOWEST_A2: f64 = (WGS84_A + LOWEST_ALTITUDE_KM) * (WGS84_A + LOWEST_ALTITUDE_KM);
const LOWEST_B2: f64 = (WGS84_B + LOWEST_ALTITUDE_KM) * (WGS84_B + LOWEST_ALTITUDE_KM);

/**
 * Propagates a record to tsinceMin minutes after its epoch, in TEME; returns the status. A pure function: nothing is
 * kept between calls. `out` is arbitrary unless 0 is returned.
 */
@inline
export function propagate(record: Satellite, tsinceMin: f64, velocity: bool, out: Orbit): i32 {
  return record.method == NEAR_EARTH
    ? sgp4(record, tsinceMin, velocity, out)
    : sdp4(changetype<DeepSatellite>(record), tsinceMin, velocity, out);
}

/**
 * Writes position (km) and velocity (km/s) in TEME, tsinceMin minutes after the record's epoch, to the state of `out`.
 * Returns 0 or SGP4's error. For a resonant orbit the integrator takes a step for every 720 minutes since the epoch,
 * unless the record keeps the state from which to start.
 */
export function sgp4Teme(record: Satellite, tsinceMin: f64, out: Orbit): i32 {
  return propagate(record, tsinceMin, true, out);
}

/**
 * Writes the position (km) in the Earth-fixed frame, no polar motion, at an instant to x, y, z of `out`. Returns 0,
 * SGP4's error, or ERR_BELOW_90_KM.
 */
export function sgp4Fixed(record: Satellite, at: Instant, out: Orbit): i32 {
  const status = propagate(record, (at.tUs - record.epochUs) / US_PER_MINUTE, false, out);
  return status == OK ? turnPosition(at, out) : status;
}

/**
 * Writes the position as sgp4Fixed does, and behind it the inertial velocity (km/s) along the Earth-fixed axes: the
 * Earth's rotation is not subtracted from it.
 */
export function sgp4FixedState(record: Satellite, at: Instant, out: Orbit): i32 {
  const status = propagate(record, (at.tUs - record.epochUs) / US_PER_MINUTE, true, out);
  if (status != OK) return status;
  turn(at, out.velocity);
  return turnPosition(at, out);
}

/**
 * Rotates a position from TEME to Earth-fixed axes, in place. Returns OK, or ERR_BELOW_90_KM inside an ellipsoid whose
 * semi-axes are 90 km longer than WGS84's: its surface is at most 0.3 m off the altitude of 90 km, and the test takes
 * no square root.
 */
@inline
function turnPosition(at: Instant, position: Position): i32 {
  turn(at, position);
  const x = position.x;
  const y = position.y;
  const z = position.z;
  return (x * x + y * y) / LOWEST_A2 + (z * z) / LOWEST_B2 < 1.0 ? ERR_BELOW_90_KM : OK;
}

/** Rotates a vector from TEME to Earth-fixed axes, in place. */
function turn(at: Instant, vector: Position): void {
  const cosGmst = at.cosGmst;
  const sinGmst = at.sinGmst;
  const x = vector.x;
  const y = vector.y;
  vector.x = cosGmst * x + sinGmst * y;
  vector.y = cosGmst * y - sinGmst * x;
}

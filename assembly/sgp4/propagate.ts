import { LOWEST_ALTITUDE_KM, US_PER_MINUTE, WGS84_A, WGS84_B } from '../constants';
import { DeepSatellite, NEAR_EARTH, Satellite } from '../records/satellite';
import { Position, State } from '../records/state';
import { ERR_BELOW_90_KM, OK } from '../status';
import { sdp4 } from './deep';
import { sgp4 } from './near';

const LOWEST_A2: f64 = (WGS84_A + LOWEST_ALTITUDE_KM) * (WGS84_A + LOWEST_ALTITUDE_KM);
const LOWEST_B2: f64 = (WGS84_B + LOWEST_ALTITUDE_KM) * (WGS84_B + LOWEST_ALTITUDE_KM);

/** A pure function of record and time: nothing is kept between calls. `out` means nothing unless 0 is returned. */
@inline
export function propagate(record: Satellite, tsinceMin: f64, velocity: bool, out: State): i32 {
  return record.method == NEAR_EARTH
    ? sgp4(record, tsinceMin, velocity, out)
    : sdp4(changetype<DeepSatellite>(record), tsinceMin, velocity, out);
}

/**
 * Position (km) and velocity (km/s) in TEME, tsinceMin minutes after the record's epoch: x, y, z, vx, vy, vz to `out`,
 * 6 f64. Returns 0 or SGP4's error. The work of a resonant orbit grows with |tsinceMin| / 720.
 */
export function sgp4Teme(record: Satellite, tsinceMin: f64, out: State): i32 {
  return propagate(record, tsinceMin, true, out);
}

/**
 * Position (km) in the Earth-fixed frame, no polar motion, at tUs (microseconds since 1970, UTC) with the cosine and
 * sine of gmst82(tUs): x, y, z to `out`, 3 f64. Returns 0, SGP4's error, or ERR_BELOW_90_KM.
 */
export function sgp4Fixed(record: Satellite, tUs: f64, cosGmst: f64, sinGmst: f64, out: State): i32 {
  const status = propagate(record, (tUs - record.epochUs) / US_PER_MINUTE, false, out);
  return status == OK ? turnPosition(cosGmst, sinGmst, out) : status;
}

/**
 * Position as sgp4Fixed has it, with the inertial velocity (km/s) behind it: along the Earth-fixed axes, but without the
 * rotation of the Earth.
 */
export function sgp4FixedState(record: Satellite, tUs: f64, cosGmst: f64, sinGmst: f64, out: State): i32 {
  const status = propagate(record, (tUs - record.epochUs) / US_PER_MINUTE, true, out);
  if (status != OK) return status;
  turn(cosGmst, sinGmst, out.velocity);
  return turnPosition(cosGmst, sinGmst, out);
}

/** 90 km above the ellipsoid, as the ellipsoid whose semi-axes are 90 km longer: up to 0.3 m off, without a root. */
@inline
function turnPosition(cosGmst: f64, sinGmst: f64, position: Position): i32 {
  turn(cosGmst, sinGmst, position);
  const x = position.x;
  const y = position.y;
  const z = position.z;
  return (x * x + y * y) / LOWEST_A2 + (z * z) / LOWEST_B2 < 1.0 ? ERR_BELOW_90_KM : OK;
}

/** TEME to Earth-fixed axes, in place. */
function turn(cosGmst: f64, sinGmst: f64, vector: Position): void {
  const x = vector.x;
  const y = vector.y;
  vector.x = cosGmst * x + sinGmst * y;
  vector.y = cosGmst * y - sinGmst * x;
}

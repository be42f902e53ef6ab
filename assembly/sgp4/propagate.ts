import { LOWEST_ALTITUDE_KM, US_PER_MINUTE, WGS84_A, WGS84_B } from '../constants';
import { ERR_BELOW_90_KM, OK } from '../status';
import { sdp4 } from './deep';
import { sgp4 } from './near';
import { EPOCH_US, METHOD, NEAR_EARTH } from './record';

const LOWEST_A2: f64 = (WGS84_A + LOWEST_ALTITUDE_KM) * (WGS84_A + LOWEST_ALTITUDE_KM);
const LOWEST_B2: f64 = (WGS84_B + LOWEST_ALTITUDE_KM) * (WGS84_B + LOWEST_ALTITUDE_KM);

/** A pure function of record and time: nothing is kept between calls. `out` means nothing unless 0 is returned. */
@inline
export function propagate(record: usize, tsinceMin: f64, velocity: bool, out: usize): i32 {
  return load<i32>(record, METHOD) == NEAR_EARTH
    ? sgp4(record, tsinceMin, velocity, out)
    : sdp4(record, tsinceMin, velocity, out);
}

/**
 * Position (km) and velocity (km/s) in TEME, tsinceMin minutes after the record's epoch: x, y, z, vx, vy, vz to `out`,
 * 6 f64. Returns 0 or SGP4's error. The work of a resonant orbit grows with |tsinceMin| / 720.
 */
export function sgp4Teme(record: usize, tsinceMin: f64, out: usize): i32 {
  return propagate(record, tsinceMin, true, out);
}

/**
 * Position (km) in the Earth-fixed frame, no polar motion, at tUs (microseconds since 1970, UTC) with the cosine and
 * sine of gmst82(tUs): x, y, z to `out`, 3 f64. Returns 0, SGP4's error, or ERR_BELOW_90_KM.
 */
export function sgp4Fixed(record: usize, tUs: f64, cosGmst: f64, sinGmst: f64, out: usize): i32 {
  const status = propagate(record, (tUs - load<f64>(record, EPOCH_US)) / US_PER_MINUTE, false, out);
  if (status != OK) return status;
  const xTeme = load<f64>(out);
  const yTeme = load<f64>(out, 8);
  const z = load<f64>(out, 16);
  const x = cosGmst * xTeme + sinGmst * yTeme;
  const y = cosGmst * yTeme - sinGmst * xTeme;
  // 90 km above the ellipsoid, as the ellipsoid whose semi-axes are 90 km longer: up to 0.3 m off, without a root.
  if ((x * x + y * y) / LOWEST_A2 + (z * z) / LOWEST_B2 < 1.0) return ERR_BELOW_90_KM;
  store<f64>(out, x);
  store<f64>(out, y, 8);
  return OK;
}

import { DEBUG } from '../records/checks';
import { DeepSatellite, NEAR_EARTH, Satellite } from '../records/satellite';
import { deepPair } from './deepPair';
import { nearPair } from './nearPair';

/**
 * Positions (km) in the Earth-fixed frame, no polar motion, of record `a` at aUs and `b` at bUs (microseconds since 1970,
 * UTC), both near-earth or both deep-space, with cosine and sine of gmst82 at either time. `out`: x of a, x of b, the
 * two y, the two z, NaN where one fails; with `velocity` the inertial velocities (km/s, along the Earth-fixed axes) in
 * the same order behind them; 256 bytes of scratch in all. Returns the status of a, and that of b times 256: 0, SGP4's
 * error or ERR_BELOW_90_KM.
 *
 * What a lane ends with depends on nothing but its own record and time, in every bit. sgp4Fixed has the same within 1e-6
 * km, and says what becomes of a lane that the shortened arithmetic does not vouch for.
 */
@inline
export function fixedPair(
  a: Satellite,
  b: Satellite,
  aUs: f64,
  bUs: f64,
  aCosGmst: f64,
  bCosGmst: f64,
  aSinGmst: f64,
  bSinGmst: f64,
  velocity: bool,
  out: usize,
): i32 {
  if (DEBUG) assert(a.method == b.method);
  return a.method == NEAR_EARTH
    ? nearPair(a, b, aUs, bUs, aCosGmst, bCosGmst, aSinGmst, bSinGmst, velocity, out)
    : deepPair(
        changetype<DeepSatellite>(a),
        changetype<DeepSatellite>(b),
        aUs,
        bUs,
        aCosGmst,
        bCosGmst,
        aSinGmst,
        bSinGmst,
        velocity,
        out,
      );
}

/**
 * The position of one record, as fixedPair has it, into `out`: x, y, z, with `velocity` the inertial velocity behind it;
 * 256 bytes of scratch in all. Returns its status.
 */
@inline
export function fixedAt(record: Satellite, tUs: f64, cosGmst: f64, sinGmst: f64, velocity: bool, out: usize): i32 {
  const status = fixedPair(record, record, tUs, tUs, cosGmst, cosGmst, sinGmst, sinGmst, velocity, out);
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 1; i < fields; i++) store<f64>(out + 8 * i, load<f64>(out + 16 * i));
  return status & 0xff;
}

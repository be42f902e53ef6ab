import { US_PER_MINUTE } from '../constants';
import { both, div, lanes, sub } from '../math/lanes';
import { OK } from '../status';
import { nearPair } from './nearPair';
import { sgp4Fixed, sgp4FixedState } from './propagate';
import { pick } from './pick';
import { EPOCH_US, METHOD, NEAR_EARTH } from './record';

/** Behind the six vectors of a pair: room for one state. */
const STATE: usize = 96;

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
export function fixedPair(
  a: usize,
  b: usize,
  aUs: f64,
  bUs: f64,
  aCosGmst: f64,
  bCosGmst: f64,
  aSinGmst: f64,
  bSinGmst: f64,
  velocity: bool,
  out: usize,
): i32 {
  const t = div(sub(lanes(aUs, bUs), pick(a, b, EPOCH_US)), both(US_PER_MINUTE));
  const cosGmst = lanes(aCosGmst, bCosGmst);
  const sinGmst = lanes(aSinGmst, bSinGmst);
  const sound = load<i32>(a, METHOD) == NEAR_EARTH ? nearPair(a, b, t, cosGmst, sinGmst, velocity, out) : 0;
  if (sound == 3) return OK;
  let status = OK;
  if ((sound & 1) == 0) status = settle(a, aUs, aCosGmst, aSinGmst, velocity, out, out + STATE);
  if ((sound & 2) == 0) {
    status |= settle(b, bUs, bCosGmst, bSinGmst, velocity, out + 8, out + STATE) << 8;
  }
  return status;
}

/** Writes one lane from the scalar kernel; returns its status. */
function settle(record: usize, tUs: f64, cosGmst: f64, sinGmst: f64, velocity: bool, lane: usize, state: usize): i32 {
  const status = velocity
    ? sgp4FixedState(record, tUs, cosGmst, sinGmst, state)
    : sgp4Fixed(record, tUs, cosGmst, sinGmst, state);
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 0; i < fields; i++) {
    store<f64>(lane + 16 * i, status == OK ? load<f64>(state + 8 * i) : NaN);
  }
  return status;
}

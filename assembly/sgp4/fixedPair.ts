import { DEBUG } from '../records/checks';
import { Instant } from '../records/sgp4/instant';
import { DeepSatellite, NEAR_EARTH, Satellite } from '../records/sgp4/satellite';
import { Scratch } from '../records/sgp4/scratch';
import { OK } from '../status';
import { deepPair } from './deepPair';
import { nearPair } from './nearPair';
import { sgp4Fixed, sgp4FixedState } from './propagate';

/** Mask of both lanes. */
const BOTH: i32 = 3;

/**
 * Positions (km) in the Earth-fixed frame, no polar motion, of record `a` at atA and `b` at atB, both near-earth or both
 * deep-space: to the front of the scratch x of a, x of b, the two y, the two z, NaN where one fails; with `velocity` the
 * inertial velocities (km/s, along the Earth-fixed axes) in the same order behind them. Returns the status of a, and that
 * of b times 256: 0, SGP4's error or ERR_BELOW_90_KM.
 *
 * What a lane ends with depends on nothing but its own record and time, in every bit. sgp4Fixed has the same within 1e-6
 * km, and says what becomes of a lane that the shortened arithmetic does not vouch for.
 */
@inline
export function fixedPair(
  a: Satellite,
  b: Satellite,
  atA: Instant,
  atB: Instant,
  velocity: bool,
  scratch: Scratch,
): i32 {
  if (DEBUG) assert(a.method == b.method);
  const sound =
    a.method == NEAR_EARTH
      ? nearPair(a, b, atA, atB, velocity, scratch)
      : deepPair(changetype<DeepSatellite>(a), changetype<DeepSatellite>(b), atA, atB, velocity, scratch);
  if (sound == BOTH) return OK;
  const first = (sound & 1) != 0 ? OK : settle(a, atA, velocity, scratch, 0);
  return first | ((sound & 2) != 0 ? OK : settle(b, atB, velocity, scratch, 1) << 8);
}

/**
 * The position of one record, as fixedPair has it, to the scratch's state, with `velocity` the velocity too. Returns its
 * status.
 */
@inline
export function fixedAt(record: Satellite, at: Instant, velocity: bool, scratch: Scratch): i32 {
  const status = fixedPair(record, record, at, at, velocity, scratch);
  const out = changetype<usize>(scratch);
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 1; i < fields; i++) store<f64>(out + 8 * i, load<f64>(out + 16 * i));
  return status & 0xff;
}

/** Writes a lane of the results from the scalar kernel; returns its status. */
function settle(record: Satellite, at: Instant, velocity: bool, scratch: Scratch, lane: usize): i32 {
  const state = scratch.lane;
  const status = velocity ? sgp4FixedState(record, at, state) : sgp4Fixed(record, at, state);
  const out = changetype<usize>(scratch) + 8 * lane;
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 0; i < fields; i++) {
    store<f64>(out + 16 * i, status == OK ? load<f64>(changetype<usize>(state) + 8 * i) : NaN);
  }
  return status;
}

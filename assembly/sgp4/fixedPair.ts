import { DEBUG } from '../records/checks';
import { Instant } from '../records/sgp4/state';
import { Entry, OrbitPair } from '../records/sgp4/orbitPair';
import { Satellite } from '../records/sgp4/satellite';
import { Scratch } from '../records/sgp4/scratch';
import { OK } from '../status';
import { sgp4Fixed, sgp4FixedState } from './propagate';
import { propagatePairs } from './propagatePairs';

/** Mask of both lanes. */
export const BOTH: i32 = 3;

/**
 * Computes the positions (km) in the Earth-fixed frame, no polar motion, of record `a` at atA and `b` at atB, both
 * near-earth or both deep-space. Writes to the front of the scratch x of a, x of b, the two y, the two z, NaN where one
 * fails; with `velocity` the inertial velocities (km/s, along the Earth-fixed axes) in the same order behind them.
 * Returns the status of a, and that of b times 256: 0, SGP4's error or ERR_BELOW_90_KM.
 *
 * The result in a lane depends on its own record and time alone, in every bit. It is within 1e-6 km of sgp4Fixed, which
 * decides lanes in which the shortened arithmetic is not valid.
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
  const orbits = scratch.orbits;
  orbits.first.set(a, atA);
  orbits.second.set(b, atB);
  propagatePairs(orbits, 1, velocity, scratch);
  return settlePair(orbits, velocity, scratch);
}

/**
 * Computes by the scalar kernel the lanes of a propagated pair in which the shortened arithmetic is not valid; NaN
 * where one fails. Returns the statuses in the form of fixedPair.
 */
@inline
export function settlePair(pair: OrbitPair, velocity: bool, scratch: Scratch): i32 {
  const sound = pair.soundLanes;
  if (sound == BOTH) return OK;
  const first = (sound & 1) != 0 ? OK : settle(pair.first, velocity, scratch, changetype<usize>(pair));
  return (sound & 2) != 0 ? first : first | (settle(pair.second, velocity, scratch, changetype<usize>(pair) + 8) << 8);
}

/**
 * Writes the position of one record, as fixedPair has it, to the scratch's state, with `velocity` the velocity too.
 * Returns the status.
 */
@inline
export function fixedAt(record: Satellite, at: Instant, velocity: bool, scratch: Scratch): i32 {
  const status = fixedPair(record, record, at, at, velocity, scratch);
  const out = changetype<usize>(scratch);
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 1; i < fields; i++) store<f64>(out + 8 * i, load<f64>(out + 16 * i));
  return status & 0xff;
}

/** Writes a lane of the results from the scalar kernel; returns the lane's status. */
function settle(entry: Entry, velocity: bool, scratch: Scratch, out: usize): i32 {
  const state = scratch.lane;
  const record = entry.record;
  const status = velocity ? sgp4FixedState(record, entry.instant, state) : sgp4Fixed(record, entry.instant, state);
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 0; i < fields; i++) {
    store<f64>(out + 16 * i, status == OK ? load<f64>(changetype<usize>(state) + 8 * i) : NaN);
  }
  return status;
}

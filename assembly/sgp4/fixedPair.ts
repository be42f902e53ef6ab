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
 * Computes the Earth-fixed positions (km; without polar motion) of satellite `a` at atA and of satellite `b` at atB,
 * both near-earth or both deep-space. Writes x of a, x of b, y of a, y of b, z of a, z of b to the front of the
 * scratch, NaN for a satellite that fails. With `velocity`, the inertial velocities (km/s, along the Earth-fixed axes)
 * follow in the same order. Returns the status of a plus 256 times that of b; a status is 0, SGP4's error or
 * ERR_BELOW_90_KM.
 *
 * Every bit of a satellite's result depends only on its own record and time. The result is within 1e-6 km of
 * sgp4Fixed's; if the shortened arithmetic for pairs is not valid, it is sgp4Fixed's.
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
 * Recomputes by the scalar kernel the lanes of a propagated pair in which the shortened arithmetic is not valid; writes
 * NaN for a satellite that fails. Returns the status of the first lane plus 256 times that of the second.
 */
@inline
export function settlePair(pair: OrbitPair, velocity: bool, scratch: Scratch): i32 {
  const sound = pair.soundLanes;
  if (sound == BOTH) return OK;
  const first = (sound & 1) != 0 ? OK : settle(pair.first, velocity, scratch, changetype<usize>(pair));
  return (sound & 2) != 0 ? first : first | (settle(pair.second, velocity, scratch, changetype<usize>(pair) + 8) << 8);
}

/**
 * Writes the Earth-fixed position (km) of one satellite, in the same bits as fixedPair, to the scratch's state; with
 * `velocity` its inertial velocity (km/s) too. Returns the status.
 */
@inline
export function fixedAt(record: Satellite, at: Instant, velocity: bool, scratch: Scratch): i32 {
  const status = fixedPair(record, record, at, at, velocity, scratch);
  const out = changetype<usize>(scratch);
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 1; i < fields; i++) store<f64>(out + 8 * i, load<f64>(out + 16 * i));
  return status & 0xff;
}

/**
 * Propagates one entry by the scalar kernel and writes the result to its lane of the pair, which starts at `out`.
 * Returns the status.
 */
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

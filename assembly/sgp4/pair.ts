import { US_PER_MINUTE } from '../constants';
import { both, div, lanes, sub } from '../math/lanes';
import { Satellite } from '../records/satellite';
import { State } from '../records/state';
import { OK } from '../status';
import { pick } from './pick';
import { sgp4Fixed, sgp4FixedState } from './propagate';

/** Behind the six vectors of a pair: room for one state, then for two steps of the resonance integrator. */
const STATE: usize = 96;
export const STEP_SCRATCH: usize = 144;

/** Minutes since the epoch of each record. */
@inline
export function sincePair(a: Satellite, b: Satellite, aUs: f64, bUs: f64): v128 {
  return div(sub(lanes(aUs, bUs), pick(a, b, offsetof<Satellite>('epochUs'))), both(US_PER_MINUTE));
}

/** Writes the lanes that are not `sound` from the scalar kernel; returns the status of fixedPair. */
export function settlePair(
  a: Satellite,
  b: Satellite,
  aUs: f64,
  bUs: f64,
  aCosGmst: f64,
  bCosGmst: f64,
  aSinGmst: f64,
  bSinGmst: f64,
  velocity: bool,
  sound: i32,
  out: usize,
): i32 {
  const state = changetype<State>(out + STATE);
  let status = OK;
  if ((sound & 1) == 0) status = settle(a, aUs, aCosGmst, aSinGmst, velocity, out, state);
  if ((sound & 2) == 0) status |= settle(b, bUs, bCosGmst, bSinGmst, velocity, out + 8, state) << 8;
  return status;
}

function settle(
  record: Satellite,
  tUs: f64,
  cosGmst: f64,
  sinGmst: f64,
  velocity: bool,
  lane: usize,
  state: State,
): i32 {
  const status = velocity
    ? sgp4FixedState(record, tUs, cosGmst, sinGmst, state)
    : sgp4Fixed(record, tUs, cosGmst, sinGmst, state);
  const fields: usize = velocity ? 6 : 3;
  for (let i: usize = 0; i < fields; i++) {
    store<f64>(lane + 16 * i, status == OK ? load<f64>(changetype<usize>(state) + 8 * i) : NaN);
  }
  return status;
}

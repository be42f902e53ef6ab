import { writeAngles } from '../encounters/look';
import { GMST_RATE } from '../frames';
import { add, both, mul, sub } from '../math/lanes';
import { FORM_GEODETIC, FORM_LOOK, FORM_STATE, Propagation } from '../records/orbits/propagation';
import { Entry, OrbitPair } from '../records/sgp4/orbitPair';
import { Position, State } from '../records/sgp4/state';
import { BOTH } from '../sgp4/fixedPair';
import { sgp4FixedState } from '../sgp4/propagate';
import { ERR_BELOW_90_KM, OK } from '../status';
import { writeGeodetic } from './geodetic';

const DEG_PER_RAD: f64 = 180.0 / Math.PI;

/** Writes the results of both entries of a propagated pair. */
export function writePair(query: Propagation, pair: OrbitPair): void {
  const sound = pair.soundLanes;
  if (sound == BOTH && query.form == FORM_STATE) {
    writeStates(query, pair);
  } else {
    writeLane(query, pair.first, changetype<usize>(pair), (sound & 1) != 0);
    writeLane(query, pair.second, changetype<usize>(pair) + 8, (sound & 2) != 0);
  }
}

/** Writes the states of a pair whose lanes are both valid. */
@inline
function writeStates(query: Propagation, pair: OrbitPair): void {
  const a = pair.first;
  const b = pair.second;
  query.setStatus(a, OK);
  query.setStatus(b, OK);
  const x = pair.x;
  const y = pair.y;
  writeVectors(query.outAt(a), query.outAt(b), x, y, pair.z);
  if (!query.hasRates) return;
  let vx = pair.vx;
  let vy = pair.vy;
  if (query.turning) {
    vx = add(vx, mul(both(GMST_RATE), y));
    vy = sub(vy, mul(both(GMST_RATE), x));
  }
  writeVectors(query.ratesAt(a), query.ratesAt(b), vx, vy, pair.vz);
}

/** Writes the vector of each lane, three f64: the first lane's to `toA`, the second's to `toB`. */
@inline
function writeVectors(toA: usize, toB: usize, x: v128, y: v128, z: v128): void {
  v128.store(toA, v128.shuffle<f64>(x, y, 0, 2));
  v128.store64_lane(toA, z, 0, 16);
  v128.store(toB, v128.shuffle<f64>(x, y, 1, 3));
  v128.store64_lane(toB, z, 1, 16);
}

/** Writes the results of one entry: from its lane of the pair if `isSound`, else from the scalar kernel. */
function writeLane(query: Propagation, entry: Entry, lane: usize, isSound: bool): void {
  const orbit = query.scratch.lane;
  let status = OK;
  if (isSound) {
    const to = changetype<usize>(orbit);
    for (let i: usize = 0; i < 6; i++) store<f64>(to + 8 * i, load<f64>(lane + 16 * i));
  } else {
    status = sgp4FixedState(entry.record, entry.instant, orbit);
    if (status != OK && status != ERR_BELOW_90_KM) {
      writeFailure(query, entry, status);
      return;
    }
  }
  query.setStatus(entry, status);
  writeState(query, entry, orbit);
}

function writeState(query: Propagation, entry: Entry, state: State): void {
  const out = query.outAt(entry);
  const hasRates = query.hasRates;
  if (query.form == FORM_GEODETIC) {
    writeGeodetic(state, out);
    return;
  }
  if (query.turning && hasRates) takeTurningOff(state);
  if (query.form == FORM_LOOK) {
    writeAngles(query.site, state, out);
    store<f64>(out, load<f64>(out) * DEG_PER_RAD);
    store<f64>(out, load<f64>(out, 8) * DEG_PER_RAD, 8);
    if (hasRates) store<f64>(query.ratesAt(entry), rangeRate(query, state));
    return;
  }
  memory.copy(out, changetype<usize>(state), offsetof<Position>());
  if (hasRates) memory.copy(query.ratesAt(entry), changetype<usize>(state.velocity), offsetof<Position>());
}

/** Writes NaN for an entry, and its status. */
export function writeFailure(query: Propagation, entry: Entry, status: i32): void {
  query.setStatus(entry, status);
  const out = query.outAt(entry);
  for (let i: usize = 0; i < 24; i += 8) store<f64>(out + i, NaN);
  if (!query.hasRates) return;
  const rates = query.ratesAt(entry);
  for (let i: usize = 0; i < query.rateBytes; i += 8) store<f64>(rates + i, NaN);
}

/** Turns an inertial velocity along Earth-fixed axes into the velocity relative to the turning Earth, in place. */
@inline
function takeTurningOff(state: State): void {
  state.vx += GMST_RATE * state.y;
  state.vy -= GMST_RATE * state.x;
}

/** Rate of the distance from the site, km/s. */
function rangeRate(query: Propagation, state: State): f64 {
  const site = query.site;
  const dx = state.x - site.x;
  const dy = state.y - site.y;
  const dz = state.z - site.z;
  return (dx * state.vx + dy * state.vy + dz * state.vz) / Math.sqrt(dx * dx + dy * dy + dz * dz);
}

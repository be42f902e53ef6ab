import { US_PER_DAY, US_PER_MINUTE } from '../constants';
import { GMST_RATE, writeInstant } from '../frames';
import { writeAngles } from '../encounters/look';
import { FORM_GEODETIC, FORM_LOOK, Propagation, Waiting } from '../records/orbits/propagation';
import { Instant } from '../records/sgp4/instant';
import { DEEP_SPACE, DeepSatellite, NEAR_EARTH, Satellite } from '../records/sgp4/satellite';
import { State } from '../records/sgp4/state';
import { fixedPair } from '../sgp4/fixedPair';
import { sgp4FixedState } from '../sgp4/propagate';
import { keepStepsAround } from '../sgp4/resonance';
import { ERR_BELOW_90_KM, ERR_TOO_FAR, OK } from '../status';
import { writeGeodetic } from './geodetic';

const DEG_PER_RAD: f64 = 180.0 / Math.PI;
/** SDP4 steps from the epoch in half-days: after a slip in the unit it would go on for ever. */
const MAX_AGE_US: f64 = 3653.0 * US_PER_DAY;

/**
 * Writes instants of times (µs since 1970, f64 each), for TEME as if the Earth had not turned. Returns the index of the first time
 * that is not finite, or -1.
 */
export function writeInstants(times: usize, count: u32, turning: bool, out: usize): i32 {
  for (let i: u32 = 0; i < count; i++, times += 8, out += offsetof<Instant>()) {
    const instant = changetype<Instant>(out);
    const tUs = load<f64>(times);
    if (!isFinite(tUs)) return <i32>i;
    if (turning) {
      writeInstant(instant, tUs);
    } else {
      instant.tUs = tUs;
      instant.cosGmst = 1.0;
      instant.sinGmst = 0.0;
    }
  }
  return -1;
}

/**
 * Propagates satellites to times, as the query has them. Where a status is not 0, NaN is written; but of a satellite below 90 km, what
 * SGP4 says.
 */
export function propagateOrbits(query: Propagation): void {
  const scratch = query.scratch;
  query.waiting(NEAR_EARTH).clear();
  query.waiting(DEEP_SPACE).clear();
  for (let row: u32 = 0; row < query.satellites; row++) {
    const record = query.satellite(row);
    const waiting = query.waiting(record.method);
    for (let column: u32 = 0; column < query.times; column++) {
      const instant = query.instant(column);
      const since = instant.tUs - record.epochUs;
      if (Math.abs(since) > MAX_AGE_US) {
        fail(query, row, column, ERR_TOO_FAR);
        continue;
      }
      if (record.method == DEEP_SPACE) {
        keepStepsAround(changetype<DeepSatellite>(record), since / US_PER_MINUTE, scratch.step(0));
      }
      if (waiting.isOne) propagateBoth(query, waiting, record, instant, row, column);
      else waiting.set(record, instant, row, column);
    }
  }
  propagateLast(query, query.waiting(NEAR_EARTH));
  propagateLast(query, query.waiting(DEEP_SPACE));
}

function propagateBoth(
  query: Propagation,
  waiting: Waiting,
  record: Satellite,
  instant: Instant,
  row: u32,
  column: u32,
): void {
  const status = fixedPair(waiting.record, record, waiting.instant, instant, query.rates != 0, query.scratch);
  write(query, 0, status & 0xff, waiting.record, waiting.instant, waiting.row, waiting.column);
  write(query, 1, status >>> 8, record, instant, row, column);
  waiting.clear();
}

function propagateLast(query: Propagation, waiting: Waiting): void {
  if (!waiting.isOne) return;
  const record = waiting.record;
  const instant = waiting.instant;
  const status = fixedPair(record, record, instant, instant, query.rates != 0, query.scratch);
  write(query, 0, status & 0xff, record, instant, waiting.row, waiting.column);
}

/** Writes what a lane of the results says of a satellite. */
function write(
  query: Propagation,
  lane: usize,
  status: i32,
  record: Satellite,
  instant: Instant,
  row: u32,
  column: u32,
): void {
  const state = query.scratch.lane as State;
  if (status == ERR_BELOW_90_KM) {
    sgp4FixedState(record, instant, query.scratch.lane);
  } else if (status == OK) {
    const from = changetype<usize>(query.scratch) + 8 * lane;
    const to = changetype<usize>(state);
    const fields: usize = query.rates != 0 ? 6 : 3;
    for (let i: usize = 0; i < fields; i++) store<f64>(to + 8 * i, load<f64>(from + 16 * i));
  } else {
    fail(query, row, column, status);
    return;
  }
  store<u8>(query.status + <usize>row * query.statusRow + column, <u8>status);
  if (query.turning && query.rates != 0) takeTurningOff(state);
  const out = query.out + 24 * (<usize>row * query.outRow + column);
  const form = query.form;
  if (form == FORM_LOOK) {
    writeAngles(query.site, state, out);
    store<f64>(out, load<f64>(out) * DEG_PER_RAD);
    store<f64>(out, load<f64>(out, 8) * DEG_PER_RAD, 8);
    if (query.rates != 0) store<f64>(query.rates + 8 * (<usize>row * query.ratesRow + column), rangeRate(query, state));
    return;
  }
  if (form == FORM_GEODETIC) {
    writeGeodetic(state, out);
    return;
  }
  store<f64>(out, state.x);
  store<f64>(out, state.y, 8);
  store<f64>(out, state.z, 16);
  if (query.rates == 0) return;
  const rates = query.rates + 24 * (<usize>row * query.ratesRow + column);
  store<f64>(rates, state.vx);
  store<f64>(rates, state.vy, 8);
  store<f64>(rates, state.vz, 16);
}

function fail(query: Propagation, row: u32, column: u32, status: i32): void {
  store<u8>(query.status + <usize>row * query.statusRow + column, <u8>status);
  const out = query.out + 24 * (<usize>row * query.outRow + column);
  for (let i: usize = 0; i < 24; i += 8) store<f64>(out + i, NaN);
  if (query.rates == 0) return;
  const bytes: usize = query.form == FORM_LOOK ? 8 : 24;
  const rates = query.rates + bytes * (<usize>row * query.ratesRow + column);
  for (let i: usize = 0; i < bytes; i += 8) store<f64>(rates + i, NaN);
}

/** Makes an inertial velocity along Earth-fixed axes one over the turning Earth. */
@inline
function takeTurningOff(state: State): void {
  state.vx += GMST_RATE * state.y;
  state.vy -= GMST_RATE * state.x;
}

/** How fast the distance from the site grows, km/s. */
function rangeRate(query: Propagation, state: State): f64 {
  const site = query.site;
  const dx = state.x - site.x;
  const dy = state.y - site.y;
  const dz = state.z - site.z;
  return (dx * state.vx + dy * state.vy + dz * state.vz) / Math.sqrt(dx * dx + dy * dy + dz * dz);
}

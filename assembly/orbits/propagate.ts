import { US_PER_DAY, US_PER_MINUTE } from '../constants';
import { writeInstant } from '../frames';
import { Propagation, Waiting } from '../records/orbits/propagation';
import { Instant } from '../records/sgp4/state';
import { Entry } from '../records/sgp4/orbitPair';
import { DEEP_SPACE, DeepSatellite, NEAR_EARTH } from '../records/sgp4/satellite';
import { propagatePairs } from '../sgp4/propagatePairs';
import { keepsStepOf, keepStepsAround } from '../sgp4/resonance';
import { ERR_TOO_FAR } from '../status';
import { writeFailure, writePair } from './write';

/**
 * Longest time before or after its epoch to which an orbit is propagated. SDP4 steps from the epoch in half-days, so a
 * time in a mistaken unit would keep it busy for ever.
 */
const MAX_AGE_US: f64 = 3653.0 * US_PER_DAY;

/**
 * Writes the instants of `count` times (f64, µs since 1970) to `out`: with their sidereal time if `turning`; else, for
 * TEME, with the angle 0. Returns the index of the first time that is not finite, or -1.
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
 * Propagates the query's satellites to its times. Results are NaN if the status is not 0, except that a satellite below
 * 90 km keeps SGP4's numbers.
 */
export function propagateOrbits(query: Propagation): void {
  query.waiting(NEAR_EARTH).count = 0;
  query.waiting(DEEP_SPACE).count = 0;
  for (let row: u32 = 0; row < query.satellites; row++) {
    const record = query.satellite(row);
    const waiting = query.waiting(record.method);
    for (let column: u32 = 0; column < query.times; column++) {
      const instant = query.instant(column);
      const since = instant.tUs - record.epochUs;
      const isNear = Math.abs(since) <= MAX_AGE_US;
      if (isNear && record.method == DEEP_SPACE) {
        keepSteps(query, changetype<DeepSatellite>(record), since / US_PER_MINUTE);
      }
      const entry = waiting.next;
      entry.set(record, instant);
      entry.row = row;
      entry.column = column;
      if (!isNear) writeFailure(query, entry, ERR_TOO_FAR);
      else if (waiting.keepNext()) propagateWaiting(query, waiting);
    }
  }
  propagateWaiting(query, query.waiting(NEAR_EARTH));
  propagateWaiting(query, query.waiting(DEEP_SPACE));
}

/**
 * Propagates the entries that wait (a satellite at an instant each) in pairs, and writes the results. The last of an
 * odd number is paired with itself.
 */
function propagateWaiting(query: Propagation, waiting: Waiting): void {
  const count = waiting.count;
  if (count == 0) return;
  const last = waiting.entry(count - 1);
  memory.copy(
    changetype<usize>(waiting.first.behind((count - 1) >>> 1).second),
    changetype<usize>(last),
    offsetof<Entry>(),
  );
  const pairs = (count + 1) >>> 1;
  propagatePairs(waiting.first, pairs, query.hasRates, query.scratch);
  for (let k: u32 = 0; k < pairs; k++) writePair(query, waiting.first.behind(k));
  waiting.count = 0;
}

/**
 * Makes the record keep the resonance integrator's states around t, minutes since its epoch, unless it does. Deep-space
 * entries that wait are then propagated first, with the states kept so far.
 */
@inline
function keepSteps(query: Propagation, record: DeepSatellite, t: f64): void {
  if (keepsStepOf(record, t)) return;
  propagateWaiting(query, query.waiting(DEEP_SPACE));
  keepStepsAround(record, t, query.scratch.step(0));
}

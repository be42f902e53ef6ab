import { US_PER_MINUTE } from '../constants';
import { both, div, lanes, sub } from '../math/lanes';
import { OrbitPair } from '../records/sgp4/orbitPair';
import { Satellite, NEAR_EARTH } from '../records/sgp4/satellite';
import { Scratch } from '../records/sgp4/scratch';
import { deepPair, deepPeriodics } from './deepPair';
import { nearPair } from './nearPair';
import { keplerPair, statePair } from './orbitPair';

/** A field of two records, at its offset within them, as two lanes. */
@inline
export function pick<T>(a: T, b: T, field: usize): v128 {
  return v128.load64_lane(changetype<usize>(b) + field, v128.load64_zero(changetype<usize>(a) + field), 1);
}

/** Writes what a pair has of its instants alone; returns the minutes since the epochs. */
@inline
export function openPair(pair: OrbitPair): v128 {
  const atA = pair.first.instant;
  const atB = pair.second.instant;
  const epochs = pick(pair.first.record, pair.second.record, offsetof<Satellite>('epochUs'));
  const t = div(sub(lanes(atA.tUs, atB.tUs), epochs), both(US_PER_MINUTE));
  pair.cosGmst = lanes(atA.cosGmst, atB.cosGmst);
  pair.sinGmst = lanes(atA.sinGmst, atB.sinGmst);
  return t;
}

/**
 * Propagates `count` pairs of one class, one behind the other.
 *
 * Each step is done for all pairs before the next: most of the time goes into waiting for one result after the other,
 * and in a short step the processor works at several pairs at a time. Shorter steps than these cost more than they
 * save.
 */
export function propagatePairs(first: OrbitPair, count: u32, velocity: bool, scratch: Scratch): void {
  if (first.first.record.method == NEAR_EARTH) {
    for (let k: u32 = 0; k < count; k++) nearPair(first.behind(k));
  } else {
    for (let k: u32 = 0; k < count; k++) deepPeriodics(first.behind(k), scratch);
    for (let k: u32 = 0; k < count; k++) deepPair(first.behind(k));
  }
  for (let k: u32 = 0; k < count; k++) keplerPair(first.behind(k));
  for (let k: u32 = 0; k < count; k++) statePair(first.behind(k), velocity);
}

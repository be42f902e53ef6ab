import { OrbitPair } from '../records/sgp4/orbitPair';
import { NEAR_EARTH } from '../records/sgp4/satellite';
import { Scratch } from '../records/sgp4/scratch';
import { deepPair, deepPeriodics } from './deepPair';
import { nearPair } from './nearPair';
import { keplerPair, statePair } from './orbitPair';

/**
 * Propagates `count` pairs, one behind the other in memory, all near-earth or all deep-space.
 *
 * Each step is done for all pairs before the next step. Within a pair each result waits for the one before; meanwhile
 * the processor can work at other pairs if the step is short. Splitting the steps further would cost more than it
 * saves.
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

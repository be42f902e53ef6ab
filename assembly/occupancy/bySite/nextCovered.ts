import { centralAngle, covers } from '../../footprint/site';
import { nextBit } from '../../math/bits';
import { Position, State } from '../../records/sgp4/state';
import { Work } from '../../records/bySite/work';
import { OK } from '../../status';
import { stateAt } from '../../window';
import { minutesAhead } from './ahead';

/**
 * Returns the first needed epoch k of [from, end) at which the satellite covers the site, and the epoch `until` before
 * which the coverage certainly lasts, as until << 32 | k; -1 if there is no such epoch, or the slot is cancelled.
 *
 * Skips ahead: with D the angle between satellite and site at the Earth's centre, F the footprint's radius and w the
 * largest angular rate, an uncovered site stays uncovered for (D - F) / w minutes, or longer if minutesAhead says so.
 * After a failed propagation nothing is known of the next epoch, so that epoch is looked at.
 */
export function nextCovered(work: Work, from: u32, end: u32): i64 {
  const window = work.window;
  const record = work.satellite;
  const site = work.site;
  const needed = work.need;
  const sinMinElevation = record.sinMinElevation;
  const footprint = record.footprintRad;
  const rate = record.rateRadPerMin;
  const scratch = work.scratch;
  let k = nextBit(needed, from, end);
  while (k >= 0) {
    // Read each time, since with absurd elements a state takes up to 20 us, and a window has 10,080 epochs.
    if (work.isCancelled) return -1;
    let step: u32 = 1;
    if (stateAt(window, record, <u32>k, scratch) == OK) {
      const angle = centralAngle(site, scratch.state);
      if (covers(site, scratch.state, sinMinElevation)) {
        const certain = wholeMinutes((record.certainRad - angle) / rate);
        return ((<i64>min(end, <u32>k + certain)) << 32) | (<i64>k);
      }
      step = wholeMinutes(max((angle - footprint) / rate, minutesAhead(record, site, scratch.state, footprint)));
    }
    k = nextBit(needed, <u32>k + step, end);
  }
  return -1;
}

/** Rounds a time in minutes down to whole ones to skip, from 1 to 10,080; NaN to 1. */
@inline
function wholeMinutes(minutes: f64): u32 {
  return minutes > 1.0 ? <u32>min(10080.0, minutes) : 1;
}

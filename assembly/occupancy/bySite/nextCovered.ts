import { centralAngle, covers } from '../../footprint/site';
import { WORK_FIELDS, WORK_SCRATCH } from '../../layout';
import { nextBit } from '../../math/bits';
import { Satellite } from '../../records/satellite';
import { Site } from '../../records/site';
import { Position, State } from '../../records/state';
import { Window } from '../../records/window';
import { OK } from '../../status';
import { stateAt } from '../../window';
import { minutesAhead } from './ahead';
import { EXACT_COUNT } from './decide';

/** u32: where the cancel word of the slot is that the work belongs to. */
export const CANCEL_WORD: u32 = WORK_FIELDS + 12;

/**
 * The first epoch k of `needed` in [from, end) at which the satellite covers the site, by skipping ahead: at central
 * angle D from the site, with the footprint's radius lam and the fastest angular rate w, nothing changes for
 * (D - lam) / w minutes, or for longer if its orbit says so; after a failed propagation nothing is known of the next
 * epoch, so it is looked at.
 * Returns k and, by the same argument from within, the epoch before which coverage is certain to last, as
 * (until << 32 | k); -1 when there is none, or the slot is cancelled.
 */
export function nextCovered(
  window: Window,
  record: Satellite,
  site: Site,
  needed: usize,
  from: u32,
  end: u32,
  work: usize,
): i64 {
  const sinMinElevation = record.sinMinElevation;
  const footprint = record.footprintRad;
  const rate = record.rateRadPerMin;
  const scratch = work + WORK_SCRATCH;
  let k = nextBit(needed, from, end);
  const cancel = <usize>load<u32>(work, CANCEL_WORD);
  while (k >= 0) {
    // A state takes up to 20 us where the elements are out of all reason, and a window has 10,080 epochs.
    if (atomic.load<i32>(cancel) != 0) return -1;
    let step: u32 = 1;
    store<u32>(work, load<u32>(work, EXACT_COUNT) + 1, EXACT_COUNT);
    if (stateAt(window, record, <u32>k, scratch) == OK) {
      const angle = centralAngle(site, changetype<Position>(scratch));
      if (covers(site, changetype<Position>(scratch), sinMinElevation)) {
        const certain = wholeMinutes((record.certainRad - angle) / rate);
        return ((<i64>min(end, <u32>k + certain)) << 32) | (<i64>k);
      }
      step = wholeMinutes(max((angle - footprint) / rate, minutesAhead(record, site, changetype<State>(scratch))));
    }
    k = nextBit(needed, <u32>k + step, end);
  }
  return -1;
}

/** 1 to 10,080; 1 for NaN too. */
@inline
function wholeMinutes(minutes: f64): u32 {
  return minutes > 1.0 ? <u32>min(10080.0, minutes) : 1;
}

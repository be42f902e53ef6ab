import { Satellite } from '../records/satellite';
import { PASS_MAX_RAD, PASS_MAX_US } from '../layout';
import { look, sineOf } from './view';

/** A low satellite overhead climbs 3 degrees in a second. */
const PEAK_US: f64 = 1000.0;
const GOLDEN: f64 = 0.6180339887498949;

/**
 * Finds the highest elevation between two instants between which it rises and then falls, by golden section, and writes
 * its sine and time into the open pass where it is the highest so far.
 */
export function peakBetween(record: Satellite, site: usize, from: f64, to: f64, scratch: usize, pass: usize): void {
  let left = to - GOLDEN * (to - from);
  let right = from + GOLDEN * (to - from);
  let sineLeft = sineAt(record, site, left, scratch);
  let sineRight = sineAt(record, site, right, scratch);
  while (to - from > PEAK_US) {
    if (sineLeft >= sineRight) {
      to = right;
      right = left;
      sineRight = sineLeft;
      left = to - GOLDEN * (to - from);
      sineLeft = sineAt(record, site, left, scratch);
    } else {
      from = left;
      left = right;
      sineLeft = sineRight;
      right = from + GOLDEN * (to - from);
      sineRight = sineAt(record, site, right, scratch);
    }
  }
  const sine = max(sineLeft, sineRight);
  if (sine <= load<f64>(pass, PASS_MAX_RAD)) return;
  store<f64>(pass, sine, PASS_MAX_RAD);
  store<f64>(pass, sineLeft >= sineRight ? left : right, PASS_MAX_US);
}


@inline
function sineAt(record: Satellite, site: usize, tUs: f64, scratch: usize): f64 {
  look(record, site, tUs, scratch);
  return sineOf(scratch);
}

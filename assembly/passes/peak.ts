import { Pass } from '../records/bySite/pass';
import { Satellite } from '../records/sgp4/satellite';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';
import { look } from './view';

/** A low satellite overhead climbs 3 degrees in a second. */
const PEAK_US: f64 = 1000.0;
const GOLDEN: f64 = 0.6180339887498949;

/**
 * Finds the highest elevation between two instants between which it rises and then falls, by golden section, and writes
 * its sine and time into the open pass where it is the highest so far.
 */
export function peakBetween(record: Satellite, site: Site, from: f64, to: f64, view: View, pass: Pass): void {
  let left = to - GOLDEN * (to - from);
  let right = from + GOLDEN * (to - from);
  let sineLeft = sineAt(record, site, left, view);
  let sineRight = sineAt(record, site, right, view);
  while (to - from > PEAK_US) {
    if (sineLeft >= sineRight) {
      to = right;
      right = left;
      sineRight = sineLeft;
      left = to - GOLDEN * (to - from);
      sineLeft = sineAt(record, site, left, view);
    } else {
      from = left;
      left = right;
      sineLeft = sineRight;
      right = from + GOLDEN * (to - from);
      sineRight = sineAt(record, site, right, view);
    }
  }
  const sine = max(sineLeft, sineRight);
  if (sine <= pass.maxRad) return;
  pass.maxRad = sine;
  pass.maxUs = sineLeft >= sineRight ? left : right;
}


@inline
function sineAt(record: Satellite, site: Site, tUs: f64, view: View): f64 {
  look(record, site, tUs, view);
  return view.sine;
}

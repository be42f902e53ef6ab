import { alongUpAt } from '../../../footprint/site';
import { Work } from '../../../records/bySite/work';
import { coveredPair } from '../decide';

/**
 * A pass is left out if its nearest approach is farther outside of the footprint than this margin, radians; the
 * eccentricity and the ephemeris's error add to the margin.
 */
const GRAZING_RAD: f64 = 0.015;
/** Largest error of an estimated rise or set, minutes. */
const SLACK_MIN: f64 = 1.0;

/**
 * Counts the covered epochs, from `first` to `last`, of the pass that `approach` found. Estimates of rise and set only
 * tell where to look: coveredPair decides the epochs on both sides of each.
 */
export function countPass(work: Work, first: u32, last: u32): void {
  const ephemeris = work.ephemeris;
  const range = work.range;
  const cosNearest = work.cosNearest;
  const sine = work.satellite.sinMinElevation;
  const cosEdge = alongUpAt(work.site, range, work.heightZ, sine) / range;
  const grazing = GRAZING_RAD + ephemeris.eccentricity + (3.0 * ephemeris.error) / range;
  // cos(edge + grazing), to the second order
  if (cosNearest < cosEdge * (1.0 - 0.5 * grazing * grazing) - Math.sqrt(max(0.0, 1.0 - cosEdge * cosEdge)) * grazing)
    return;

  const nearest = work.nearest;
  const half = arc(cosEdge / cosNearest) / work.passingRate;
  const rise = nearest - half;
  const set = nearest + half;
  const from = <i32>first;
  const to = <i32>last;
  if (set + SLACK_MIN < <f64>from || rise - SLACK_MIN > <f64>to) return;

  // The search for a covered epoch ends just behind `top`. If none is found by then, the pass has none: the epochs on
  // both sides of its highest point have been decided.
  const top = min(to, max(from, <i32>Math.ceil(nearest)));
  let low = min(top, max(from, <i32>Math.ceil(rise)));
  const below = max(from, low - 1);
  let bits = coveredPair(work, below, below + 1);
  if (low > from && (bits & 1) != 0) {
    low--;
    while (low > from && (coveredPair(work, low - 1, low) & 1) != 0) low--;
  } else {
    let covered = low > from ? (bits & 2) != 0 : (bits & 1) != 0;
    const limit = min(to, top + 1);
    while (!covered) {
      if (low >= limit) return;
      low++;
      bits = coveredPair(work, low, low + 1);
      covered = (bits & 1) != 0;
    }
  }
  let high = max(low, min(to, <i32>Math.floor(set)));
  bits = coveredPair(work, high, high + 1);
  if (high < to && (bits & 2) != 0) {
    high++;
    while (high < to && (coveredPair(work, high + 1, high + 2) & 1) != 0) high++;
  } else {
    while (high > low && (bits & 1) == 0) {
      high--;
      bits = coveredPair(work, high, high + 1);
    }
  }
  for (let k = low; k <= high; k++) {
    work.countAt(k);
  }
}

/** acos to 7e-5 for x from 0 to 1 (Abramowitz and Stegun 1964, 4.4.45); acos(0) below 0, and 0 beyond 1. */
@inline
function arc(x: f64): f64 {
  if (!(x < 1.0)) return 0.0;
  const y = max(0.0, x);
  return Math.sqrt(1.0 - y) * (1.5707288 + y * (-0.2121144 + y * (0.074261 - y * 0.0187293)));
}

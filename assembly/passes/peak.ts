import { Pass } from '../records/bySite/pass';
import { Satellite } from '../records/sgp4/satellite';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';
import { look } from './view';

/** A low satellite overhead climbs 3 degrees in a second. */
const PEAK_US: f64 = 1000.0;
/** Share of the longer part of an interval, from its other end, at which golden section looks. */
const GOLDEN: f64 = 0.3819660112501051;
const MOST_LOOKS: i32 = 60;

/**
 * Finds the highest elevation between two instants between which it rises and then falls, and writes its sine and time into the
 * open pass where it is the highest so far: by parabolas through three looks, and by golden section where these do not lead
 * inwards (Brent 1973, chapter 5).
 */
export function peakBetween(record: Satellite, site: Site, from: f64, to: f64, view: View, pass: Pass): void {
  // The best look, the second best, and the one before that.
  let x = from + GOLDEN * (to - from);
  let w = x;
  let v = x;
  let atX = sineAt(record, site, x, view);
  let atW = atX;
  let atV = atX;
  let step: f64 = 0.0;
  let before: f64 = 0.0;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const middle = 0.5 * (from + to);
    if (Math.abs(x - middle) + 0.5 * (to - from) <= 2.0 * PEAK_US) break;
    let golden = true;
    if (Math.abs(before) > PEAK_US) {
      // The parabola's top is at x + p / q.
      const r = (x - w) * (atX - atV);
      let q = (x - v) * (atX - atW);
      let p = (x - v) * q - (x - w) * r;
      q = 2.0 * (q - r);
      if (q > 0.0) p = -p;
      else q = -q;
      const last = before;
      before = step;
      if (Math.abs(p) < Math.abs(0.5 * q * last) && p > q * (from - x) && p < q * (to - x)) {
        golden = false;
        step = p / q;
        const u = x + step;
        if (u - from < 2.0 * PEAK_US || to - u < 2.0 * PEAK_US) step = x < middle ? PEAK_US : -PEAK_US;
      }
    }
    if (golden) {
      before = x < middle ? to - x : from - x;
      step = GOLDEN * before;
    }
    const u = x + (Math.abs(step) >= PEAK_US ? step : step > 0.0 ? PEAK_US : -PEAK_US);
    const atU = sineAt(record, site, u, view);
    if (atU >= atX) {
      if (u < x) to = x;
      else from = x;
      v = w;
      atV = atW;
      w = x;
      atW = atX;
      x = u;
      atX = atU;
      continue;
    }
    if (u < x) from = u;
    else to = u;
    if (atU >= atW || w == x) {
      v = w;
      atV = atW;
      w = u;
      atW = atU;
    } else if (atU >= atV || v == x || v == w) {
      v = u;
      atV = atU;
    }
  }
  if (atX <= pass.maxRad) return;
  pass.maxRad = atX;
  pass.maxUs = x;
}


@inline
function sineAt(record: Satellite, site: Site, tUs: f64, view: View): f64 {
  look(record, site, tUs, view);
  return view.sine;
}

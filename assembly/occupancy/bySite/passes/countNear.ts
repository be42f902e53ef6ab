import { TWO_PI } from '../../../constants';
import { Work } from '../../../records/bySite/work';
import { anyNear } from '../coarse';
import { spanEnd, spanFrom } from '../spans';
import { approach } from './approach';
import { countPass } from './countPass';

/**
 * Counts the epochs of the work's spans at which a near-earth satellite with polynomials covers the site. Passes are
 * found by their times of nearest approach, one in each revolution. The start and end of a pass are estimated, and then
 * decided epoch by epoch; all epochs between them are covered, because the elevation has one maximum.
 */
export function countNear(work: Work): void {
  const short = work.shortSpans;
  const all = work.allSpans;
  const spans = work.spans;
  for (let i: u32 = 0; i < short; i += 4) {
    let near = anyNear(work.ephemeris, work.site, spans + ((<usize>i) << 2));
    if (short - i < 4) near &= (1 << (short - i)) - 1;
    for (; near != 0; near &= near - 1) {
      const span = work.span(i + <u32>ctz(near));
      approach(work, 0.5 * <f64>(spanFrom(span) + spanEnd(span) - 1));
      countPass(work, spanFrom(span), spanEnd(span) - 1);
    }
  }
  for (let i = short; i < all; i++) {
    const span = work.span(i);
    countRun(work, spanFrom(span), spanEnd(span) - 1);
  }
}

/**
 * Counts the covered epochs of a long span, `first` to `last`. In each turn of the Earth under the orbit's plane, the
 * site is within reach of the plane in one or two arcs of the turn; only revolutions in these arcs are looked at.
 */
function countRun(work: Work, first: u32, last: u32): void {
  const ephemeris = work.ephemeris;
  const site = work.site;
  // Sine of the angle between site and plane: level - swing sin(turn), with turn growing in time.
  const level = site.sinLat * ephemeris.cosi;
  const swing = site.cosLat * ephemeris.sini;
  const reach = ephemeris.reach;
  const limit = reach < 0.5 * Math.PI ? Math.sin(reach) : 1.0;
  if (Math.abs(level) - swing > limit) return;
  const meanRate = ephemeris.latitude1;
  const period = TWO_PI / meanRate;
  const around = min(0.5 * period, (1.3 * reach) / meanRate + 2.0);
  const from = <f64>first - around;
  const to = <f64>last + around;
  const low = (level - limit) / swing;
  const high = (level + limit) / swing;
  // The site is always within reach: also if `swing` is 0, as for a site at a pole or an equatorial orbit.
  if (!(low > -1.0 || high < 1.0)) {
    countBetween(work, from, to, first, last, -Infinity);
    return;
  }
  const middle = ephemeris.middle;
  const t = middle + ephemeris.t0;
  const turnRate = -ephemeris.nodeRate(t);
  const turnAt = site.lon - ephemeris.nodeLongitude(t) + turnRate * (from - middle);
  // Start and end of two arcs of a turn, radians; the second arc stays empty if there is only one.
  let start1: f64;
  let end1: f64;
  let start2 = Infinity;
  let end2 = Infinity;
  if (low <= -1.0) {
    start1 = Math.PI - Math.asin(high);
    end1 = TWO_PI + Math.asin(high);
  } else {
    start1 = Math.asin(low);
    end1 = Math.PI - start1;
    if (high < 1.0) {
      end1 = Math.asin(high);
      start2 = Math.PI - end1;
      end2 = Math.PI - start1;
    }
  }
  // Whole turns, in radians, to which the angles of the arcs are added: they begin early enough for an arc that is
  // still open at `from`.
  let base = Math.floor((turnAt - Math.PI) / TWO_PI - 1.0) * TWO_PI;
  let done = -Infinity;
  // Number of turns to look at: from `base` to the end of the span, with some to spare.
  const turns = ((to - from + 2.0 * around) * turnRate) / TWO_PI + 4.0;
  for (let turn = 0.0; turn < turns; turn += 1.0) {
    for (let arc = 0; arc < 2; arc++) {
      const start = arc == 0 ? start1 : start2;
      const end = arc == 0 ? end1 : end2;
      const begin = from + (base + start - turnAt) / turnRate - around;
      if (begin >= to) break;
      const until = min(to, from + (base + end - turnAt) / turnRate + around);
      done = countBetween(work, max(from, begin), until, first, last, done);
    }
    base += TWO_PI;
  }
}

/**
 * Counts the covered epochs, `first` to `last`, of the passes whose nearest approach lies in [from, to], in epochs, and
 * after `done`. Returns the time of the last nearest approach, or `done` if there is none.
 */
function countBetween(work: Work, from: f64, to: f64, first: u32, last: u32, done: f64): f64 {
  const period = TWO_PI / work.ephemeris.latitude1;
  let latest = done;
  const k = max(from, latest + 0.75 * period);
  if (k > to) return latest;
  approach(work, k);
  // The first estimate, from up to half a revolution away, is a rough one.
  approach(work, work.nearest);
  let nearest = work.nearest;
  while (nearest <= to) {
    if (nearest > latest + 0.5 * period) {
      latest = nearest;
      if (nearest >= from) countPass(work, first, last);
    }
    approach(work, nearest + TWO_PI / work.passingRate);
    // Half a period ahead at least: fitRough accepts no ephemeris whose passes are closer to each other.
    nearest = max(work.nearest, nearest + 0.5 * period);
  }
  return latest;
}

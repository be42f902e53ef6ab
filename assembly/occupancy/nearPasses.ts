import {
  SATELLITE_SIN_MIN_ELEVATION,
  SITE_COS_LAT,
  SITE_LON,
  SITE_SIN_LAT,
  WORK_FIELDS,
  WORK_ROW,
  WORK_SPANS,
} from '../layout';
import { TWO_PI } from '../constants';
import { sincos } from '../math/sincos';
import { anyNear } from './coarse';
import { coveredPair } from './decide';
import {
  AXIS,
  axisRoot,
  COSI,
  ECCENTRICITY,
  ERROR,
  EX,
  EY,
  LATITUDE,
  latitudeRate,
  LONG_PERIOD,
  meanLatitude,
  MIDDLE,
  NODE,
  nodeLongitude,
  REACH,
  SINI,
  T0,
  turning,
} from './motion';
import { alongUpAt } from './site';
import { ALL_SPANS, SHORT_SPANS, spanEnd, spanFrom } from './spans';

// The pass in question, f64: when the satellite is nearest, the cosine of its angle from the site then, how fast it runs past
// the site (radians per minute), its distance from the Earth's centre and its z (km).
const NEAREST: u32 = WORK_FIELDS + 16;
const COS_NEAREST: u32 = WORK_FIELDS + 24;
const PASSING_RATE: u32 = WORK_FIELDS + 32;
const RANGE: u32 = WORK_FIELDS + 40;
const HEIGHT_Z: u32 = WORK_FIELDS + 48;
const PAIR: u32 = WORK_FIELDS + 64;

/** By how much a pass whose highest point misses the minimum elevation is looked at nevertheless, with e. */
const GRAZING_RAD: f64 = 0.015;
/** Far beyond reach the site's projection onto the orbit's plane may vanish. */
const LEAST_SQUARE: f64 = 0.01;
/** How far an estimated rise or set may be off, minutes. */
const SLACK_MIN: f64 = 1.0;

/**
 * Adds to the work's counts the epochs of its spans at which a near-earth satellite with a fitted motion covers the site.
 * Its passes are found by their times of nearest approach, one for each revolution; where each begins and ends is
 * estimated, and then decided epoch by epoch: between them it is covered, as its elevation has one maximum.
 */
export function countNear(window: usize, record: usize, motion: usize, site: usize, work: usize): void {
  const short = load<u32>(work, SHORT_SPANS);
  const all = load<u32>(work, ALL_SPANS);
  const spans = work + WORK_SPANS;
  for (let i: u32 = 0; i < short; i += 4) {
    let near = anyNear(motion, site, spans + ((<usize>i) << 2));
    if (short - i < 4) near &= (1 << (short - i)) - 1;
    for (; near != 0; near &= near - 1) {
      const span = load<u32>(spans + ((<usize>(i + <u32>ctz(near))) << 2));
      approach(motion, site, 0.5 * <f64>(spanFrom(span) + spanEnd(span) - 1), work);
      countPass(window, record, motion, site, spanFrom(span), spanEnd(span) - 1, work);
    }
  }
  for (let i = short; i < all; i++) {
    const span = load<u32>(spans + ((<usize>i) << 2));
    countRun(window, record, motion, site, spanFrom(span), spanEnd(span) - 1, work);
  }
}

/**
 * Counts the passes at epochs first to last. The site is within reach of the orbit's plane for one or two arcs of the
 * plane's turn over the Earth; only the revolutions in them are looked at.
 */
function countRun(window: usize, record: usize, motion: usize, site: usize, first: u32, last: u32, work: usize): void {
  // Sine of the angle between site and plane: level - swing sin(turn), with turn growing in time.
  const level = load<f64>(site, SITE_SIN_LAT) * load<f64>(motion, COSI);
  const swing = load<f64>(site, SITE_COS_LAT) * load<f64>(motion, SINI);
  const reach = load<f64>(motion, REACH);
  const limit = reach < 0.5 * Math.PI ? Math.sin(reach) : 1.0;
  if (Math.abs(level) - swing > limit) return;
  const meanRate = load<f64>(motion, LATITUDE + 8);
  const period = TWO_PI / meanRate;
  const around = min(0.5 * period, (1.3 * reach) / meanRate + 2.0);
  const from = <f64>first - around;
  const to = <f64>last + around;
  const low = (level - limit) / swing;
  const high = (level + limit) / swing;
  // NaN, over a pole along the equator, is always within reach.
  if (!(low > -1.0 || high < 1.0)) {
    countBetween(window, record, motion, site, from, to, first, last, -Infinity, work);
    return;
  }
  const middle = load<f64>(motion, MIDDLE);
  const t = middle + load<f64>(motion, T0);
  const turnRate = -(load<f64>(motion, NODE + 8) + 2.0 * t * load<f64>(motion, NODE + 16));
  const turnAt = load<f64>(site, SITE_LON) - nodeLongitude(motion, t) + turnRate * (from - middle);
  // Two arcs of a turn, the second one empty where they touch.
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
  // The whole turns before the first arc that does not end before `from`.
  let base = Math.floor((turnAt - Math.PI) / TWO_PI - 1.0) * TWO_PI;
  let done = -Infinity;
  for (;;) {
    const begin1 = from + (base + start1 - turnAt) / turnRate - around;
    if (begin1 > to) return;
    done = countBetween(
      window,
      record,
      motion,
      site,
      max(from, begin1),
      min(to, from + (base + end1 - turnAt) / turnRate + around),
      first,
      last,
      done,
      work,
    );
    const begin2 = from + (base + start2 - turnAt) / turnRate - around;
    if (begin2 < to) {
      done = countBetween(
        window,
        record,
        motion,
        site,
        max(from, begin2),
        min(to, from + (base + end2 - turnAt) / turnRate + around),
        first,
        last,
        done,
        work,
      );
    }
    base += TWO_PI;
  }
}

/**
 * Counts the passes whose nearest approach lies in [from, to] minutes and after `done`; returns the last of these or
 * `done`.
 */
function countBetween(
  window: usize,
  record: usize,
  motion: usize,
  site: usize,
  from: f64,
  to: f64,
  first: u32,
  last: u32,
  done: f64,
  work: usize,
): f64 {
  const period = TWO_PI / load<f64>(motion, LATITUDE + 8);
  let latest = done;
  const k = max(from, latest + 0.75 * period);
  if (k > to) return latest;
  approach(motion, site, k, work);
  // From half a revolution away the estimate is a rough one.
  approach(motion, site, load<f64>(work, NEAREST), work);
  let nearest = load<f64>(work, NEAREST);
  while (nearest <= to) {
    if (nearest > latest + 0.5 * period) {
      latest = nearest;
      if (nearest >= from) countPass(window, record, motion, site, first, last, work);
    }
    approach(motion, site, nearest + TWO_PI / load<f64>(work, PASSING_RATE), work);
    nearest = load<f64>(work, NEAREST);
  }
  return latest;
}

/**
 * Finds the nearest approach of the satellite to the site's zenith around k, within half a revolution: one step of Newton's
 * method, on the difference of the mean argument of latitude and that of the site's projection onto the orbit's plane. The
 * cosine of the angle to the site is P cos(w t), with P that to the plane, which changes while the site moves: it is
 * largest P' / (P w^2) later, by P'^2 / (2 P w^2).
 */
function approach(motion: usize, site: usize, k: f64, work: usize): void {
  const t = k + load<f64>(motion, T0);
  const d = k - load<f64>(motion, MIDDLE);
  const sini = load<f64>(motion, SINI);
  const cosi = load<f64>(motion, COSI);
  const sinLat = load<f64>(site, SITE_SIN_LAT);
  const cosLat = load<f64>(site, SITE_COS_LAT);
  sincos(load<f64>(site, SITE_LON) - nodeLongitude(motion, t), work + PAIR);
  const sinTurn = load<f64>(work + PAIR);
  const cosTurn = load<f64>(work + PAIR, 8);
  const p = cosLat * cosTurn;
  const q = sinLat * sini + cosLat * sinTurn * cosi;
  const square = max(LEAST_SQUARE, p * p + q * q);
  const plane = Math.sqrt(square);
  const cosu = p / plane;
  const sinu = q / plane;
  const ex = turning(motion + EX, d);
  const ey = turning(motion + EY, d);
  const es = ex * sinu - ey * cosu;
  const ec = ex * cosu + ey * sinu;

  const turnRate = -(load<f64>(motion, NODE + 8) + 2.0 * t * load<f64>(motion, NODE + 16));
  const siteRate = (turnRate * cosLat * (cosLat * cosi + sinLat * sini * sinTurn)) / square;
  const meanRate = latitudeRate(motion, d);
  const mean = meanLatitude(motion, t) + load<f64>(motion, LONG_PERIOD) * ex;
  const difference = mean - Math.atan2(sinu, cosu) + es * (2.0 - 1.5 * ec);
  const off = difference - TWO_PI * nearest<f64>(difference / TWO_PI);
  const ahead = -off / (meanRate - siteRate * (1.0 - 2.0 * ec));
  const planeRate = (turnRate * cosLat * (q * cosTurn * cosi - p * sinTurn)) / plane;
  const root = axisRoot(motion, t);
  const range = load<f64>(motion, AXIS) * root * root * (1.0 - ec + es * es);
  const rate = meanRate * (1.0 + 2.0 * ec) - siteRate;
  const shift = planeRate / (plane * rate * rate);
  store<f64>(work, k + ahead + shift, NEAREST);
  store<f64>(work, min(1.0, plane + planeRate * (ahead + 0.5 * shift)), COS_NEAREST);
  store<f64>(work, rate, PASSING_RATE);
  store<f64>(work, range, RANGE);
  store<f64>(work, range * sinu * sini, HEIGHT_Z);
}

/**
 * Counts the epochs of the pass that `approach` found, from first to last. Every boundary is decided on both of its sides,
 * the estimates only say where to look.
 */
function countPass(window: usize, record: usize, motion: usize, site: usize, first: u32, last: u32, work: usize): void {
  const range = load<f64>(work, RANGE);
  const cosNearest = load<f64>(work, COS_NEAREST);
  const sine = load<f64>(record, SATELLITE_SIN_MIN_ELEVATION);
  const cosEdge = alongUpAt(site, range, load<f64>(work, HEIGHT_Z), sine) / range;
  const grazing = GRAZING_RAD + load<f64>(motion, ECCENTRICITY) + (3.0 * load<f64>(motion, ERROR)) / range;
  // cos(edge + grazing), to the second order
  if (cosNearest < cosEdge * (1.0 - 0.5 * grazing * grazing) - Math.sqrt(max(0.0, 1.0 - cosEdge * cosEdge)) * grazing)
    return;

  const nearest = load<f64>(work, NEAREST);
  const half = arc(cosEdge / cosNearest) / load<f64>(work, PASSING_RATE);
  const rise = nearest - half;
  const set = nearest + half;
  const from = <i32>first;
  const to = <i32>last;
  if (set + SLACK_MIN < <f64>from || rise - SLACK_MIN > <f64>to) return;

  // Where none is covered, both neighbours of the highest point are seen not to be.
  const top = min(to, max(from, <i32>Math.ceil(nearest)));
  let low = min(top, max(from, <i32>Math.ceil(rise)));
  const below = max(from, low - 1);
  let bits = coveredPair(window, record, motion, site, below, below + 1, work);
  if (low > from && (bits & 1) != 0) {
    low--;
    while (low > from && (coveredPair(window, record, motion, site, low - 1, low, work) & 1) != 0) low--;
  } else {
    let covered = low > from ? (bits & 2) != 0 : (bits & 1) != 0;
    const limit = min(to, top + 1);
    while (!covered) {
      if (low >= limit) return;
      low++;
      bits = coveredPair(window, record, motion, site, low, low + 1, work);
      covered = (bits & 1) != 0;
    }
  }
  let high = max(low, min(to, <i32>Math.floor(set)));
  bits = coveredPair(window, record, motion, site, high, high + 1, work);
  if (high < to && (bits & 2) != 0) {
    high++;
    while (high < to && (coveredPair(window, record, motion, site, high + 1, high + 2, work) & 1) != 0) high++;
  } else {
    while (high > low && (bits & 1) == 0) {
      high--;
      bits = coveredPair(window, record, motion, site, high, high + 1, work);
    }
  }
  const row = work + WORK_ROW;
  for (let k = low; k <= high; k++) {
    const count = row + ((<usize>k) << 1);
    store<u16>(count, load<u16>(count) + 1);
  }
}

/** acos to 7e-5, 0 from 1 on (Abramowitz and Stegun 1964, 4.4.45). */
@inline
function arc(x: f64): f64 {
  if (!(x < 1.0)) return 0.0;
  const y = max(0.0, x);
  return Math.sqrt(1.0 - y) * (1.5707288 + y * (-0.2121144 + y * (0.074261 - y * 0.0187293)));
}

import { US_PER_MINUTE } from '../constants';
import { centralAngle, covers } from '../footprint/site';
import { footprintDownTo, leastSine } from '../footprint/leastSine';
import { minutesAhead } from '../occupancy/bySite/ahead';
import { polynomialsOf } from '../occupancy/bySite/ephemeris/fit';
import { peakOf } from '../math/brent';
import { changeOf } from '../math/illinois';
import { Pass, PassQuery } from '../records/bySite/passQuery';
import { Satellite } from '../records/sgp4/satellite';
import { Slot } from '../records/bySite/slot';
import { View } from '../records/bySite/view';
import { CANCELLED } from '../status';
import { isOver, withMask } from './horizonMask';
import { skipDown } from './skip';
import { look, minutesToElevation, nextMinute, quietMinutes } from './view';

/** Step of the search, in µs, where no longer one is safe: a shorter pass, or gap between passes, may be missed. */
const SHORTEST_STEP_US: f64 = 250000.0;
/** Precision, in microseconds, of the times at which a satellite rises and sets. */
const CROSSING_US: f64 = 1000.0;
/**
 * Precision, in microseconds, of the time of the highest elevation. Near the zenith the elevation of a low satellite
 * changes by up to 3 degrees a second.
 */
const PEAK_US: f64 = 1000.0;
/**
 * Largest angle, in radians, by which the direction to a satellite that is up may move in a step of the search: in a
 * larger one a maximum of the elevation might hide. Within this angle of the minimum elevation minutesToElevation may
 * allow more.
 */
const SAMPLE_RAD: f64 = 0.1;

/**
 * Finds the passes of a query: the maximal stretches of time in which the satellite stands at or above its minimum
 * elevation at the site and the horizon mask, if there is one. Writes a pass record for each, by time, `capacity` at
 * most; returns their number, or -CANCELLED. The range cuts a pass that reaches beyond it. `slot` lends its cancel word
 * and its scratch.
 *
 * The search looks at the satellite at one instant, then skips a time in which it certainly neither rises nor sets:
 * nextLook finds that time, and skipDown lengthens it while the satellite is down. If the satellite cannot be
 * propagated, or its certainRad is 0, nextLook skips no whole UTC minute. A satellite that stays at its minimum
 * elevation for days, such as a geosynchronous one, takes four looks a second.
 */
export function findPasses(query: PassQuery, slot: Slot): i32 {
  const window = query.window;
  const site = query.station;
  const view = changetype<View>(changetype<usize>(slot.work.scratch));
  query.view = view;
  const record = window.satellite(query.satellite);
  const least = leastSine(record, query.station);
  const minElevation = Math.asin(least);
  query.sinMinElevation = least;
  query.footprintRad = footprintDownTo(record, least);
  const start = query.fromUs;
  const end = query.toUs;
  const ephemeris = polynomialsOf(window, query.satellite, slot.work.row, slot.work.scratch);
  // Radius of the footprint down to the elevation of the query, less that down to the minimum elevation in the record.
  const wider = query.footprintRad - record.footprintRad;
  let count: u32 = 0;
  let pass = query.pass(0);

  let t = start;
  let up = isUpAt(query, record, t, view);
  let sine = view.sine;
  let height = heightOf(query, view, up);
  let next = nextLook(query, record, t, up, minElevation, view);
  // Time, and sine of the elevation, of the look before the last one in the same pass.
  let before = t;
  let sineBefore = sine;
  if (up) openPass(pass, start, t, sine, 1);

  while (t < end && count < query.capacity) {
    if (slot.isCancelled) return -CANCELLED;
    const last = t;
    const sineLast = sine;
    const heightLast = height;
    const wasUp = up;
    t = min(end, next);
    up = isUpAt(query, record, t, view);
    sine = view.sine;
    height = heightOf(query, view, up);
    next = nextLook(query, record, t, up, minElevation, view);
    if (!up && view.sound && ephemeris !== null)
      next = skipDown(query, ephemeris, ephemeris.reach + wider, next, slot.work);

    if (wasUp) {
      if (!up) {
        const los = crossing(query, last, t, heightLast, height);
        // Also if the elevation has only risen so far: a satellite that fails may climb until it fails.
        peakBetween(query, before, los - CROSSING_US, pass);
        pass.losUs = los;
        pass = query.pass(++count);
      } else if (sineLast >= sineBefore && sineLast >= sine) {
        peakBetween(query, before, t, pass);
      } else if (sine > pass.maxRad) {
        pass.maxRad = sine;
        pass.maxUs = t;
      }
      before = last;
      sineBefore = sineLast;
    } else if (up) {
      before = openRise(query, record, last, t, heightLast, height, pass);
      // With a mask the elevation may fall from the rise on: then the maximum is looked for at the next look.
      sineBefore = min(sine, view.sine);
    }
  }
  if (up && count < query.capacity && pass.aosUs < end) {
    // The maximum may lie before the range's end, even if the elevation there is above that of the look before.
    peakBetween(query, before, end, pass);
    pass.losUs = end;
    pass.cut = 1;
    count++;
  }
  toAngles(query, count);
  return <i32>count;
}

/** Starts the record of a pass. Until toAngles, its `maxRad` is the sine of the highest elevation so far. */
function openPass(pass: Pass, aosUs: f64, tUs: f64, sine: f64, cut: u32): void {
  pass.aosUs = aosUs;
  pass.maxUs = tUs;
  pass.maxRad = sine;
  pass.cut = cut;
}

/**
 * Finds when the satellite rose between the looks at `last` and t, starts its pass, and looks at it just after the
 * rise; returns the time of that look. `atLast` and `atT`: heightOf at the two looks.
 */
function openRise(query: PassQuery, record: Satellite, last: f64, t: f64, atLast: f64, atT: f64, pass: Pass): f64 {
  const view = query.view;
  const sine = view.sine;
  const aos = crossing(query, last, t, atLast, atT);
  const after = aos + CROSSING_US;
  look(record, query.station, after, view);
  // The higher of both looks counts: a satellite that could not be propagated before may be descending already.
  if (view.sine > sine) openPass(pass, aos, after, view.sine, 0);
  else openPass(pass, aos, t, sine, 0);
  return after;
}

/**
 * Finds the highest elevation between two instants, provided that the elevation first rises and then falls between
 * them. Writes its sine and time to the pass's record if it is the highest so far.
 */
function peakBetween(query: PassQuery, from: f64, to: f64, pass: Pass): void {
  const at = peakOf(sineAt, changetype<usize>(query), from, to, PEAK_US);
  const sine = sineAt(changetype<usize>(query), at);
  if (sine <= pass.maxRad) return;
  pass.maxRad = sine;
  pass.maxUs = at;
}

function sineAt(context: usize, tUs: f64): f64 {
  const query = changetype<PassQuery>(context);
  look(query.window.satellite(query.satellite), query.station, tUs, query.view);
  return query.view.sine;
}

/** Replaces the sines of the highest elevations in the records of `count` passes by the angles, radians. */
function toAngles(query: PassQuery, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const pass = query.pass(i);
    pass.maxRad = Math.asin(min(1.0, pass.maxRad));
  }
}

/**
 * Looks at the satellite at tUs. Returns whether it is propagated, at least 90 km high, and at or above the elevation
 * from which it counts, and the mask.
 */
@inline
function isUpAt(query: PassQuery, record: Satellite, tUs: f64, view: View): bool {
  const site = query.station;
  look(record, site, tUs, view);
  if (!view.sound) return false;
  const mask = query.station.horizonMask;
  const over = mask.isNone || isOver(mask, site, view);
  return covers(site, view, query.sinMinElevation) && over;
}

/**
 * The lesser of two heights of the last look: above the elevation from which the satellite counts, as a difference of
 * sines, and above the mask, in radians. At least 0 if the satellite is up, and below 0 if it is not.
 */
@inline
function heightOf(query: PassQuery, view: View, up: bool): f64 {
  const mask = query.station.horizonMask;
  let height = view.sine - query.sinMinElevation;
  if (!mask.isNone && view.sound) height = min(height, mask.overRad);
  return up ? max(0.0, height) : min(-f64.MIN_VALUE, height);
}

/** Returns the time of the look after that at t, which `view` holds; microseconds since 1970. */
function nextLook(query: PassQuery, record: Satellite, t: f64, up: bool, minElevation: f64, view: View): f64 {
  if (!view.sound) return nextMinute(t);
  const mask = query.station.horizonMask;
  // Down by the mask alone: minutesByElevation would take it to be below its minimum elevation.
  const isMasked = !up && !mask.isNone && mask.overRad < 0.0 && view.sine >= query.sinMinElevation;
  const byElevation = isMasked ? 0.0 : minutesByElevation(query, record, up, minElevation, view);
  const minutes = withMask(mask, view, up, byElevation);
  const later = t + max(SHORTEST_STEP_US, minutes * US_PER_MINUTE);
  return record.certainRad > 0.0 ? later : min(later, nextMinute(t));
}

/** Minutes for which the satellite certainly stays above the minimum elevation if `up`, else below it. */
function minutesByElevation(query: PassQuery, record: Satellite, up: bool, minElevation: f64, view: View): f64 {
  const site = query.station;
  const away = Math.abs(Math.asin(max(-1.0, min(1.0, view.sine))) - minElevation);
  let minutes = quietMinutes(view, up ? min(SAMPLE_RAD, away) : away);
  if (away < SAMPLE_RAD) minutes = max(minutes, minutesToElevation(site, view, away, !up));
  if (!up) {
    const distance = centralAngle(site, view) - query.footprintRad;
    const toFootprint = distance / record.rateRadPerMin;
    if (toFootprint > minutes) minutes = toFootprint;
    const ahead = minutesAhead(record, site, view, query.footprintRad);
    if (ahead > minutes) minutes = ahead;
  }
  return minutes;
}

/**
 * Finds when the satellite rises, sets or fails between two instants, at exactly one of which it is up. `atFrom` and
 * `atTo`: heightOf at these.
 */
function crossing(query: PassQuery, from: f64, to: f64, atFrom: f64, atTo: f64): f64 {
  return changeOf(heightAt, changetype<usize>(query), from, to, atFrom, atTo, CROSSING_US);
}

function heightAt(context: usize, tUs: f64): f64 {
  const query = changetype<PassQuery>(context);
  const up = isUpAt(query, query.window.satellite(query.satellite), tUs, query.view);
  return heightOf(query, query.view, up);
}

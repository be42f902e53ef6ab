import { US_PER_MINUTE } from '../constants';
import { centralAngle } from '../footprint/site';
import {
  PASS_AOS_US,
  PASS_BYTES,
  PASS_CUT,
  PASS_LOS_US,
  PASS_MAX_RAD,
  PASS_MAX_US,
  SLOT_CANCEL,
  SLOT_SCRATCH,
} from '../layout';
import { minutesAhead } from '../occupancy/bySite/ahead';
import { Satellite } from '../records/satellite';
import { Window } from '../records/window';
import { CANCELLED } from '../status';
import { peakBetween } from './peak';
import { isSound, look, nextMinute, quietMinutes, sineOf } from './view';

/** A rise and a set that are nearer to each other may go unseen. */
const SHORTEST_STEP_US: f64 = 250000.0;
const CROSSING_US: f64 = 1000.0;
/** Directions further apart than this might hide a maximum between them. */
const SAMPLE_RAD: f64 = 0.1;

/**
 * Finds the passes of a satellite over a site within the epochs [from, to): the maximal stretches of time in which it
 * stands at or above its minimum elevation there. Writes a pass record for each, in the order of time, and returns how
 * many, or -CANCELLED; `capacity` at most. A pass that the range cuts ends there. `slot`: its cancel word and its scratch.
 *
 * From each instant looked at, time goes on for as long as nothing can change: until the direction to the satellite
 * can have moved as far as it is from the minimum elevation (quietMinutes), or, while it is down, until it can have come
 * along its orbit. Only where it cannot be propagated or may dip into the air, every epoch is looked at, as counting does.
 * A satellite that stands at its minimum elevation for days, as one in geosynchronous orbit may, takes four looks a second.
 */
export function findPasses(
  window: Window,
  index: u32,
  site: usize,
  from: u32,
  to: u32,
  slot: usize,
  out: usize,
  capacity: u32,
): i32 {
  const scratch = slot + SLOT_SCRATCH;
  const record = window.satellite(index);
  const minElevation = Math.asin(record.sinMinElevation);
  const start = window.epochUs(from);
  const end = window.epochUs(to);
  let count: u32 = 0;
  let pass = out;

  let t = start;
  let up = look(record, site, t, scratch);
  let sine = sineOf(scratch);
  let next = nextLook(record, site, t, up, minElevation, scratch);
  // The instant before, of the same pass.
  let before = t;
  let sineBefore = sine;
  if (up) openPass(pass, start, t, sine, 1);

  while (t < end && count < capacity) {
    if (atomic.load<i32>(slot, SLOT_CANCEL) != 0) return -CANCELLED;
    const last = t;
    const sineLast = sine;
    const wasUp = up;
    t = min(end, next);
    up = look(record, site, t, scratch);
    sine = sineOf(scratch);
    next = nextLook(record, site, t, up, minElevation, scratch);

    if (wasUp) {
      if (!up) {
        const los = crossing(record, site, last, t, true, scratch);
        // Also where it climbs until it fails.
        peakBetween(record, site, before, los - CROSSING_US, scratch, pass);
        store<f64>(pass, los, PASS_LOS_US);
        count++;
        pass += PASS_BYTES;
      } else if (sineLast >= sineBefore && sineLast >= sine) {
        peakBetween(record, site, before, t, scratch, pass);
      } else if (sine > load<f64>(pass, PASS_MAX_RAD)) {
        store<f64>(pass, sine, PASS_MAX_RAD);
        store<f64>(pass, t, PASS_MAX_US);
      }
      before = last;
      sineBefore = sineLast;
    } else if (up) {
      const aos = crossing(record, site, last, t, false, scratch);
      openPass(pass, aos, t, sine, 0);
      // It may have come back from where it failed, and be falling.
      before = aos + CROSSING_US;
      look(record, site, before, scratch);
      sineBefore = sineOf(scratch);
      if (sineBefore > sine) openPass(pass, aos, before, sineBefore, 0);
    }
  }
  if (up && count < capacity && load<f64>(pass, PASS_AOS_US) < end) {
    // The end may lie behind the maximum and yet higher than the instant before.
    peakBetween(record, site, before, end, scratch, pass);
    store<f64>(pass, end, PASS_LOS_US);
    store<u32>(pass, 1, PASS_CUT);
    count++;
  }
  for (let i: u32 = 0; i < count; i++) {
    const found = out + <usize>i * PASS_BYTES;
    store<f64>(found, Math.asin(min(1.0, load<f64>(found, PASS_MAX_RAD))), PASS_MAX_RAD);
  }
  return <i32>count;
}

/** While a pass is open, its record has the sine of the highest elevation so far. */
function openPass(pass: usize, aosUs: f64, tUs: f64, sine: f64, cut: u32): void {
  store<f64>(pass, aosUs, PASS_AOS_US);
  store<f64>(pass, tUs, PASS_MAX_US);
  store<f64>(pass, sine, PASS_MAX_RAD);
  store<u32>(pass, cut, PASS_CUT);
}

/** When to look again after the view of `t`. */
function nextLook(record: Satellite, site: usize, t: f64, up: bool, minElevation: f64, view: usize): f64 {
  if (!isSound(view)) return nextMinute(t);
  const away = Math.abs(Math.asin(max(-1.0, min(1.0, sineOf(view)))) - minElevation);
  let minutes = quietMinutes(view, up ? min(SAMPLE_RAD, away) : away);
  if (!up) {
    const distance = centralAngle(site, view) - record.footprintRad;
    const toFootprint = distance / record.rateRadPerMin;
    if (toFootprint > minutes) minutes = toFootprint;
    const ahead = minutesAhead(record, site, view);
    if (ahead > minutes) minutes = ahead;
  }
  const later = t + max(SHORTEST_STEP_US, minutes * US_PER_MINUTE);
  return record.certainRad > 0.0 ? later : min(later, nextMinute(t));
}

/** When, between two instants of which one is `upBefore` and the other not, the satellite rises, sets, or fails. */
function crossing(record: Satellite, site: usize, from: f64, to: f64, upBefore: bool, scratch: usize): f64 {
  while (to - from > CROSSING_US) {
    const middle = from + 0.5 * (to - from);
    if (look(record, site, middle, scratch) == upBefore) from = middle;
    else to = middle;
  }
  return from + 0.5 * (to - from);
}

import { now } from '../clock';
import { covers } from '../footprint/site';
import { peakOf } from '../math/brent';
import { changeOf } from '../math/illinois';
import { isOver } from '../passes/horizonMask';
import { Encounter, EncounterQuery, ENTERS_CUT, LEAVES_CUT } from '../records/bySite/encounterQuery';
import { Slot } from '../records/bySite/slot';
import { CANCELLED } from '../status';
import { missesByArcs } from './arcs';
import { begin } from './candidate';
import { writeDrift } from './drift';
import { lookAtBoth, separation } from './look';
import { nextLook } from './nextLook';
import { skipAhead } from './skip';
import { writeTrack } from './track';

/**
 * Separation in radians below which no smaller one is searched for: the two objects count as docked, or as the same
 * object, and rounding hides smaller separations.
 */
const TOGETHER_RAD: f64 = 1e-7;
/**
 * Precision, in microseconds, of the begin and the end of an encounter: that of CLOSEST_US, as the separation may be
 * smallest there.
 */
const PRECISION_US: f64 = 300.0;
/**
 * Precision, in microseconds, of the time of the smallest separation. The separation of two low satellites changes by
 * up to 2 degrees a second.
 */
const CLOSEST_US: f64 = 300.0;

/** Prepares a query for findEncounters in one of its ranges: writes the track of the tracked satellite. */
export function openRange(query: EncounterQuery, range: u32): void {
  query.range = range;
  query.fromUs = query.rangeFromUs(range);
  query.toUs = query.rangeToUs(range);
  query.next = query.first;
  writeTrack(query);
}

/**
 * Finds the encounters of the candidates [next, end): the maximal stretches of time in the query's range in which a
 * candidate is up (leastSine), over the mask if there is one, and less than `maxSeparationRad` from the tracked
 * satellite. Writes a record for each encounter, by candidate and then by time. Returns the number of records, or
 * -CANCELLED. Stops early when the records are full or the clock has reached `endMs`, and sets `next` to the candidate
 * at which to continue. Leaves out encounters of one candidate beyond `capacity`.
 */
export function findEncounters(query: EncounterQuery, slot: Slot, endMs: f64): i32 {
  let count: u32 = 0;
  while (query.next < query.end) {
    if (slot.isCancelled) return -CANCELLED;
    const mayMeet = begin(query);
    const until = mayMeet ? search(query, count, slot) : count;
    if (slot.isCancelled) return -CANCELLED;
    // If the encounters of a candidate may not all fit behind those of others, the next call searches it again, with
    // all records free.
    if (until == query.capacity && count > 0) break;
    count = until;
    query.next++;
    // Most candidates are ruled out in less time than a look at the clock takes.
    if (count == query.capacity || (mayMeet && now() >= endMs)) break;
  }
  return <i32>count;
}

/** Writes the candidate's encounters behind the first `count` records; returns the new number of records. */
function search(query: EncounterQuery, count: u32, slot: Slot): u32 {
  const end = query.toUs;
  let t = query.fromUs;
  if (missesByArcs(query)) return count;
  // This skip gains most while the candidate is on the other side of the Earth, as most candidates are.
  const first = skipAhead(query, t);
  if (first >= end) return count;
  if (first > t) t = first;
  let meets = meetsAt(query, t);
  let margin = marginOf(query, meets);
  let next = nextAfter(query, t, meets);
  let angle = query.separationRad;
  let course = query.course;
  // Time and separation of the look before the last one, in the same encounter.
  let before = t;
  let angleBefore = angle;
  let encounter = query.encounter(count);
  if (meets) open(query, encounter, t, t == query.fromUs ? ENTERS_CUT : 0);

  while (t < end && count < query.capacity && !slot.isCancelled) {
    const last = t;
    const angleLast = angle;
    const courseLast = course;
    const marginLast = margin;
    const wasMeeting = meets;
    t = min(end, next);
    meets = meetsAt(query, t);
    margin = marginOf(query, meets);
    next = nextAfter(query, t, meets);
    angle = query.separationRad;
    course = query.course;

    if (wasMeeting) {
      // Between two looks the separation has no minimum if it still shrinks at the second look, or already grew at the
      // first.
      const mayTurn = courseLast <= 0 && course >= 0 && encounter.closestRad > TOGETHER_RAD;
      const since = courseLast < 0 ? last : before;
      if (!meets) {
        encounter.leavesUs = crossing(query, last, t, marginLast, margin);
        if (mayTurn) closestBetween(query, since, encounter.leavesUs, encounter);
        else if (courseLast <= 0) noteAt(query, encounter, encounter.leavesUs);
        encounter = query.encounter(++count);
      } else {
        note(query, encounter, t);
        const turns = course > 0 || (angleLast <= angleBefore && angleLast <= angle);
        if (mayTurn && turns) closestBetween(query, since, t, encounter);
      }
      before = last;
      angleBefore = angleLast;
    } else if (meets) {
      open(query, encounter, t, 0);
      const enters = crossing(query, last, t, marginLast, margin);
      encounter.entersUs = enters;
      before = enters + PRECISION_US;
      angleBefore = noteAt(query, encounter, before);
      if (course > 0) closestBetween(query, before, t, encounter);
    }
  }
  if (meets && count < query.capacity) {
    // The separation may be smallest before the end of the range, even if it is smaller at the end than at the look
    // before.
    if (course == 0) closestBetween(query, before, end, encounter);
    encounter.leavesUs = end;
    encounter.cut |= LEAVES_CUT;
    count++;
  }
  return count;
}

/** Time of the next look after the look at `t`. */
function nextAfter(query: EncounterQuery, t: f64, meets: bool): f64 {
  const next = nextLook(query, t, meets);
  return meets ? next : skipAhead(query, next);
}

/**
 * Looks at both satellites at tUs. Returns whether the candidate is up, by its elevation and the mask, and less than
 * maxSeparationRad from the tracked satellite.
 */
function meetsAt(query: EncounterQuery, tUs: f64): bool {
  const window = query.window;
  const site = query.station;
  const tracked = query.viewOfTracked;
  const other = query.viewOfOther;
  lookAtBoth(window.satellite(query.tracked), window.satellite(query.other), site, tUs, tracked, other);
  const sound = tracked.sound && other.sound;
  const angle = sound ? separation(site, tracked, other) : Infinity;
  query.separationRad = angle;
  const mask = query.station.horizonMask;
  const over = mask.isNone || (other.sound && isOver(mask, site, other));
  return angle < query.maxSeparationRad && covers(site, other, query.sinMinElevation) && over;
}

/** Starts the record of an encounter that the last look, at tUs, found under way. */
function open(query: EncounterQuery, encounter: Encounter, tUs: f64, cut: u32): void {
  encounter.entersUs = tUs;
  encounter.closestRad = Infinity;
  encounter.farthestRad = 0.0;
  encounter.satellite = query.other;
  encounter.cut = cut;
  note(query, encounter, tUs);
}

/** Updates an encounter's record by the last look, at tUs, if its separation is the smallest or the largest so far. */
function note(query: EncounterQuery, encounter: Encounter, tUs: f64): void {
  const angle = query.separationRad;
  encounter.farthestRad = max(encounter.farthestRad, angle);
  if (angle >= encounter.closestRad) return;
  encounter.closestRad = angle;
  encounter.closestUs = tUs;
  encounter.trackedKm = query.viewOfTracked.range;
  encounter.otherKm = query.viewOfOther.range;
  writeDrift(query, encounter);
}

/**
 * Looks at both satellites at tUs and updates the encounter's record as `note` does; returns the separation in radians.
 */
function noteAt(query: EncounterQuery, encounter: Encounter, tUs: f64): f64 {
  meetsAt(query, tUs);
  note(query, encounter, tUs);
  return query.separationRad;
}

/** Finds when an encounter begins or ends between two instants, one of them in it; `atFrom`, `atTo`: marginOf there. */
function crossing(query: EncounterQuery, from: f64, to: f64, atFrom: f64, atTo: f64): f64 {
  return changeOf(marginAt, changetype<usize>(query), from, to, atFrom, atTo, PRECISION_US);
}

function marginAt(context: usize, tUs: f64): f64 {
  const query = changetype<EncounterQuery>(context);
  return marginOf(query, meetsAt(query, tUs));
}

/**
 * Distance of the last look from the edge of an encounter, whichever is least: radians of separation, difference of
 * sines of elevation, or radians over the mask. Below 0 if the two did not meet, else 0 or more.
 */
@inline
function marginOf(query: EncounterQuery, meets: bool): f64 {
  const other = query.viewOfOther;
  const mask = query.station.horizonMask;
  let margin = min(query.maxSeparationRad - query.separationRad, other.sine - query.sinMinElevation);
  if (!mask.isNone && other.sound) margin = min(margin, mask.overRad);
  return meets ? max(0.0, margin) : min(-f64.MIN_VALUE, margin);
}

/**
 * Finds the smallest separation between two instants, provided that it first falls and then grows between them, and
 * updates the encounter's record.
 */
function closestBetween(query: EncounterQuery, from: f64, to: f64, encounter: Encounter): void {
  noteAt(query, encounter, peakOf(nearnessAt, changetype<usize>(query), from, to, CLOSEST_US));
}

/** Negative square of the separation at tUs: smooth even where the separation reaches 0, and nearly a parabola. */
function nearnessAt(context: usize, tUs: f64): f64 {
  const query = changetype<EncounterQuery>(context);
  meetsAt(query, tUs);
  return -query.separationRad * query.separationRad;
}

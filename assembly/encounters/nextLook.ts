import { US_PER_MINUTE } from '../constants';
import { centralAngle } from '../footprint/site';
import { minutesByChord, writeChord } from './chord';
import { minutesAhead } from '../occupancy/bySite/ahead';
import { withMask } from '../passes/horizonMask';
import { minutesToElevation, nextMinute, quietMinutes, speedOver } from '../passes/view';
import { EncounterQuery } from '../records/bySite/encounterQuery';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';

/**
 * Shortest time, in microseconds, from one look of the search at both satellites to the next, unless an epoch or the
 * range's end comes first. An encounter that is shorter than twice this may go unseen.
 */
const SHORTEST_STEP_US: f64 = 250000.0;
/**
 * Largest change of the separation from one look of the search at an encounter to the next, as a share of
 * maxSeparationRad, unless minutesByChord allows a longer time.
 */
const SAMPLE_SHARE: f64 = 0.25;

/**
 * Returns the next instant at which the search looks at both satellites; the query has their views at t. Until then the
 * encounter under way (`meets`) cannot end or, if there is none, none can begin; a step of SHORTEST_STEP_US is taken
 * even if that is not certain. If one of the two satellites cannot be propagated, or its certainRad is 0, as when it
 * may dip below 90 km, the next look is at the next epoch at the latest, as in counting.
 */
export function nextLook(query: EncounterQuery, t: f64, meets: bool): f64 {
  const tracked = query.viewOfTracked;
  const other = query.viewOfOther;
  query.course = 0;
  if (!tracked.sound || !other.sound) return nextMinute(t);
  writeChord(query);
  const unmasked = meets ? untilTheyPart(query, tracked, other) : untilTheyMeet(query, tracked, other);
  const minutes = withMask(query.station.horizonMask, other, meets, unmasked);
  const later = t + max(SHORTEST_STEP_US, minutes * US_PER_MINUTE);
  const window = query.window;
  const certain = window.satellite(query.tracked).certainRad > 0.0 && window.satellite(query.other).certainRad > 0.0;
  return certain ? later : min(later, nextMinute(t));
}

/** Minutes for which the two satellites certainly do not meet; the mask is not considered. */
function untilTheyMeet(query: EncounterQuery, tracked: View, other: View): f64 {
  const site = query.station;
  const apart = max(
    quietBetween(tracked, other, query.separationRad - query.maxSeparationRad),
    minutesByChord(query, false),
  );
  const below = Math.asin(query.sinMinElevation) - Math.asin(max(-1.0, min(1.0, other.sine)));
  if (below <= 0.0) return apart;
  const record = query.window.satellite(query.other);
  const reach = query.footprintRad;
  const toFootprint = (centralAngle(site, other) - reach) / record.rateRadPerMin;
  const ahead = minutesAhead(record, site, other, reach);
  const up = max(quietMinutes(other, below), minutesToElevation(site, other, below, true));
  return max(max(apart, up), max(toFootprint, ahead));
}

/** Minutes for which the encounter certainly goes on, and the separation changes little; the mask is not considered. */
function untilTheyPart(query: EncounterQuery, tracked: View, other: View): f64 {
  const site = query.station;
  const sample = SAMPLE_SHARE * query.maxSeparationRad;
  const above = Math.asin(min(1.0, other.sine)) - Math.asin(query.sinMinElevation);
  const down = max(quietMinutes(other, above), minutesToElevation(site, other, above, false));
  const apart = max(
    quietBetween(tracked, other, min(sample, query.maxSeparationRad - query.separationRad)),
    minutesByChord(query, true),
  );
  return min(apart, down);
}

/** Minutes for which the angle between the directions to two satellites changes by less than `angleRad`. */
function quietBetween(a: View, b: View, angleRad: f64): f64 {
  if (!(angleRad > 0.0)) return 0.0;
  const ofA = speedOver(a) / a.range;
  const ofB = speedOver(b) / b.range;
  const share = ofA / (ofA + ofB);
  return min(quietMinutes(a, share * angleRad), quietMinutes(b, (1.0 - share) * angleRad));
}

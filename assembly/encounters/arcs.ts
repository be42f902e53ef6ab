import { US_PER_MINUTE } from '../constants';
import { ARC_EPOCHS, sum, weightsAt } from '../occupancy/bySite/ephemeris/deep';
import { ephemerisOf } from '../occupancy/bySite/ephemeris/fit';
import { Arc } from '../records/bySite/arc';
import { EncounterQuery } from '../records/bySite/encounterQuery';
import { FITTED } from '../records/sgp4/satellite';
import { quiet } from './skip';

/** Least quiet time (see `quiet`), in minutes, by which missesOnArc steps on; if it finds none longer, it gives up. */
const LEAST_QUIET_MIN: f64 = 0.03;
/**
 * Bound of the distance that a satellite moves along an arc in an epoch, as a multiple of the arc's longest leg
 * (speedOn), with a margin for rounding.
 */
const LEGS_PER_EPOCH: f64 = 3.001 / <f64>ARC_EPOCHS;

/**
 * Whether a deep-space candidate's arcs show that it does not meet the tracked satellite in the query's range. False if
 * they leave this open, none are fitted, or the track has no error bound: then the whole range is searched.
 */
export function missesByArcs(query: EncounterQuery): bool {
  const window = query.window;
  if (window.isNear(query.other) || !(query.trackError < Infinity)) return false;
  if (window.satellite(query.other).publishedEphemeris != FITTED) return false;
  const arcs = ephemerisOf(window, query.other, FITTED);
  const end = (query.toUs - window.startUs) / US_PER_MINUTE;
  let k = (query.fromUs - window.startUs) / US_PER_MINUTE;
  while (k < end) {
    const index = <u32>k / ARC_EPOCHS;
    const arcEnd = min(end, <f64>((index + 1) * ARC_EPOCHS));
    if (!missesOnArc(query, changetype<Arc>(arcs + <usize>index * offsetof<Arc>()), k, arcEnd)) return false;
    k = arcEnd;
  }
  return true;
}

/** Whether the arc shows that the two satellites do not meet from k to `end`: epochs of this arc, whole or not. */
function missesOnArc(query: EncounterQuery, arc: Arc, k: f64, end: f64): bool {
  if (!(arc.error < Infinity)) return false;
  const first = Math.floor(k / <f64>ARC_EPOCHS) * <f64>ARC_EPOCHS;
  query.otherError = arc.error;
  query.otherSpeed = speedOn(arc);
  let ahead: f64 = 0.0;
  while (k < end) {
    // A quiet time holds before and after its instant, and is about as long as the last one. So the next instant is
    // that far ahead: its own quiet time reaches back to k, and as far ahead again.
    const at = min(end, k + ahead);
    const weights = weightsAt(<f32>(at - first));
    const x = sum(f32x4.mul(weights, arc.x));
    const y = sum(f32x4.mul(weights, arc.y));
    const z = sum(f32x4.mul(weights, arc.z));
    const around = quiet(query, x, y, z, query.window.startUs + at * US_PER_MINUTE);
    if (around >= at - k && around > LEAST_QUIET_MIN) {
      k = at + around;
      ahead = around;
    } else {
      if (ahead == 0.0) return false;
      ahead = 0.0;
    }
  }
  return true;
}

/**
 * Bound of the speed on an arc over the turning Earth, km/min: at most three times the arc's longest leg, from one of
 * its four points to the next, in the time of the whole arc.
 */
function speedOn(arc: Arc): f64 {
  const x = legs(arc.x);
  const y = legs(arc.y);
  const z = legs(arc.z);
  const squares = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const first = f32x4.extract_lane(squares, 0);
  const longest = max(max(first, f32x4.extract_lane(squares, 1)), f32x4.extract_lane(squares, 2));
  return LEGS_PER_EPOCH * Math.sqrt(longest);
}

/** Differences between neighbours of the four lanes: from each lane to the next; 0 in the last. */
@inline
function legs(points: v128): v128 {
  const next = i8x16.shuffle(points, points, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 12, 13, 14, 15);
  return f32x4.sub(next, points);
}

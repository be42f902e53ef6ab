import { US_PER_MINUTE } from '../constants';
import { PLANE_MARGIN } from '../occupancy/bySite/ahead';
import { untilPlane } from '../passes/skip';
import { NearEphemeris } from '../records/bySite/nearEphemeris';
import { EncounterQuery } from '../records/bySite/encounterQuery';
import { ephemerisOf } from '../occupancy/bySite/ephemeris/fit';
import { planeBytes } from '../occupancy/bySite/ephemeris/table';
import { TABULATED } from '../records/sgp4/satellite';
import { OK } from '../status';
import { positionAt } from '../window';
import { nearPositions } from '../occupancy/bySite/ephemeris/nearPositions';

/**
 * Least time, in minutes, that a step of skipAhead must gain: after a smaller gain it returns. A look costs as much as
 * a few steps.
 */
const LEAST_SKIP_MIN: f64 = 0.01;
/**
 * Minutes that a candidate needs to its target (see `aim`), above which `quiet` does not compute the separation.
 * After so long a step skipByPolynomials tests the plane of the orbit, which may stay off the target for much longer.
 */
const FAR_MIN: f64 = 5.0;

/**
 * Returns a time up to which, from `t` on, the tracked satellite and the candidate certainly do not meet, at most the
 * end of the range; both times are µs since 1970. Costs a fraction of a look: uses the candidate's polynomials or its
 * positions at whole minutes, and straight lines between the positions of the track, all with their errors. Returns `t`
 * if the track has no error bound, or for a candidate in deep space, which missesByArcs has looked at before.
 */
export function skipAhead(query: EncounterQuery, t: f64): f64 {
  if (!(query.trackError < Infinity)) return t;
  if (query.ephemerisAt != 0) return skipByPolynomials(query, t);
  return query.window.isNear(query.other) ? skipByMinutes(query, t) : t;
}

function skipByPolynomials(query: EncounterQuery, t: f64): f64 {
  const ephemeris = changetype<NearEphemeris>(query.ephemerisAt);
  const startUs = query.window.startUs;
  const end = query.toUs;
  const onTarget = query.targetRad + PLANE_MARGIN;
  const lon = Math.atan2(query.targetY, query.targetX);
  const across = Math.sqrt(query.targetX * query.targetX + query.targetY * query.targetY);
  const positions = query.positions;
  let ahead = FAR_MIN;
  while (t < end) {
    const k = (t - startUs) / US_PER_MINUTE;
    let minutes = ahead < FAR_MIN ? -1.0 : untilPlane(ephemeris, lon, across, query.targetZ, k, onTarget);
    if (!(minutes > LEAST_SKIP_MIN)) {
      // Positions are computed two at a time. The second one is as far ahead as the last step was long: if the quiet
      // times around the two overlap, one step passes both.
      ahead = min(ahead, (end - t) / US_PER_MINUTE);
      nearPositions(ephemeris, k, k + ahead, positions);
      const here = quietAtLane(query, positions, t);
      if (!(here > LEAST_SKIP_MIN)) return t;
      const around = quietAtLane(query, positions + 8, t + ahead * US_PER_MINUTE);
      minutes = ahead - around <= here ? max(here, ahead + around) : here;
      ahead = here;
    }
    t += minutes * US_PER_MINUTE;
  }
  return end;
}

/**
 * Does the work of skipAhead by the candidate's positions at epochs. They come from its table or, without one, from
 * propagation, with the same bits.
 */
function skipByMinutes(query: EncounterQuery, t: f64): f64 {
  const window = query.window;
  const record = window.satellite(query.other);
  const scratch = query.viewOfOther.scratch;
  const table = record.publishedEphemeris == TABULATED ? ephemerisOf(window, query.other, TABULATED) : 0;
  const plane = <usize>planeBytes(window.epochs);
  const end = query.toUs;
  while (t < end) {
    const k = <u32>min(<f64>(window.epochs - 1), (t - window.startUs) / US_PER_MINUTE);
    let x: f64, y: f64, z: f64;
    if (table != 0) {
      const atMinute = table + ((<usize>k) << 2);
      x = load<f32>(atMinute);
      y = load<f32>(atMinute + plane);
      z = load<f32>(atMinute + 2 * plane);
    } else {
      if (positionAt(window, record, k, scratch) != OK) return t;
      x = <f32>scratch.state.x;
      y = <f32>scratch.state.y;
      z = <f32>scratch.state.z;
    }
    const minute = window.epochUs(k);
    const later = minute + quiet(query, x, y, z, max(minute, query.fromUs)) * US_PER_MINUTE;
    // `later` is NaN if the table has no position at this minute.
    if (!(later > t + LEAST_SKIP_MIN * US_PER_MINUTE)) return t;
    t = later;
  }
  return end;
}

/**
 * Does the work of `quiet` for one of the two positions that nearPositions writes. `lane`: address of that position,
 * which the candidate has at t.
 */
@inline
function quietAtLane(query: EncounterQuery, lane: usize, t: f64): f64 {
  return quiet(query, load<f64>(lane), load<f64>(lane, 16), load<f64>(lane, 32), t);
}

/**
 * Quiet time: minutes, before t and after it, for which the two satellites certainly do not meet, given that the
 * candidate is at (x, y, z) km at t, µs since 1970. 0 or less if nothing is certain, NaN for a NaN position.
 */
export function quiet(query: EncounterQuery, x: f64, y: f64, z: f64, t: f64): f64 {
  const site = query.station;
  const error = query.otherError;
  const r = Math.sqrt(x * x + y * y + z * z);
  const towards = (x * query.targetX + y * query.targetY + z * query.targetZ) / r;
  const off = Math.acos(max(-1.0, min(1.0, towards))) - error / r - query.targetRad;
  const minutes = off / query.otherRate;
  if (minutes > FAR_MIN) return minutes;

  const bx = x - site.x;
  const by = y - site.y;
  const bz = z - site.z;
  const rangeB = Math.sqrt(bx * bx + by * by + bz * bz);
  const steps = (t - query.fromUs) / query.stepUs;
  const index = <u32>steps;
  const share = steps - <f64>index;
  const p = query.track(index);
  const q = query.track(index + 1);
  const ax = p.x + share * (q.x - p.x) - site.x;
  const ay = p.y + share * (q.y - p.y) - site.y;
  const az = p.z + share * (q.z - p.z) - site.z;
  const rangeA = Math.sqrt(ax * ax + ay * ay + az * az);
  const cosine = (ax * bx + ay * by + az * bz) / (rangeA * rangeB);
  const angle = Math.acos(max(-1.0, min(1.0, cosine)));
  // The error of a position is well below its range, so its direction is off by at most twice the error over the range.
  const away = angle - query.maxSeparationRad - 2.0 * (error / rangeB + query.trackError / rangeA);
  if (!(away > 0.0)) return minutes;
  // In the time returned, the satellites move by shares a and b of their ranges with a + b = 1 - exp(-away). The
  // directions then turn by at most -ln(1 - a) - ln(1 - b) together, which is at most -ln(1 - a - b) = away.
  const rate = query.otherSpeed / (rangeB - error) + query.trackedSpeed / rangeA;
  return max(minutes, (1.0 - Math.exp(-away)) / rate);
}

import { EARTH_RATE, US_PER_MINUTE } from '../constants';
import { writeInstant } from '../frames';
import { Satellite } from '../records/sgp4/satellite';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';
import { fixedAt } from '../sgp4/fixedPair';
import { MU_KM3_PER_S2 } from '../sgp4/constants';
import { OK } from '../status';

/** WGS72 gravitational parameter, km^3/min^2. */
const MU: f64 = MU_KM3_PER_S2 * 3600.0;
/**
 * Factor that makes a bound of SGP4's speed, together with the summand SPEED_MARGIN (km/min): SGP4's velocities leave
 * out the rates of some periodic terms, 10 m/s for the ISS.
 */
const SPEED_SHARE: f64 = 1.02;
const SPEED_MARGIN: f64 = 1.2;
/** Most minutes that quietMinutes returns. */
const HORIZON_MIN: f64 = 30.0;

/** Looks at the satellite from the site at tUs (microseconds since 1970); writes `view`. */
export function look(record: Satellite, site: Site, tUs: f64, view: View): void {
  const instant = view.scratch.instant;
  writeInstant(instant, tUs);
  seeFrom(site, view, fixedAt(record, instant, true, view.scratch) == OK);
}

/**
 * Completes a view that holds the state of a satellite: writes its distance and the sine of its elevation or, if the
 * satellite failed (`sound` is false), -1 as the sine.
 */
export function seeFrom(site: Site, view: View, sound: bool): void {
  view.sound = sound;
  if (!sound) {
    view.sine = -1.0;
    return;
  }
  const dx = view.x - site.x;
  const dy = view.y - site.y;
  const dz = view.z - site.z;
  const range = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const height = dx * site.upX + dy * site.upY + dz * site.upZ;
  view.sine = height / range;
  view.range = range;
}

/** Bound of the satellite's speed relative to the turning Earth, km/min. */
@inline
export function speedOver(view: View): f64 {
  const vx = 60.0 * view.vx + EARTH_RATE * view.y;
  const vy = 60.0 * view.vy - EARTH_RATE * view.x;
  const vz = 60.0 * view.vz;
  return SPEED_SHARE * Math.sqrt(vx * vx + vy * vy + vz * vz) + SPEED_MARGIN;
}

/**
 * Minutes, 30 at most, for which the direction to the viewed satellite certainly moves by less than `angleRad`.
 *
 * As long as a satellite at range R moves by no more than d, its direction turns by at most ln(R / (R - d)). The time
 * that it needs to move by d follows from its speed relative to the turning Earth and a bound of its acceleration by
 * gravity, Coriolis and centrifugal force. The bound holds while the satellite moves by no more than a quarter of its
 * distance from the Earth's centre, and the part for the Coriolis force for 30 minutes.
 */
export function quietMinutes(view: View, angleRad: f64): f64 {
  const x = view.x;
  const y = view.y;
  const z = view.z;
  const r = Math.sqrt(x * x + y * y + z * z);
  const speed = speedOver(view);
  const way = min(0.25 * r, view.range * (1.0 - Math.exp(-angleRad)));
  const pull = (1.8 * MU) / (r * r) + 1.25 * EARTH_RATE * EARTH_RATE * r + 2.0 * EARTH_RATE * speed;
  const acceleration = 1.5 * pull;
  // Solves way = speed t + acceleration t^2 / 2 for t, without cancellation.
  const minutes = (2.0 * way) / (speed + Math.sqrt(speed * speed + 2.0 * acceleration * way));
  return min(HORIZON_MIN, minutes);
}

/** Share of its range by which a satellite may move while the bound of `minutesToElevation` holds. */
const NEAR_SHARE: f64 = 0.2;
/**
 * Largest sine of an elevation for which `minutesToElevation` has a bound: near the zenith the rate of the elevation
 * changes its sign abruptly.
 */
const STEEPEST_SINE: f64 = 0.8;

/**
 * Minutes for which the elevation certainly changes by less than `away` rad, upwards or downwards as asked, by its rate
 * and a bound of its second derivative; 0 if there is no bound. For a small `away` this is much longer than the time of
 * quietMinutes, which does not use the rate.
 *
 * Let R be the range, v the speed relative to the turning Earth and a the acceleration. As long as the satellite moves
 * by no more than a fifth of R, the second derivatives of its direction u and its elevation e have the bounds |u''| <=
 * a / R + 3 (v / R)^2 and |e''| <= |u''| / cos e + tan e (v / R)^2.
 */
export function minutesToElevation(site: Site, view: View, away: f64, upwards: bool): f64 {
  const sine = view.sine;
  if (Math.abs(sine) > STEEPEST_SINE) return 0.0;
  const x = view.x;
  const y = view.y;
  const z = view.z;
  const vx = 60.0 * view.vx + EARTH_RATE * y;
  const vy = 60.0 * view.vy - EARTH_RATE * x;
  const vz = 60.0 * view.vz;
  const range = view.range;
  const cosine = Math.sqrt(1.0 - sine * sine);
  const along = ((x - site.x) * vx + (y - site.y) * vy + (z - site.z) * vz) / range;
  const climb = vx * site.upX + vy * site.upY + vz * site.upZ;
  const speed = speedOver(view);
  const rateError = speedError(speed) / (range * cosine);
  const rate = (climb - sine * along) / (range * cosine);
  const towards = (upwards ? rate : -rate) + rateError;

  const turn = mostTurn(view, speed);
  // Moving by a fifth of the range turns the direction by asin(0.2) at most. The factors 1.6 / cosine and
  // 1.0 / cosine + 1.0 allow for that change of the elevation in 1 / cos e and tan e.
  const bend = (1.6 / cosine) * mostBend(view, speed) + (1.0 / cosine + 1.0) * turn * turn;
  const minutes = (Math.sqrt(towards * towards + 2.0 * bend * away) - towards) / bend;
  return min(minutes, minutesNear(view, speed));
}

/** Bound of the error of a view's speed, km/min: SGP4's velocities leave out some periodic terms. */
@inline
export function speedError(speed: f64): f64 {
  return (SPEED_SHARE - 1.0) * speed + SPEED_MARGIN;
}

/** Minutes for which the satellite moves by no more than a fifth of its range, so that mostTurn and mostBend hold. */
@inline
export function minutesNear(view: View, speed: f64): f64 {
  return (NEAR_SHARE * view.range) / (1.2 * speed);
}

/** Bound of the rate at which the direction to a satellite turns during minutesNear, rad/min. */
@inline
function mostTurn(view: View, speed: f64): f64 {
  return (1.0 + NEAR_SHARE) * (speed / ((1.0 - NEAR_SHARE) * view.range));
}

/** Bound of the second derivative of the direction to a satellite during minutesNear, per min². */
export function mostBend(view: View, speed: f64): f64 {
  const x = view.x;
  const y = view.y;
  const z = view.z;
  const r2 = x * x + y * y + z * z;
  const turn = mostTurn(view, speed);
  const pull = 1.5 * ((1.8 * MU) / r2 + 1.25 * EARTH_RATE * EARTH_RATE * Math.sqrt(r2) + 2.0 * EARTH_RATE * speed);
  return pull / ((1.0 - NEAR_SHARE) * view.range) + 3.0 * turn * turn;
}

/** The whole minute after tUs. */
@inline
export function nextMinute(tUs: f64): f64 {
  return (Math.floor(tUs / US_PER_MINUTE) + 1.0) * US_PER_MINUTE;
}

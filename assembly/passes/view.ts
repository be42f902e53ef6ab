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
/** Factor on SGP4's speed, whose formula leaves out the rates of some periodic terms: 10 m/s of the ISS's. */
const SPEED_SHARE: f64 = 1.02;
const SPEED_MARGIN: f64 = 1.2;
/** Most minutes that quietMinutes returns. */
const HORIZON_MIN: f64 = 30.0;

/** Looks at the satellite from the site at tUs (microseconds since 1970). */
export function look(record: Satellite, site: Site, tUs: f64, view: View): void {
  const instant = view.scratch.instant;
  writeInstant(instant, tUs);
  seeFrom(site, view, fixedAt(record, instant, true, view.scratch) == OK);
}

/** Writes distance and elevation of a satellite whose state the view has, and whether that is `sound`. */
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

/** Bound of the satellite's speed over the turning Earth, km/min. */
@inline
export function speedOver(view: View): f64 {
  const vx = 60.0 * view.vx + EARTH_RATE * view.y;
  const vy = 60.0 * view.vy - EARTH_RATE * view.x;
  const vz = 60.0 * view.vz;
  return SPEED_SHARE * Math.sqrt(vx * vx + vy * vy + vz * vz) + SPEED_MARGIN;
}

/**
 * Minutes for which the direction to a satellite of this view moves by less than `angleRad`, 30 at most.
 *
 * A satellite at range R that comes no more than d nearer turns the direction by at most ln(R / (R - d)). The time that
 * this takes follows from its speed over the turning Earth and the most that gravity, Coriolis and centrifugal force
 * can add to it within a quarter of its distance from the Earth's centre; 30 minutes keep Coriolis force within its
 * share of that.
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
  // way = speed t + acceleration t^2 / 2, without cancellation.
  const minutes = (2.0 * way) / (speed + Math.sqrt(speed * speed + 2.0 * acceleration * way));
  return min(HORIZON_MIN, minutes);
}

/** Share of its range by which a satellite may come or go while the bound of `minutesToElevation` holds. */
const NEAR_SHARE: f64 = 0.2;
/** Largest sine of an elevation with a bound: near the zenith the rate of the elevation changes its sign at once. */
const STEEPEST_SINE: f64 = 0.8;

/**
 * Minutes before which the elevation certainly does not get `away` rad from the view's, upwards or downwards, by its
 * rate and a bound of its second derivative; 0 where there is no bound. Near the elevation in question this bound is
 * quadratically better than that of quietMinutes.
 *
 * With R the range, v the speed over the turning Earth and a the acceleration, the direction u changes by |u''| <= a /
 * R + 3 (v / R)^2, and the elevation e by |e''| <= |u''| / cos e + tan e (v / R)^2, as long as the satellite stays
 * within a fifth of R.
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
  // A fifth of the range turns the direction by 0.2 rad at most: cos and tan change by no more than these factors.
  const bend = (1.6 / cosine) * mostBend(view, speed) + (1.0 / cosine + 1.0) * turn * turn;
  const minutes = (Math.sqrt(towards * towards + 2.0 * bend * away) - towards) / bend;
  return min(minutes, minutesNear(view, speed));
}

/** Bound of the error of a view's speed, km/min: the velocities leave some periodic terms out. */
@inline
export function speedError(speed: f64): f64 {
  return (SPEED_SHARE - 1.0) * speed + SPEED_MARGIN;
}

/** Minutes for which the satellite stays within a fifth of its range of its place, and mostTurn and mostBend hold. */
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

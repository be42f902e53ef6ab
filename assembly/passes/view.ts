import { Satellite } from '../records/satellite';
import { EARTH_RATE, US_PER_MINUTE } from '../constants';
import { gmst82 } from '../frames';
import { SITE_GROUND, SITE_UP } from '../layout';
import { covers } from '../footprint/site';
import { fixedAt } from '../sgp4/fixedPair';
import { OK } from '../status';

/** What a site sees of a satellite, written behind the satellite's state of fixedAt; f64. */
const VIEW_SINE: u32 = 64;
const VIEW_RANGE: u32 = 72;
/** 1 where the satellite is propagated, 0 where it fails. */
const VIEW_SOUND: u32 = 80;

/** WGS72 gravitational parameter, km^3/min^2. */
const MU: f64 = 398600.8 * 3600.0;
/** SGP4's velocities leave the rates of some periodic terms out: 10 m/s of the ISS's. */
const SPEED_SHARE: f64 = 1.02;
const SPEED_MARGIN: f64 = 1.2;
/** As far as `quietMinutes` looks: see there. */
const HORIZON_MIN: f64 = 30.0;

/**
 * Looks at the satellite from the site at tUs (microseconds since 1970): whether it stands at or above its minimum
 * elevation. It does not where it fails. `view`: 256 bytes; sineOf, isSound and quietMinutes read it.
 */
export function look(record: Satellite, site: usize, tUs: f64, view: usize): bool {
  const gmst = gmst82(tUs);
  const sound = fixedAt(record, tUs, Math.cos(gmst), Math.sin(gmst), true, view) == OK;
  store<f64>(view, sound ? 1.0 : 0.0, VIEW_SOUND);
  if (!sound) {
    store<f64>(view, -1.0, VIEW_SINE);
    return false;
  }
  const dx = load<f64>(view) - load<f64>(site, SITE_GROUND);
  const dy = load<f64>(view, 8) - load<f64>(site, SITE_GROUND + 8);
  const dz = load<f64>(view, 16) - load<f64>(site, SITE_GROUND + 16);
  const range = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const height = dx * load<f64>(site, SITE_UP) + dy * load<f64>(site, SITE_UP + 8) + dz * load<f64>(site, SITE_UP + 16);
  store<f64>(view, height / range, VIEW_SINE);
  store<f64>(view, range, VIEW_RANGE);
  return covers(site, view, record.sinMinElevation);
}

/** Sine of the elevation; -1 where the satellite fails. */
@inline
export function sineOf(view: usize): f64 {
  return load<f64>(view, VIEW_SINE);
}


@inline
export function isSound(view: usize): bool {
  return load<f64>(view, VIEW_SOUND) != 0.0;
}

/**
 * Minutes for which the direction to a satellite of this view moves by less than `angleRad`, 30 at most.
 *
 * A satellite at range R that comes no further than d turns the direction by at most ln(R / (R - d)). How long that takes
 * follows from its speed over the turning Earth and the most that gravity, Coriolis and centrifugal force can add to it
 * within a quarter of its distance from the Earth's centre; 30 minutes keep Coriolis force within its share of that.
 */
export function quietMinutes(view: usize, angleRad: f64): f64 {
  const x = load<f64>(view);
  const y = load<f64>(view, 8);
  const z = load<f64>(view, 16);
  const vx = 60.0 * load<f64>(view, 24) + EARTH_RATE * y;
  const vy = 60.0 * load<f64>(view, 32) - EARTH_RATE * x;
  const vz = 60.0 * load<f64>(view, 40);
  const r = Math.sqrt(x * x + y * y + z * z);
  const speed = SPEED_SHARE * Math.sqrt(vx * vx + vy * vy + vz * vz) + SPEED_MARGIN;
  const way = min(0.25 * r, load<f64>(view, VIEW_RANGE) * (1.0 - Math.exp(-angleRad)));
  const pull = (1.8 * MU) / (r * r) + 1.25 * EARTH_RATE * EARTH_RATE * r + 2.0 * EARTH_RATE * speed;
  const acceleration = 1.5 * pull;
  // way = speed t + acceleration t^2 / 2, without cancellation.
  const minutes = (2.0 * way) / (speed + Math.sqrt(speed * speed + 2.0 * acceleration * way));
  return min(HORIZON_MIN, minutes);
}

/** The whole minute after tUs. */
@inline
export function nextMinute(tUs: f64): f64 {
  return (Math.floor(tUs / US_PER_MINUTE) + 1.0) * US_PER_MINUTE;
}

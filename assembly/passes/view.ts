import { EARTH_RATE, US_PER_MINUTE } from '../constants';
import { covers } from '../footprint/site';
import { writeInstant } from '../frames';
import { Satellite } from '../records/sgp4/satellite';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';
import { fixedAt } from '../sgp4/fixedPair';
import { MU_KM3_PER_S2 } from '../sgp4/constants';
import { OK } from '../status';

/** WGS72 gravitational parameter, km^3/min^2. */
const MU: f64 = MU_KM3_PER_S2 * 3600.0;
/** SGP4's velocities leave the rates of some periodic terms out: 10 m/s of the ISS's. */
const SPEED_SHARE: f64 = 1.02;
const SPEED_MARGIN: f64 = 1.2;
/** Most minutes that `quietMinutes` answers: see there. */
const HORIZON_MIN: f64 = 30.0;

/**
 * Looks at the satellite from the site at tUs (microseconds since 1970): whether it stands at or above its minimum
 * elevation. It does not where it fails.
 */
export function look(record: Satellite, site: Site, tUs: f64, view: View): bool {
  const instant = view.scratch.instant;
  writeInstant(instant, tUs);
  const sound = fixedAt(record, instant, true, view.scratch) == OK;
  view.sound = sound;
  if (!sound) {
    view.sine = -1.0;
    return false;
  }
  const dx = view.x - site.x;
  const dy = view.y - site.y;
  const dz = view.z - site.z;
  const range = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const height = dx * site.upX + dy * site.upY + dz * site.upZ;
  view.sine = height / range;
  view.range = range;
  return covers(site, view, record.sinMinElevation);
}

/**
 * Minutes for which the direction to a satellite of this view moves by less than `angleRad`, 30 at most.
 *
 * A satellite at range R that comes no further than d turns the direction by at most ln(R / (R - d)). How long that takes
 * follows from its speed over the turning Earth and the most that gravity, Coriolis and centrifugal force can add to it
 * within a quarter of its distance from the Earth's centre; 30 minutes keep Coriolis force within its share of that.
 */
export function quietMinutes(view: View, angleRad: f64): f64 {
  const x = view.x;
  const y = view.y;
  const z = view.z;
  const vx = 60.0 * view.vx + EARTH_RATE * y;
  const vy = 60.0 * view.vy - EARTH_RATE * x;
  const vz = 60.0 * view.vz;
  const r = Math.sqrt(x * x + y * y + z * z);
  const speed = SPEED_SHARE * Math.sqrt(vx * vx + vy * vy + vz * vz) + SPEED_MARGIN;
  const way = min(0.25 * r, view.range * (1.0 - Math.exp(-angleRad)));
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

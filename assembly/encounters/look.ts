import { TWO_PI } from '../constants';
import { writeInstant } from '../frames';
import { seeFrom } from '../passes/view';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';
import { Satellite } from '../records/sgp4/satellite';
import { Position } from '../records/sgp4/state';
import { fixedAt, fixedPair } from '../sgp4/fixedPair';
import { OK } from '../status';

/** Looks at two satellites from the site at tUs (microseconds since 1970) and writes both views. */
export function lookAtBoth(a: Satellite, b: Satellite, site: Site, tUs: f64, viewA: View, viewB: View): void {
  const scratch = viewB.scratch;
  const instant = scratch.instant;
  writeInstant(instant, tUs);
  if (a.method == b.method) {
    const status = fixedPair(a, b, instant, instant, true, scratch);
    takeLanes(changetype<usize>(viewA), changetype<usize>(viewB));
    seeFrom(site, viewA, (status & 0xff) == OK);
    seeFrom(site, viewB, status >>> 8 == OK);
  } else {
    seeFrom(site, viewA, fixedAt(a, instant, true, viewA.scratch) == OK);
    seeFrom(site, viewB, fixedAt(b, instant, true, scratch) == OK);
  }
}

/**
 * Splits the states of a pair into two views. The pair stands at the address of the second view: each number of the
 * first satellite, then that of the second.
 */
@inline
function takeLanes(a: usize, b: usize): void {
  for (let i: usize = 0; i < 6; i++) store<f64>(a + 8 * i, load<f64>(b + 16 * i));
  for (let i: usize = 0; i < 6; i++) store<f64>(b + 8 * i, load<f64>(b + 16 * i + 8));
}

/** Angle between the directions from the site to two satellites, rad: good to 1e-15 where they are near each other. */
export function separation(site: Site, a: Position, b: Position): f64 {
  const ax = a.x - site.x;
  const ay = a.y - site.y;
  const az = a.z - site.z;
  const bx = b.x - site.x;
  const by = b.y - site.y;
  const bz = b.z - site.z;
  const cx = ay * bz - az * by;
  const cy = az * bx - ax * bz;
  const cz = ax * by - ay * bx;
  return Math.atan2(Math.sqrt(cx * cx + cy * cy + cz * cz), ax * bx + ay * by + az * bz);
}

/** The largest number below 2 pi: a direction just west of north must not round up to a whole turn. */
const LARGEST_AZIMUTH: f64 = 6.283185307179585;

/** Writes a position's azimuth (from north over east), elevation (rad) and distance (km) from the site: three f64. */
export function writeAngles(site: Site, at: Position, out: usize): void {
  const dx = at.x - site.x;
  const dy = at.y - site.y;
  const dz = at.z - site.z;
  const sinLon = Math.sin(site.lon);
  const cosLon = Math.cos(site.lon);
  const east = dy * cosLon - dx * sinLon;
  const outward = dx * cosLon + dy * sinLon;
  const north = dz * site.cosLat - outward * site.sinLat;
  const up = dx * site.upX + dy * site.upY + dz * site.upZ;
  const azimuth = Math.atan2(east, north);
  store<f64>(out, azimuth < 0.0 ? min(azimuth + TWO_PI, LARGEST_AZIMUTH) : azimuth);
  store<f64>(out, Math.atan2(up, Math.sqrt(east * east + north * north)), 8);
  store<f64>(out, Math.sqrt(dx * dx + dy * dy + dz * dz), 16);
}

import { writeInstant } from '../frames';
import { seeFrom } from '../passes/view';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';
import { Satellite } from '../records/sgp4/satellite';
import { Position } from '../records/sgp4/state';
import { fixedAt, fixedPair } from '../sgp4/fixedPair';
import { OK } from '../status';

/** Looks at two satellites from the site at tUs (microseconds since 1970). */
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

/** Takes the states of a pair, which lie lane by lane where the second view begins, apart. */
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

import { TWO_PI } from '../constants';
import { writeAngles } from '../encounters/look';
import { HorizonMask } from '../records/bySite/horizonMask';
import { Site } from '../records/bySite/site';
import { View } from '../records/bySite/view';
import { Position } from '../records/sgp4/state';
import { quietMinutes } from './view';

/** Angle, rad, below which stillAngle tries none: the time that a direction takes to turn by less is of no use. */
const LEAST_RAD: f64 = 1e-9;

/**
 * Looks at a satellite over the mask of a site and keeps the look in the mask's record. Returns whether the satellite
 * stands at or above the mask.
 */
export function isOver(mask: HorizonMask, site: Site, at: Position): bool {
  writeAngles(site, at, changetype<usize>(mask));
  mask.overRad = mask.elevationRad - elevationAt(mask, mask.azimuthRad);
  return mask.overRad >= 0.0;
}

/**
 * Returns for how many minutes a satellite certainly stays up or down as it is now (`isUp`), with regard to the mask.
 * `minutes`: the same without the mask, which may end the time that the satellite is up sooner, and keep it down for
 * longer. For encounters, `isUp` tells whether one is under way, and `minutes` for how long that certainly stays so.
 * `view`: the last look at the satellite, which isOver has kept in the mask's record.
 */
export function withMask(mask: HorizonMask, view: View, isUp: bool, minutes: f64): f64 {
  if (mask.isNone) return minutes;
  if (isUp) return min(minutes, quietMinutes(view, stillAngle(mask)));
  return mask.overRad < 0.0 ? max(minutes, quietMinutes(view, stillAngle(mask))) : minutes;
}

/**
 * Elevation of the mask at an azimuth, rad: on a straight line between the two neighbouring points. The last point and
 * the first are neighbours.
 */
function elevationAt(mask: HorizonMask, azimuthRad: f64): f64 {
  const azimuth = azimuthRad - TWO_PI * Math.floor(azimuthRad / TWO_PI);
  const last = <i32>mask.count - 1;
  let before: i32 = -1;
  let after: i32 = last + 1;
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    if (mask.point(middle).azimuthRad <= azimuth) before = middle;
    else after = middle;
  }
  const p = mask.point(before < 0 ? last : before);
  const q = mask.point(after > last ? 0 : after);
  const from = before < 0 ? p.azimuthRad - TWO_PI : p.azimuthRad;
  const to = after > last ? q.azimuthRad + TWO_PI : q.azimuthRad;
  return p.elevationRad + ((azimuth - from) / (to - from)) * (q.elevationRad - p.elevationRad);
}

/** Angle, rad, by which the last look may turn in any way and stay on its side of the mask; 0 if none is certain. */
function stillAngle(mask: HorizonMask): f64 {
  for (let angle = 0.5 * Math.abs(mask.overRad); angle > LEAST_RAD; angle *= 0.5) {
    if (staysBeside(mask, angle)) return angle;
  }
  return 0.0;
}

/**
 * Whether the direction of the last look stays on its side of the mask if it turns by at most `angle`, d rad. Its
 * elevation e then changes by at most d and, unless it may come to the zenith or nadir, its azimuth by at
 * most asin(sin d / cos e). Over these azimuths the mask is highest, and lowest, at a point or at an end.
 */
function staysBeside(mask: HorizonMask, angle: f64): bool {
  const azimuth = mask.azimuthRad;
  const elevation = mask.elevationRad;
  const side = mask.overRad < 0.0 ? -1.0 : 1.0;
  const isAnywhere = angle + Math.abs(elevation) >= 0.5 * Math.PI;
  const swing = isAnywhere ? Math.PI : Math.asin(min(1.0, Math.sin(angle) / Math.cos(elevation)));
  for (let i: u32 = 0; i < mask.count; i++) {
    const point = mask.point(i);
    const off = Math.abs(point.azimuthRad - azimuth);
    if (min(off, TWO_PI - off) <= swing && !(side * (elevation - point.elevationRad) > angle)) return false;
  }
  const atWest = side * (elevation - elevationAt(mask, azimuth - swing));
  const atEast = side * (elevation - elevationAt(mask, azimuth + swing));
  return atWest > angle && atEast > angle;
}

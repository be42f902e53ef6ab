import { EARTH_RATE, TWO_PI } from '../../constants';
import { Satellite } from '../../records/sgp4/satellite';
import { Site } from '../../records/bySite/site';
import { State } from '../../records/sgp4/state';

/**
 * Bound of the rate at which an orbit's plane turns, radians per minute: the nodes of the lowest orbits drift 9 degrees
 * a day.
 */
const PLANE_RATE: f64 = (0.01 * Math.PI) / 180.0;
/** Bound of the angle between the planes of the osculating and the mean orbit, radians. */
export const PLANE_MARGIN: f64 = (0.3 * Math.PI) / 180.0;

/**
 * Most minutes that minutesAhead returns while the orbit's plane is out of reach: the plane's drift in this time is
 * allowed for.
 */
const PLANE_HORIZON: f64 = 360.0;

/**
 * Returns for how many minutes the satellite certainly does not begin to cover the site; 0 if nothing is certain.
 * `state`: Earth-fixed position, km, and inertial velocity along the same axes, km/s; `footprintRad`: bound of the
 * radius of the satellite's footprint.
 *
 * The orbit is taken as a great circle. While its plane is farther from the site than the footprint's radius, coverage
 * cannot begin before the Earth has turned the site towards the plane. Otherwise, up to a horizon of some minutes, the
 * site stays inside a circle around its present place, as it moves relative to the plane by at most the Earth's turn
 * plus the plane's drift. Coverage cannot begin before the satellite, at its fastest, is within the footprint's radius
 * of that circle. A long horizon makes the circle large, and a short one ends soon: the better of a revolution and a
 * quarter of one is taken.
 */
export function minutesAhead(record: Satellite, site: Site, state: State, footprintRad: f64): f64 {
  const x = state.x;
  const y = state.y;
  const z = state.z;
  const vx = state.vx;
  const vy = state.vy;
  const vz = state.vz;
  const dx = site.directionX;
  const dy = site.directionY;
  const dz = site.directionZ;
  const rr = x * x + y * y + z * z;
  const drift = (x * vx + y * vy + z * vz) / rr;
  const tx = vx - drift * x;
  const ty = vy - drift * y;
  const tz = vz - drift * z;
  // Cosines of the angles between the site and the radial and the transverse direction.
  const radial = (x * dx + y * dy + z * dz) / Math.sqrt(rr);
  const transverse = (tx * dx + ty * dy + tz * dz) / Math.sqrt(tx * tx + ty * ty + tz * tz);
  const toOrbit = Math.acos(min(1.0, Math.sqrt(radial * radial + transverse * transverse)));
  const toNearest = Math.atan2(transverse, radial);

  const rate = record.orbitRate;
  const reach = footprintRad + PLANE_MARGIN;
  const siteRate = EARTH_RATE * Math.sqrt(dx * dx + dy * dy) + PLANE_RATE;
  const planeReach = reach + PLANE_RATE * PLANE_HORIZON;
  if (toOrbit > planeReach) {
    const nx = y * tz - z * ty;
    const ny = z * tx - x * tz;
    const nz = x * ty - y * tx;
    const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const across = (Math.sqrt(nx * nx + ny * ny) / n) * Math.sqrt(dx * dx + dy * dy);
    const turned = Math.atan2(nx * dy - ny * dx, nx * dx + ny * dy);
    return minutesToPlane((nz / n) * dz, across, turned, Math.sin(planeReach), EARTH_RATE);
  }
  const revolution = TWO_PI / rate;
  return max(
    minutesWithin(revolution, toOrbit, toNearest, reach + siteRate * revolution, rate),
    minutesWithin(0.25 * revolution, toOrbit, toNearest, reach + siteRate * 0.25 * revolution, rate),
  );
}

/**
 * Minutes t, at most PLANE_HORIZON, until a site out of reach of an orbit's plane comes within reach: the sine of its
 * angle to the plane, along + across cos(turned + rate t), is then from -limit to limit. `turned`: radians, within half
 * a turn; `rate`: rad/min.
 */
export function minutesToPlane(along: f64, across: f64, turned: f64, limit: f64, rate: f64): f64 {
  const above = along + across * Math.cos(turned) > 0.0;
  const cosine = ((above ? limit : -limit) - along) / across;
  // True also if `across` is 0, as for a site at a pole or an equatorial orbit: then the angle does not change.
  if (!(cosine >= -1.0 && cosine <= 1.0)) return PLANE_HORIZON;
  const edge = Math.acos(cosine);
  const at = above ? edge : turned > 0.0 ? TWO_PI - edge : -edge;
  return min(PLANE_HORIZON, max(0.0, at - turned) / rate);
}

/**
 * Minutes, at most `horizon`, until the satellite can come within `radius` of the site's present place. `toOrbit`:
 * angle from the site to the orbit; `toNearest`: angle along the orbit from the satellite to the orbit's point nearest
 * to the site; `rate`: the satellite's largest rate along the orbit, rad/min. Angles are in radians.
 */
function minutesWithin(horizon: f64, toOrbit: f64, toNearest: f64, radius: f64, rate: f64): f64 {
  if (radius <= toOrbit) return horizon;
  if (radius >= 0.5 * Math.PI) return 0.0;
  const halfWidth = Math.acos(min(1.0, Math.cos(radius) / Math.cos(toOrbit)));
  const entry = toNearest - halfWidth;
  if (entry > 0.0) return min(horizon, entry / rate);
  return toNearest + halfWidth < 0.0 ? min(horizon, (TWO_PI + entry) / rate) : 0.0;
}

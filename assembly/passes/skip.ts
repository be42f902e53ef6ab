import { TWO_PI, US_PER_MINUTE } from '../constants';
import { minutesToPlane, PLANE_MARGIN } from '../occupancy/bySite/ahead';
import { nearPositions } from '../occupancy/bySite/ephemeris/nearPositions';
import { NearEphemeris } from '../records/bySite/nearEphemeris';
import { PassQuery } from '../records/bySite/passQuery';
import { Work } from '../records/bySite/work';

/** Least time, in minutes, that a step of skipDown must gain: skipDown ends at the first that gains less. */
const LEAST_SKIP_MIN: f64 = 0.05;

/**
 * Returns the first time from tUs on at which a satellite that is down may be up, or a time at or after the query's end
 * if it stays down until then. Uses its fitted polynomials and the bound of their error, at a third of the cost of a
 * look. `reach`: largest angle between satellite and site, seen from the Earth's centre, at which the satellite may be
 * up.
 */
export function skipDown(query: PassQuery, ephemeris: NearEphemeris, reach: f64, tUs: f64, work: Work): f64 {
  const window = query.window;
  const site = query.station;
  const startUs = window.epochUs(0);
  const endUs = query.toUs;
  const positions = work.positions;
  const across = Math.sqrt(site.directionX * site.directionX + site.directionY * site.directionY);
  while (tUs < endUs) {
    const k = (tUs - startUs) / US_PER_MINUTE;
    let minutes = untilPlane(ephemeris, site.lon, across, site.directionZ, k, reach + PLANE_MARGIN);
    if (!(minutes > LEAST_SKIP_MIN)) {
      nearPositions(ephemeris, k, k, positions);
      const x = load<f64>(positions);
      const y = load<f64>(positions, 16);
      const z = load<f64>(positions, 32);
      const r = Math.sqrt(x * x + y * y + z * z);
      const cosine = (x * site.directionX + y * site.directionY + z * site.directionZ) / r;
      const angle = Math.acos(max(-1.0, min(1.0, cosine)));
      minutes = (angle - ephemeris.error / r - reach) / ephemeris.fastest;
    }
    if (!(minutes > LEAST_SKIP_MIN)) return tUs;
    tUs += minutes * US_PER_MINUTE;
  }
  return tUs;
}

/**
 * Minutes, at most PLANE_HORIZON (360), until the plane of the satellite's orbit may come within `reach` (radians) of a
 * direction from the Earth's centre; below 0 if it may be that near now. The direction is given by its longitude and
 * its components across and along the Earth's axis. Relative to the turning Earth, the plane turns with its node. `k`:
 * the present time in epochs, whole or not.
 */
export function untilPlane(ephemeris: NearEphemeris, lon: f64, across: f64, along: f64, k: f64, reach: f64): f64 {
  if (reach >= 0.5 * Math.PI) return -1.0;
  const t = k + ephemeris.t0;
  const still = ephemeris.cosi * along;
  const swing = ephemeris.sini * across;
  const turned = lon + 0.5 * Math.PI - ephemeris.nodeLongitude(t);
  const limit = Math.sin(reach);
  if (Math.abs(still + swing * Math.cos(turned)) <= limit) return -1.0;
  const within = turned - TWO_PI * Math.round(turned / TWO_PI);
  return minutesToPlane(still, swing, within, limit, -ephemeris.nodeRate(t));
}

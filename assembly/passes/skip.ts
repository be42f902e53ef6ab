import { TWO_PI, US_PER_MINUTE } from '../constants';
import { minutesToPlane, PLANE_MARGIN } from '../occupancy/bySite/ahead';
import { nearPositions } from '../occupancy/bySite/ephemeris/nearPositions';
import { NearEphemeris } from '../records/bySite/nearEphemeris';
import { PassQuery } from '../records/bySite/passQuery';
import { Work } from '../records/bySite/work';

/** Least gain of a step, in minutes, for which skipping goes on. */
const LEAST_SKIP_MIN: f64 = 0.05;

/**
 * First time from tUs on at which a satellite that is down may be up, by its polynomials within their errors, which
 * cost a third of a look; the query's end where it stays down until then. `reach`: largest angle between satellite and
 * site, seen from the Earth's centre, at which it may be up.
 */
export function skipDown(query: PassQuery, ephemeris: NearEphemeris, reach: f64, tUs: f64, work: Work): f64 {
  const window = query.window;
  const site = query.site;
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
 * Minutes until the satellite's plane can be within `reach` of a direction from the Earth's centre (its longitude, and
 * its parts across and along the axis); below 0 where it may be now. The plane turns with the node over the turning
 * Earth.
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

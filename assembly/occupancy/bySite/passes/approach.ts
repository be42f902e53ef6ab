import { TWO_PI } from '../../../constants';
import { sincos } from '../../../math/sincos';
import { Work } from '../../../records/bySite/work';

/**
 * Lower limit of the squared length of the site's projection onto the orbit's plane, so that nothing is divided by 0:
 * the length vanishes for sites far out of the satellite's reach.
 */
const LEAST_SQUARE: f64 = 0.01;

/**
 * Estimates the satellite's nearest approach to the site's zenith within half a revolution of epoch k (whole or not),
 * and writes it to the work's fields of the pass in question. Takes one step of Newton's method on the difference
 * between the satellite's mean argument of latitude and that of the site's projection onto the orbit's plane.
 *
 * The cosine of the angle between satellite and site is P cos(w t), with P the cosine of the site's angle to the plane,
 * w the rate of passing, and t the time since the satellite was over the projection. The site moves with the Earth, so
 * P changes, at the rate P'. So the product is largest at t = P' / (P w^2), where it is P'^2 / (2 P w^2) larger than at
 * t = 0.
 */
export function approach(work: Work, k: f64): void {
  const ephemeris = work.ephemeris;
  const site = work.site;
  const t = k + ephemeris.t0;
  const d = k - ephemeris.middle;
  const sini = ephemeris.sini;
  const cosi = ephemeris.cosi;
  const sinLat = site.sinLat;
  const cosLat = site.cosLat;
  sincos(site.lon - ephemeris.nodeLongitude(t), changetype<usize>(work) + offsetof<Work>('sinTurn'));
  const sinTurn = work.sinTurn;
  const cosTurn = work.cosTurn;
  const p = cosLat * cosTurn;
  const q = sinLat * sini + cosLat * sinTurn * cosi;
  const square = max(LEAST_SQUARE, p * p + q * q);
  const plane = Math.sqrt(square);
  const cosu = p / plane;
  const sinu = q / plane;
  const ex = ephemeris.ex.at(d);
  const ey = ephemeris.ey.at(d);
  const es = ex * sinu - ey * cosu;
  const ec = ex * cosu + ey * sinu;

  const turnRate = -ephemeris.nodeRate(t);
  const siteRate = (turnRate * cosLat * (cosLat * cosi + sinLat * sini * sinTurn)) / square;
  const meanRate = ephemeris.latitudeRate(d);
  const mean = ephemeris.meanLatitude(t) + ephemeris.longPeriod * ex;
  const difference = mean - Math.atan2(sinu, cosu) + es * (2.0 - 1.5 * ec);
  const off = difference - TWO_PI * nearest<f64>(difference / TWO_PI);
  const ahead = -off / (meanRate - siteRate * (1.0 - 2.0 * ec));
  const planeRate = (turnRate * cosLat * (q * cosTurn * cosi - p * sinTurn)) / plane;
  const root = ephemeris.axisRoot(t);
  const range = ephemeris.axis * root * root * (1.0 - ec + es * es);
  const rate = meanRate * (1.0 + 2.0 * ec) - siteRate;
  const shift = planeRate / (plane * rate * rate);
  work.nearest = k + ahead + shift;
  work.cosNearest = min(1.0, plane + planeRate * (ahead + 0.5 * shift));
  work.passingRate = rate;
  work.range = range;
  work.heightZ = range * sinu * sini;
}

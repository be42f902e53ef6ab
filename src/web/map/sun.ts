import { type Place, RAD_PER_DEG, wrapLon } from '../data/geodetic.js';

const DAY_MS = 86_400_000;
/** 2000-01-01 12:00 UTC. */
const J2000_MS = 946_728_000_000;

/**
 * Place where the sun stands in the zenith: low-precision formulas of the Astronomical Almanac (page C5), within 0.01 degrees
 * from 1950 to 2050.
 */
export function subsolarPoint(ms: number): Place {
  const days = (ms - J2000_MS) / DAY_MS;
  const meanLongitude = 280.46 + 0.985_647_4 * days;
  const anomaly = (357.528 + 0.985_600_3 * days) * RAD_PER_DEG;
  const ecliptic = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD_PER_DEG;
  const obliquity = (23.439 - 4e-7 * days) * RAD_PER_DEG;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic)) / RAD_PER_DEG;
  const sidereal = 280.460_618_37 + 360.985_647_366_29 * days;
  return {
    latDeg: Math.asin(Math.sin(obliquity) * Math.sin(ecliptic)) / RAD_PER_DEG,
    lonDeg: wrapLon(ascension - sidereal),
  };
}

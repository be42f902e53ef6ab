import type { MeanElements } from '../../src/core/elements.js';

const DEG = Math.PI / 180;
const DAY_US = 86_400e6;
/** Days from 1949-12-31, and from the first Julian day, to 1970. */
const DAYS_TO_1970 = 7306;
const JULIAN_1970 = 2_440_587.5;

/** Elements as python3-sgp4's sgp4init takes them: epoch, B*, eccentricity, argument of perigee, inclination, anomaly, motion, node. */
export function sgp4initOf(e: MeanElements): number[] {
  return [
    DAYS_TO_1970 + e.epochUs / DAY_US,
    e.bstar,
    e.eccentricity,
    e.argPerigeeDeg * DEG,
    e.inclinationDeg * DEG,
    e.meanAnomalyDeg * DEG,
    (e.meanMotionRevPerDay * 2 * Math.PI) / 1440,
    e.raanDeg * DEG,
  ];
}

export function julianDateOf(timeUs: number): number {
  return JULIAN_1970 + timeUs / DAY_US;
}

import type { MeanElements } from '../../src/core/elements.js';
import { randomFrom } from '../../scripts/random.js';
import { START_US } from '../db/fixtures.js';

export const HOUR_US = 3_600e6;
const J2 = 1.0826e-3;
const RADIUS_KM = 6_378.135;
const DEG_PER_RAD = 180 / Math.PI;

const LOW: MeanElements = {
  epochUs: START_US,
  meanMotionRevPerDay: 15.06,
  eccentricity: 0.0001,
  inclinationDeg: 53.05,
  raanDeg: 120,
  argPerigeeDeg: 90,
  meanAnomalyDeg: 270,
  bstar: 0,
};

interface HistoryOptions {
  count: number;
  everyHours: number;
  /** Largest error of a mean anomaly, in degrees. */
  offDeg?: number;
  seed?: number;
  /** Differences of the first set from a low, nearly circular orbit at START_US. */
  first?: Partial<MeanElements>;
}

/**
 * Element sets of one satellite, one every `everyHours` hours: J2 turns the orbit, and each mean anomaly has a random
 * error of at most `offDeg` degrees.
 */
export function historyOf({ count, everyHours, offDeg = 0.01, seed = 1, first = {} }: HistoryOptions): MeanElements[] {
  const start = { ...LOW, ...first };
  const random = randomFrom(seed);
  const degPerDay = 360 * start.meanMotionRevPerDay;
  const axisKm = Math.cbrt(398_600.8 * (86_400 / (2 * Math.PI * start.meanMotionRevPerDay)) ** 2);
  const rate = 0.75 * J2 * (RADIUS_KM / axisKm) ** 2 * degPerDay;
  const cosine = Math.cos(start.inclinationDeg / DEG_PER_RAD);
  const turn = (deg: number): number => ((deg % 360) + 360) % 360;
  return Array.from({ length: count }, (_, i) => {
    const days = (i * everyHours) / 24;
    return {
      ...start,
      epochUs: start.epochUs + i * everyHours * HOUR_US,
      raanDeg: turn(start.raanDeg - 2 * rate * cosine * days),
      argPerigeeDeg: turn(start.argPerigeeDeg + rate * (5 * cosine ** 2 - 1) * days),
      meanAnomalyDeg: turn(start.meanAnomalyDeg + degPerDay * days + offDeg * (2 * random() - 1)),
    };
  });
}

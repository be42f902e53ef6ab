import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';

/** Step between epochs whose Julian dates are exact in a double, as the compared programs hold epochs in one double. */
const EXACT_US = 675_000_000;

/** Degrees with four decimals, as in catalogues. */
const degrees = (max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: max * 10_000 }).map((value) => value / 10_000);

/**
 * Random elements with mean motion (rev/day) and eccentricity between bounds, any drag as in catalogues, and
 * inclinations up to 170 degrees. Nearer to 180 degrees SGP4 divides by so small a 1 + cos i that two ways to round
 * differ by metres.
 */
export function elementsBetween(
  [lowRevPerDay, highRevPerDay]: readonly [number, number],
  [roundest, longest]: readonly [number, number],
): fc.Arbitrary<MeanElements> {
  return fc.record({
    epochUs: fc.integer({ min: 0, max: 2_000_000 }).map((count) => Date.UTC(2000, 0, 1, 12) * 1000 + count * EXACT_US),
    meanMotionRevPerDay: fc.double({ min: lowRevPerDay, max: highRevPerDay, noNaN: true }),
    eccentricity: fc.double({ min: roundest, max: longest, noNaN: true }),
    inclinationDeg: fc.oneof(degrees(170), degrees(12), fc.constantFrom(0, 90)),
    raanDeg: degrees(360),
    argPerigeeDeg: degrees(360),
    meanAnomalyDeg: degrees(360),
    bstar: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
  });
}

/** Elements with the first of these mean motions and of these eccentricities, without drag. */
export function someElements([revPerDay]: readonly number[], [eccentricity]: readonly number[]): MeanElements {
  return {
    epochUs: Date.UTC(2000, 0, 1, 12) * 1000,
    meanMotionRevPerDay: revPerDay ?? Number.NaN,
    eccentricity: eccentricity ?? Number.NaN,
    inclinationDeg: 51,
    raanDeg: 10,
    argPerigeeDeg: 20,
    meanAnomalyDeg: 30,
    bstar: 0,
  };
}

import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';
import { orbitAt } from '../../helpers/elements.js';
import type { Place } from '../../../src/core/records/seriesRecord.js';

export const START_US = Date.UTC(2026, 6, 10) * 1000;
export const EPOCHS = 10_080;

export const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

export const anyPlace: fc.Arbitrary<Place> = fc.record({
  latDeg: fc.oneof(number(-90, 90), fc.constantFrom(-90, -89.99, -0.01, 0, 66, 90)),
  lonDeg: fc.oneof(number(-180, 180), fc.constantFrom(-180, 0, 180)),
  heightKm: fc.constantFrom(0, 0, 0, 4.2, -0.4),
});

/**
 * Random low orbits as in the catalogue, and orbits to which ephemerides are hard to fit: with drag of either sign, or
 * eccentric.
 */
export const lowOrbits: fc.Arbitrary<MeanElements> = fc.record({
  epochUs: fc.integer({ min: -20_000, max: 20_000 }).map((minutes) => START_US + 60e6 * minutes),
  meanMotionRevPerDay: number(10.5, 16.2),
  eccentricity: fc.oneof(number(0, 0.002), number(0, 0.06)),
  inclinationDeg: fc.oneof(number(0, 180), fc.constantFrom(0, 0.001, 53, 90, 97.5, 143, 180)),
  raanDeg: number(0, 360),
  argPerigeeDeg: number(0, 360),
  meanAnomalyDeg: number(0, 360),
  bstar: fc.oneof(number(-1e-4, 1e-3), number(-1e-2, 1e-2), number(-0.1, 0.1)),
});

export const ROUND = orbitAt(START_US, { eccentricity: 0, inclinationDeg: 53 });

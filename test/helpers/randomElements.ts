import fc from 'fast-check';
import type { MeanElements } from '../../src/core/elements.js';

/** Orbits of every kind: low and decaying, eccentric, half-day, geosynchronous; epochs within a week of `epochUs`. */
export function randomElements(epochUs: number): fc.Arbitrary<MeanElements> {
  const angle = fc.double({ min: 0, max: 359.9999, noNaN: true });
  const orbit = fc.oneof(
    fc.record({ meanMotionRevPerDay: number(12.5, 16.3), eccentricity: number(0, 0.02) }),
    fc.record({ meanMotionRevPerDay: number(2, 12), eccentricity: number(0, 0.2) }),
    fc.record({ meanMotionRevPerDay: number(1.99, 2.02), eccentricity: number(0, 0.73) }),
    fc.record({ meanMotionRevPerDay: number(0.98, 1.02), eccentricity: number(0, 0.3) }),
  );
  const bstar = fc.oneof(number(-1e-3, 1e-3), number(-0.05, 0.05));
  return fc
    .record({
      orbit,
      bstar,
      inclinationDeg: number(0, 170),
      raanDeg: angle,
      argPerigeeDeg: angle,
      meanAnomalyDeg: angle,
      ageMinutes: fc.integer({ min: -10_080, max: 10_080 }),
    })
    .map(({ orbit: shape, ageMinutes, ...rest }) => ({
      ...shape,
      ...rest,
      epochUs: epochUs + 60_000_000 * ageMinutes,
    }));
}

function number(min: number, max: number): fc.Arbitrary<number> {
  return fc.double({ min, max, noNaN: true });
}

import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../src/core/instance.js';
import { debugCore } from '../helpers/kernels.js';

const { kernels } = await createOwnedCore(2, debugCore);

const J2000_US = 946_728_000_000_000n;
const CENTURY_US = 36_525n * 86_400_000_000n;

/**
 * Sidereal angle by the IAU 1982 polynomial (Aoki et al. 1982), computed in exact fractions; only the last step rounds.
 */
function exactGmst82(tUs: number): number {
  const u = BigInt(tUs) - J2000_US;
  const c = CENTURY_US;
  // The coefficients are in seconds, times 1e7; the linear one includes the 876,600 hours of a century's rotations.
  const numerator =
    673_105_484_100n * c ** 3n + 31_644_001_848_128_660n * u * c ** 2n + 931_040n * u ** 2n * c - 62n * u ** 3n;
  const turn = 864_000_000_000n * c ** 3n;
  const fraction = ((numerator % turn) + turn) % turn;
  return (Number((fraction << 60n) / turn) / 2 ** 60) * 2 * Math.PI;
}

const apart = (a: number, b: number): number => {
  const difference = Math.abs(a - b);
  return Math.min(difference, 2 * Math.PI - difference);
};

// Times in microseconds since 1970, and their sidereal angles by ERFA 2.0.0.1, in radians: erfa.gmst82(2440587.5 +
// whole days, fraction of the day).
const ERFA = [
  [0, 1.7493371773449695],
  [946_728_000_000_000, 4.894961212823059],
  [1_783_641_600_000_000, 5.025393870860782],
  [1_783_987_654_321_987, 5.127334724124054],
  [4_102_444_799_999_999, 1.758213904217662],
  [-315_619_200_000_000, 1.7393922583949575],
] as const;

test("the sidereal angle is ERFA's", (t) => {
  for (const [tUs, angle] of ERFA) t.true(apart(kernels.gmst82(tUs), angle) < 1e-11, `${tUs}: ${kernels.gmst82(tUs)}`);
});

test('from 1960 to 2100 the sidereal angle is within 4e-13 rad of exact arithmetic, in [0, 2 pi)', (t) => {
  let worst = 0;
  fc.assert(
    fc.property(fc.integer({ min: -315_619_200_000_000, max: 4_102_444_800_000_000 }), (tUs) => {
      const angle = kernels.gmst82(tUs);
      worst = Math.max(worst, apart(angle, exactGmst82(tUs)));
      return angle >= 0 && angle < 2 * Math.PI && worst < 4e-13;
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

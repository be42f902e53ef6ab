import test from 'ava';
import fc from 'fast-check';
import { NORMAL_QUANTILES, type Quantiles } from '../../../src/catalogue/errors/law.js';
import { type Errors, likelihoodOf, type Meeting } from '../../../src/compute/sky/likelihood.js';

/** Quantiles of a normal error. */
function normal(sigmaKm: number): Quantiles {
  const [p50, p68, p90, p99] = NORMAL_QUANTILES;
  return [p50 * sigmaKm, p68 * sigmaKm, p90 * sigmaKm, p99 * sigmaKm];
}

const ONE = normal(1);
const meeting = (more: Partial<Meeting> = {}): Meeting => ({
  closestDeg: 0.8,
  trackedDegPerKm: 0.3,
  otherDegPerKm: 0.4,
  trackedSecondsPerKm: 3,
  otherSecondsPerKm: 4,
  ...more,
});

test('with normal errors, 0.8 degrees away and 0.5 degrees sure, a satellite is in a beam of 1 degree to 65.53 %', (t) => {
  const split = likelihoodOf(meeting(), 1, { tracked: ONE, other: ONE });
  t.is(split.probability.toFixed(4), '0.6553');
  const alone = { trackedDegPerKm: 0, trackedSecondsPerKm: 0 };
  const other = likelihoodOf(meeting(alone), 1, { tracked: ONE, other: normal(1.25) });
  t.is(other.probability.toFixed(4), '0.6553');
});

test('normal errors add in quadrature; 68 of 100 are within the spread', (t) => {
  const { sigmaDeg, timeSigmaSeconds } = likelihoodOf(meeting(), 1, { tracked: ONE, other: ONE });
  t.true(Math.abs(sigmaDeg / (0.5 * NORMAL_QUANTILES[1]) - 1) < 1e-4);
  t.true(Math.abs(timeSigmaSeconds / (5 * NORMAL_QUANTILES[1]) - 1) < 1e-4);
});

test('what an error cannot move is certain', (t) => {
  const still = { trackedDegPerKm: 0, otherDegPerKm: 0 };
  const errors = { tracked: ONE, other: ONE };
  t.like(likelihoodOf(meeting(still), 1, errors), { probability: 1, sigmaDeg: 0 });
  t.is(likelihoodOf(meeting({ ...still, closestDeg: 1.2 }), 1, errors).probability, 0);
  const beside = meeting({ trackedSecondsPerKm: Infinity, otherSecondsPerKm: Infinity });
  t.is(likelihoodOf(beside, 1, errors).timeSigmaSeconds, Infinity);
});

/** Element of Halton's sequence of a prime base, in [0, 1): evenly spread, and independent of other bases. */
function evenly(index: number, base: number): number {
  let [value, part] = [0, 1];
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    part /= base;
    value += part * (rest % base);
  }
  return value;
}

/** Finds the value below which a standard normal variable lies with probability `share`, in a table of sums. */
const NORMAL = (() => {
  const steps = 40_000;
  const zs = Array.from({ length: steps }, (_, i) => -6 + (12 * (i + 0.5)) / steps);
  const below: number[] = [];
  let sum = 0;
  for (const z of zs) below.push((sum += ((12 / steps) * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)));
  return (share: number): number => {
    let [low, high] = [0, steps - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (below[middle]! < share) low = middle;
      else high = middle;
    }
    return zs[high]!;
  };
})();

/** Error in km for a random share: linear in the normal variable from quantile to quantile, and beyond the last. */
function drawKm(km: Quantiles, share: number): number {
  const z = NORMAL(share);
  const zs = [0, ...NORMAL_QUANTILES];
  const sizes = [0, ...km];
  const beyond = zs.findIndex((one) => one >= Math.abs(z));
  const i = beyond === -1 ? 4 : Math.max(1, beyond);
  const slope = (sizes[i]! - sizes[i - 1]!) / (zs[i]! - zs[i - 1]!);
  return Math.sign(z) * (sizes[i - 1]! + slope * (Math.abs(z) - zs[i - 1]!));
}

const DRAWS = 40_000;

function simulated(it: Meeting, beamDeg: number, { tracked, other }: Errors) {
  const drawn = Array.from({ length: DRAWS }, (_, i) => [
    drawKm(tracked, evenly(i + 1, 2)),
    drawKm(other, evenly(i + 1, 3)),
  ]) as [number, number][];
  const off = drawn.map(([a, b]) => it.otherDegPerKm * b - it.trackedDegPerKm * a);
  const late = drawn.map(([a, b]) => it.otherSecondsPerKm * b - it.trackedSecondsPerKm * a);
  const at68 = (list: number[]): number => list.map(Math.abs).sort((a, b) => a - b)[Math.floor(0.68 * DRAWS)]!;
  const inside = off.filter((one) => Math.abs(it.closestDeg + one) < beamDeg).length;
  return { probability: inside / DRAWS, sigmaDeg: at68(off), timeSigmaSeconds: at68(late) };
}

const quantiles = fc
  .tuple(...[0, 1, 2, 3].map(() => fc.double({ min: 0.1, max: 3, noNaN: true })))
  .map(([a = 1, b = 1, c = 1, d = 1]): Quantiles => [a, a + b, a + b + c, a + b + c + 3 * d]);
const degrees = fc.double({ min: 0, max: 0.5, noNaN: true });

test('probability and spreads are those of 40,000 errors that are drawn one by one', (t) => {
  fc.assert(
    fc.property(
      fc.record({
        closestDeg: fc.double({ min: 0, max: 4, noNaN: true }),
        trackedDegPerKm: degrees,
        otherDegPerKm: degrees,
        trackedSecondsPerKm: degrees,
        otherSecondsPerKm: degrees,
      }),
      fc.double({ min: 0.1, max: 3, noNaN: true }),
      fc.record({ tracked: quantiles, other: quantiles }),
      (it, beamDeg, errors) => {
        const told = likelihoodOf(it, beamDeg, errors);
        const drawn = simulated(it, beamDeg, errors);
        const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.02 * b + 1e-6;
        return (
          Math.abs(told.probability - drawn.probability) < 0.005 &&
          isNear(told.sigmaDeg, drawn.sigmaDeg) &&
          isNear(told.timeSigmaSeconds, drawn.timeSigmaSeconds)
        );
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  t.pass();
});

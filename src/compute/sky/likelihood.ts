import { NORMAL_QUANTILES, type Quantiles } from '../../catalogue/errors/law.js';
import type { Encounter } from '../../core/encounters.js';

// Public element sets are off along the track: a satellite is early or late. At the closest moment, each kilometre that
// a satellite is off changes the separation, in degrees, by `trackedDegPerKm` or `otherDegPerKm`, to first order:
//
//   separation = closestDeg + otherDegPerKm e_other - trackedDegPerKm e_tracked
//
// The errors e, in km, are independent of each other, and each is as likely ahead as behind.

/** What is known of the closest moment of two satellites. */
export type Meeting = Pick<
  Encounter,
  'closestDeg' | 'trackedDegPerKm' | 'otherDegPerKm' | 'trackedSecondsPerKm' | 'otherSecondsPerKm'
>;

/** Errors of both satellites along their tracks, in km, as `ErrorLaw.quantilesKm` has them. */
export interface Errors {
  tracked: Quantiles;
  other: Quantiles;
}

/** How sure an encounter is. */
export interface Likelihood {
  /** Probability that the other satellite is in the beam at all, 0 to 1. */
  probability: number;
  /** Difference from the predicted closest separation, in degrees, that is not exceeded with a probability of 68 %. */
  sigmaDeg: number;
  /** Likewise for the closest moment, in seconds; Infinity if the two do not move relative to each other. */
  timeSigmaSeconds: number;
}

/** Tells how sure an encounter is, with a beam of some degrees. */
export function likelihoodOf(it: Meeting, beamDeg: number, errors: Errors): Likelihood {
  return {
    probability: beamProbability(it, beamDeg, errors),
    sigmaDeg: spread({ per: it.trackedDegPerKm, km: errors.tracked }, { per: it.otherDegPerKm, km: errors.other }),
    timeSigmaSeconds: spread(
      { per: it.trackedSecondsPerKm, km: errors.tracked },
      { per: it.otherSecondsPerKm, km: errors.other },
    ),
  };
}

/** Probability that the other satellite comes within `beamDeg` of the tracked one, 0 to 1. */
export function beamProbability(it: Meeting, beamDeg: number, { tracked, other }: Errors): number {
  const a = { per: it.trackedDegPerKm, km: tracked };
  const b = { per: it.otherDegPerKm, km: other };
  if (it.closestDeg - beamDeg > farthest(a) + farthest(b)) return 0;
  return shareBetween(a, b, -beamDeg - it.closestDeg, beamDeg - it.closestDeg);
}

/** One of two independent errors: `per` times an error along a track; `km`: quantiles of the size of that error. */
interface Part {
  per: number;
  km: Quantiles;
}

// The size of an error depends on the size z of a standard normal variable: it is 0 at z = 0 and p50 to p99 at Z50 to
// Z99, with straight lines between these points, and the last line goes on. So a normal error stays normal.

const [Z50, Z68, Z90, Z99] = NORMAL_QUANTILES;

/** Error along the track, in km, at a value of the standard normal variable above 0. */
function errorAt([p50, p68, p90, p99]: Quantiles, z: number): number {
  if (z < Z50) return (z * p50) / Z50;
  if (z < Z68) return p50 + ((z - Z50) * (p68 - p50)) / (Z68 - Z50);
  if (z < Z90) return p68 + ((z - Z68) * (p90 - p68)) / (Z90 - Z68);
  return p90 + ((z - Z90) * (p99 - p90)) / (Z99 - Z90);
}

/** Least difference of two neighbouring quantiles, as a share of the larger: equal ones would divide by 0. */
const LEAST_GROWTH = 1e-9;

/** Makes the distribution function of an error: the probability that it is below some value. */
function distributionOf({ per, km: [p50, p68, p90, p99] }: Part): (at: number) => number {
  const [x50, x68, x90] = [per * p50, per * p68, per * p90];
  const slope = (z: number, from: number, to: number): number => z / Math.max(to - from, LEAST_GROWTH * to);
  const to50 = slope(Z50, 0, x50);
  const to68 = slope(Z68 - Z50, x50, x68);
  const to90 = slope(Z90 - Z68, x68, x90);
  const to99 = slope(Z99 - Z90, x90, per * p99);
  const zAt = (size: number): number => {
    if (size < x50) return size * to50;
    if (size < x68) return Z50 + (size - x50) * to68;
    if (size < x90) return Z68 + (size - x68) * to90;
    return Z90 + (size - x90) * to99;
  };
  return (at) => normalShare(at < 0 ? -zAt(-at) : zAt(at));
}

const TABLE_END = 8;
const TABLE_STEPS = 128;
const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);

/** Share of the standard normal variable below -8, -8 + 1/128 and so on to 8, by Simpson's rule. */
const TABLE = new Float64Array(2 * TABLE_END * TABLE_STEPS + 1);
for (let i = 1, step = 1 / TABLE_STEPS; i < TABLE.length; i++) {
  const z = -TABLE_END + i * step;
  const mass = (step / 6) * (density(z - step) + 4 * density(z - step / 2) + density(z));
  TABLE[i] = (TABLE[i - 1] as number) + mass;
}

/** Share of the standard normal variable below z, to 2e-6. */
function normalShare(z: number): number {
  const at = (z + TABLE_END) * TABLE_STEPS;
  if (!(at > 0)) return 0;
  if (at >= TABLE.length - 1) return 1;
  const i = Math.floor(at);
  const low = TABLE[i] as number;
  return low + (at - i) * ((TABLE[i + 1] as number) - low);
}

/**
 * Values of the standard normal variable for integrating over the error that spreads less: 32 above 0, with the share
 * of each; as many below 0 mirror them.
 */
const NODES = Array.from({ length: 32 }, (_, i) => {
  const z = 0.16 * (i + 0.5);
  return { z, share: 0.16 * density(z) };
});

function byWidth(a: Part, b: Part): [wide: Part, narrow: Part] {
  return a.per * a.km[1] > b.per * b.km[1] ? [a, b] : [b, a];
}

/** Probability that the sum of two errors is between two bounds. */
function shareBetween(a: Part, b: Part, low: number, high: number): number {
  const [wide, narrow] = byWidth(a, b);
  if (wide.per === 0) return low < 0 && high > 0 ? 1 : 0;
  const below = distributionOf(wide);
  let sum = 0;
  for (const { z, share } of NODES) {
    const by = narrow.per * errorAt(narrow.km, z);
    sum += share * (below(high - by) - below(low - by) + below(high + by) - below(low + by));
  }
  return Math.min(1, Math.max(0, sum));
}

const SIGMA_SHARE = 0.68;
/** Derivative, at 0.68, of the share of a normal variable within a bound, by the logarithm of the bound. */
const SHARE_GROWTH = 2 * Z68 * density(Z68);
const ROUNDS = 2;

/** Bound within which the sum of two errors is with a probability of 68 %. */
function spread(a: Part, b: Part): number {
  // Exact if both errors are normal; else near enough for two steps of Newton's method.
  let bound = Math.hypot(a.per * a.km[1], b.per * b.km[1]);
  if (bound === 0 || bound === Infinity) return bound;
  const [wide, narrow] = byWidth(a, b);
  const below = distributionOf(wide);
  for (let round = 0; round < ROUNDS; round++) {
    let within = 0;
    for (const { z, share } of NODES) {
      const by = narrow.per * errorAt(narrow.km, z);
      within += 2 * share * (below(bound - by) + below(bound + by) - 1);
    }
    bound *= Math.exp((SIGMA_SHARE - within) / SHARE_GROWTH);
  }
  return bound;
}

/** Value that the standard normal variable exceeds with a probability of one in 30 million. */
const FARTHEST_Z = 5.4;

/** Size that an error exceeds with a probability of next to 0. */
function farthest({ per, km }: Part): number {
  return per * errorAt(km, FARTHEST_Z);
}

import { NORMAL_QUANTILES, type Quantiles } from '../../catalogue/errors/law.js';
import type { Encounter } from '../../core/encounters.js';

// Public element sets are off along the track: a satellite is early or late. At the closest moment a kilometre of that
// changes the separation by `trackedDegPerKm` or `otherDegPerKm`, to first order. With the errors e of the two, each as
// likely ahead as behind, and independent of each other:
//
//   miss = closestDeg + otherDegPerKm e_other - trackedDegPerKm e_tracked

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
  /** The closest separation is this near to the predicted one, in degrees, with a probability of 68 %. */
  sigmaDeg: number;
  /** The closest moment is this near to the predicted one, in seconds, likewise; Infinity where the two do not pass. */
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

/** One of two independent errors: `per` times the error along a track of which `km` are the quantiles. */
interface Part {
  per: number;
  km: Quantiles;
}

// Between its quantiles, an error is a straight line of the standard normal variable that has the same share below it;
// from 0 to the median likewise, and beyond the 99 % quantile the last line goes on. So a normal error stays normal.

const KNOTS = [0, ...NORMAL_QUANTILES] as const;
const LAST = KNOTS.length - 1;

/** Error in km at a value of the standard normal variable. */
function kmAt(km: Quantiles, z: number): number {
  const size = Math.abs(z);
  let i = 1;
  while (i < LAST && size > (KNOTS[i] as number)) i++;
  const [z0, z1] = [KNOTS[i - 1] as number, KNOTS[i] as number];
  const [km0, km1] = [i === 1 ? 0 : (km[i - 2] as number), km[i - 1] as number];
  return Math.sign(z) * (km0 + ((size - z0) * (km1 - km0)) / (z1 - z0));
}

/** Least growth of an error from one quantile to the next, as a share, so that each error has one place in the table. */
const LEAST_GROWTH = 1e-9;

/** Probability that an error is below so many km. */
function shareBelow(km: Quantiles, at: number): number {
  const size = Math.abs(at);
  let i = 1;
  while (i < LAST && size > (km[i - 1] as number)) i++;
  const [z0, z1] = [KNOTS[i - 1] as number, KNOTS[i] as number];
  const [km0, km1] = [i === 1 ? 0 : (km[i - 2] as number), km[i - 1] as number];
  const z = z0 + ((size - km0) * (z1 - z0)) / Math.max(km1 - km0, LEAST_GROWTH * km1);
  return normalShare(at < 0 ? -z : z);
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
  const i = Math.floor(at);
  if (i >= TABLE.length - 1) return 1;
  const low = TABLE[i] as number;
  return low + (at - i) * ((TABLE[i + 1] as number) - low);
}

/** Values of the standard normal variable above 0 at which the smaller error is taken, and the share that each stands for. */
const NODES = Array.from({ length: 32 }, (_, i) => {
  const z = 0.16 * (i + 0.5);
  return { z, share: 0.16 * density(z) };
});

/**
 * Probability that the sum of two errors is between two bounds: a sum over 64 values of the error that spreads less, and
 * the distribution function of the other one.
 */
function shareBetween(a: Part, b: Part, low: number, high: number): number {
  const [wide, narrow] = a.per * a.km[1] > b.per * b.km[1] ? [a, b] : [b, a];
  if (wide.per === 0) return low < 0 && high > 0 ? 1 : 0;
  let sum = 0;
  for (const { z, share } of NODES) {
    const by = narrow.per * kmAt(narrow.km, z);
    const below = (bound: number): number => shareBelow(wide.km, bound / wide.per);
    sum += share * (below(high - by) - below(low - by) + below(high + by) - below(low + by));
  }
  return Math.min(1, Math.max(0, sum));
}

const SIGMA_SHARE = 0.68;
/** Growth of the share of a normal variable within some bound with the logarithm of that bound, where it is 0.68. */
const SHARE_GROWTH = 2 * NORMAL_QUANTILES[1] * density(NORMAL_QUANTILES[1]);
const ROUNDS = 2;

/** Bound within which the sum of two errors is with a probability of 68 %. */
function spread(a: Part, b: Part): number {
  // Exact where both errors are normal, and near enough elsewhere for two of Newton's steps.
  let bound = Math.hypot(a.per * a.km[1], b.per * b.km[1]);
  if (bound === 0 || bound === Infinity) return bound;
  for (let round = 0; round < ROUNDS; round++) {
    bound *= Math.exp((SIGMA_SHARE - shareBetween(a, b, -bound, bound)) / SHARE_GROWTH);
  }
  return bound;
}

/** Value of the standard normal variable that one in 30 million exceeds. */
const FARTHEST_Z = 5.4;

/** Error that is as good as never exceeded. */
function farthest({ per, km }: Part): number {
  return per * kmAt(km, FARTHEST_Z);
}

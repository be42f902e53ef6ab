import { constellationOf } from '../constellations.js';
import { errorClasses } from './classes.js';

/** Ages, in hours, for which errors of element sets are fitted. */
export const ERROR_AGES_HOURS = [3, 6, 12, 24, 48, 72, 120, 168] as const;
/** Shares of errors below the quantiles of a law. */
export const ERROR_SHARES = [0.5, 0.68, 0.9, 0.99] as const;

/** A number for each of `ERROR_SHARES`. */
export type Quantiles = readonly [number, number, number, number];

/** Distances from the mean, in standard deviations, within which the `ERROR_SHARES` of a normal variable lie. */
export const NORMAL_QUANTILES: Quantiles = [0.674_489_75, 0.994_457_883, 1.644_853_627, 2.575_829_304];

/** Errors of the element sets of a class of satellites at one age, as pairs of an older and a newer set have them. */
export interface ErrorRow {
  errorClass: string;
  ageHours: number;
  /** Number of pairs. */
  pairs: number;
  /** Quantiles of the absolute error along the track, in km. */
  km: Quantiles;
}

/** How far satellites of a class are off along their track, by the age of their element sets. */
export interface ErrorLaw {
  errorClass: string;
  /** Whether it was fitted to the catalogue's own history, was published, or is a model. */
  source: 'fitted' | 'published' | 'model';
  /** Number of pairs that it rests on; 0 for the model. */
  pairs: number;
  /**
   * Quantiles of the absolute error along the track, in km, at an age in days; before the epoch the age is negative and
   * counts alike. Between two fitted or published ages each follows a power of the age. Below the least age it stays;
   * beyond the largest it goes on by the last power, but never falls; with one age only it grows as the age does. It is
   * never less than for a normal error of 1 km, the error of public element sets at their epoch.
   */
  quantilesKm(ageDays: number): Quantiles;
}

/** Laws of error of all satellites: `of` finds the law that holds for a satellite. */
export interface ErrorLaws {
  of(satellite: { name: string; perigeeKm: number }): ErrorLaw;
  /** Changes when the laws do. */
  identity: string;
}

/** Fewest pairs at an age from which a quantile is taken. */
export const LEAST_PAIRS = 200;

/**
 * Along-track error of public element sets under SGP4 at their epoch, one standard deviation, in km: "about a kilometer
 * or so" (Vallado, Crawford, Hujsak and Kelso, Revisiting Spacetrack Report #3, AIAA 2006-6753).
 */
const SIGMA_AT_EPOCH_KM = 1;

/**
 * Errors of 294 Starlink satellites in April 2026: how far the older element set of a pair is off at the epoch of the
 * newer. The sets are those of arXiv 2605.19850, from which manoeuvres were taken out.
 */
const STARLINK: readonly ErrorRow[] = [
  { errorClass: 'Starlink', ageHours: 6, pairs: 5_421, km: [0.93, 1.5, 3.62, 13.8] },
  { errorClass: 'Starlink', ageHours: 24, pairs: 8_930, km: [3.42, 5.08, 10.1, 23.6] },
  { errorClass: 'Starlink', ageHours: 72, pairs: 6_459, km: [11.7, 19.8, 38.5, 88.0] },
  { errorClass: 'Starlink', ageHours: 168, pairs: 3_831, km: [38.5, 77.1, 155, 376] },
];

/**
 * Law for satellites without a fitted or published law: normal errors with a standard deviation of √(1 + d²) km at an
 * age of d days (a kilometre a day: Levit and Marshall, Improved orbit predictions using two-line elements, Advances in
 * Space Research 47, 2011, abstract: ten times 100 m a day). It was found on satellites that do not manoeuvre.
 */
const MODEL: ErrorLaw = {
  errorClass: 'all',
  source: 'model',
  pairs: 0,
  quantilesKm: (ageDays) => normal(Math.hypot(SIGMA_AT_EPOCH_KM, ageDays)),
};

function normal(sigmaKm: number): Quantiles {
  const [p50, p68, p90, p99] = NORMAL_QUANTILES;
  return [p50 * sigmaKm, p68 * sigmaKm, p90 * sigmaKm, p99 * sigmaKm];
}

const LEAST_KM = normal(SIGMA_AT_EPOCH_KM);

/** Raises quantiles, in km, to the errors that public element sets have at their own epoch, if they are smaller. */
export function atLeast([p50, p68, p90, p99]: Quantiles): Quantiles {
  const [least50, least68, least90, least99] = LEAST_KM;
  return [Math.max(p50, least50), Math.max(p68, least68), Math.max(p90, least90), Math.max(p99, least99)];
}

/** Makes a law of one or more rows of a class. */
function lawOf(errorClass: string, source: ErrorLaw['source'], rows: readonly ErrorRow[]): ErrorLaw {
  const sorted = rows.toSorted((a, b) => a.ageHours - b.ageHours);
  const ages = sorted.map(({ ageHours }) => Math.log(ageHours));
  const logs = sorted.map(({ km }) => atLeast(km).map(Math.log));
  const last = ages.length - 1;
  const at = (i: number, k: number): number => logs[i]?.[k] as number;
  const slope = (from: number, k: number): number =>
    (at(from + 1, k) - at(from, k)) / ((ages[from + 1] as number) - (ages[from] as number));
  const slopeBeyond = ERROR_SHARES.map((_, k) => (last === 0 ? 1 : Math.max(0, slope(last - 1, k))));
  const logKm = (logAge: number, k: number): number => {
    const above = ages.findIndex((age) => age >= logAge);
    if (above === 0) return at(0, k);
    if (above < 0) return at(last, k) + (slopeBeyond[k] as number) * (logAge - (ages[last] as number));
    return at(above - 1, k) + slope(above - 1, k) * (logAge - (ages[above - 1] as number));
  };
  return {
    errorClass,
    source,
    pairs: sorted.reduce((sum, { pairs }) => sum + pairs, 0),
    quantilesKm: (ageDays) => {
      const logAge = Math.log(24 * Math.abs(ageDays));
      const p50 = Math.exp(logKm(logAge, 0));
      const p68 = Math.max(p50, Math.exp(logKm(logAge, 1)));
      const p90 = Math.max(p68, Math.exp(logKm(logAge, 2)));
      return [p50, p68, p90, Math.max(p90, Math.exp(logKm(logAge, 3)))];
    },
  };
}

const PUBLISHED = lawOf('Starlink', 'published', STARLINK);

/**
 * Makes the laws of all satellites. For a satellite the law of its narrowest class with 200 pairs or more at some age
 * holds; if no class has as many, the published law for Starlink and the model for all others.
 *
 * @param identity text that changes with `fitted`
 */
export function createErrorLaws(fitted: readonly ErrorRow[], identity: string): ErrorLaws {
  const sound = fitted.filter(({ pairs }) => pairs >= LEAST_PAIRS);
  const names = new Set(sound.map(({ errorClass }) => errorClass));
  const rowsOf = (name: string): ErrorRow[] => sound.filter(({ errorClass }) => errorClass === name);
  const laws = new Map([...names].map((name) => [name, lawOf(name, 'fitted', rowsOf(name))]));
  const find = (satellite: { name: string; perigeeKm: number }): ErrorLaw => {
    for (const name of errorClasses(satellite)) {
      const law = laws.get(name);
      if (law !== undefined) return law;
    }
    return constellationOf(satellite.name)?.key.startsWith('starlink') === true ? PUBLISHED : MODEL;
  };
  // Finding a name's constellation takes microseconds, and answers ask about the same satellites of a window again.
  const known = new WeakMap<object, ErrorLaw>();
  return {
    identity,
    of(satellite) {
      const law = known.get(satellite) ?? find(satellite);
      known.set(satellite, law);
      return law;
    },
  };
}

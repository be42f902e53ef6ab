import { constellationOf } from '../constellations.js';
import { errorClasses } from './classes.js';

/** Ages in hours, newer epoch less older, of the pairs of element sets that laws of error are fitted to. */
export const ERROR_AGES_HOURS: readonly number[] = [3, 6, 12, 24, 48, 72, 120, 168];

/** Shares of errors that a row of a law tells the bounds of. */
export const ERROR_SHARES = [0.5, 0.68, 0.9, 0.99] as const;

/** Fewest pairs of a row that counts. */
const LEAST_PAIRS = 200;

/** Quantiles in km at ERROR_SHARES. */
type Quantiles = readonly [number, number, number, number];

/** Errors along the track of element sets of one class at one age. */
export interface ErrorRow {
  errorClass: string;
  ageHours: number;
  /** Number of pairs that the quantiles are of. */
  pairs: number;
  /** Quantiles in km of the absolute error at ERROR_SHARES. */
  km: Quantiles;
}

/** How the error along the track grows with the age of an element set. */
export interface ErrorLaw {
  errorClass: string;
  source: 'fitted' | 'published' | 'model';
  /** Number of pairs that it is fitted to. */
  pairs: number;
  /** Quantiles in km at ERROR_SHARES of the absolute error at an age in days, of either sign. */
  quantilesKm(ageDays: number): Quantiles;
}

/** Laws of all classes. */
export interface ErrorLaws {
  of(satellite: { name: string; perigeeKm: number }): ErrorLaw;
  /** Text that changes with the laws. */
  identity: string;
}

/** Quantiles of Starlink's element sets of April 2026, by age in hours (arXiv 2605.19850). */
const STARLINK: readonly (readonly [number, Quantiles])[] = [
  [6, [0.93, 1.5, 3.62, 13.8]],
  [24, [3.42, 5.08, 10.1, 23.6]],
  [72, [11.7, 19.8, 38.5, 88]],
  [168, [38.5, 77.1, 155, 376]],
];

/** Quantiles of the half-normal distribution at ERROR_SHARES, in standard deviations. */
const HALF_NORMAL = [0.6745, 0.9945, 1.6449, 2.5758] as const;

/** Makes laws of fitted rows, and of what is published where there are none. */
export function createErrorLaws(fitted: readonly ErrorRow[], identity: string): ErrorLaws {
  const rowsOf = Map.groupBy(
    fitted.filter(({ pairs }) => pairs >= LEAST_PAIRS),
    ({ errorClass }) => errorClass,
  );
  return {
    identity,
    of(satellite) {
      const classes = errorClasses(satellite);
      const [own = ''] = classes;
      const errorClass = classes.find((name) => rowsOf.has(name));
      if (errorClass !== undefined) {
        const rows = rowsOf.get(errorClass) as ErrorRow[];
        const pairs = Math.max(...rows.map((row) => row.pairs));
        return {
          errorClass,
          source: 'fitted',
          pairs,
          quantilesKm: between(rows.map((row) => [row.ageHours, row.km] as const)),
        };
      }
      if (constellationOf(satellite.name)?.timing === 'manoeuvring') {
        return { errorClass: own, source: 'published', pairs: 0, quantilesKm: between(STARLINK) };
      }
      return {
        errorClass: own,
        source: 'model',
        pairs: 0,
        quantilesKm: (ageDays) => HALF_NORMAL.map((x) => Math.max(1, x * Math.hypot(1, ageDays))) as unknown as Quantiles,
      };
    },
  };
}

/** Interpolates rows by the logarithms of age and error; at least 1 km. */
function between(rows: readonly (readonly [number, Quantiles])[]): ErrorLaw['quantilesKm'] {
  const sorted = rows.toSorted(([a], [b]) => a - b);
  return (ageDays) => {
    const hours = Math.max(Math.abs(24 * ageDays), 1e-3);
    const after = Math.min(Math.max(sorted.findIndex(([age]) => age >= hours), 1), sorted.length - 1);
    const upper = sorted[hours > (sorted.at(-1)?.[0] ?? 0) ? sorted.length - 1 : after];
    const lower = sorted[Math.max(0, sorted.indexOf(upper as never) - 1)];
    if (upper === undefined || lower === undefined) throw new RangeError('a law needs a row');
    const share = lower === upper ? 0 : Math.log(hours / lower[0]) / Math.log(upper[0] / lower[0]);
    return upper[1].map((km, k) => Math.max(1, (lower[1][k] as number) ** (1 - share) * km ** share)) as unknown as Quantiles;
  };
}

import { ERROR_AGES_HOURS, ERROR_SHARES, type ErrorRow } from './law.js';

/** Smallest error that is told apart, in km: smaller errors count as a metre. */
const LEAST_KM = 0.001;
/** Ratio of the ends of a bin: quantiles are exact to half a percent. */
const BIN_RATIO = 1.005;
/** Number of bins: the last one holds errors from some 90,000 km on, more than the width of a geostationary orbit. */
const BINS = Math.ceil(Math.log(9e7) / Math.log(BIN_RATIO));

/**
 * Makes counts of errors by class and age in bins, so that any number of them takes the same memory: 15 kB a class and
 * age.
 */
export function createErrorCounts() {
  const bins = new Map<string, Uint32Array[]>();
  return {
    /** Counts an absolute error, in km, of an elset ERROR_AGES_HOURS[age] hours after its epoch in each class. */
    add(errorClasses: readonly string[], age: number, km: number): void {
      const bin = binOf(km);
      for (const errorClass of errorClasses) {
        let byAge = bins.get(errorClass);
        if (byAge === undefined) bins.set(errorClass, (byAge = ERROR_AGES_HOURS.map(() => new Uint32Array(BINS))));
        const counts = byAge[age] as Uint32Array;
        counts[bin] = (counts[bin] as number) + 1;
      }
    },

    /** Lists the quantiles of all that was counted, by class and age. */
    rows: (): ErrorRow[] =>
      [...bins].flatMap(([errorClass, byAge]) =>
        byAge.flatMap((counts, age) => {
          const pairs = counts.reduce((sum, count) => sum + count, 0);
          const ageHours = ERROR_AGES_HOURS[age] as number;
          return pairs === 0 ? [] : [{ errorClass, ageHours, pairs, km: quantilesOf(counts, pairs) }];
        }),
      ),
  };
}

function binOf(km: number): number {
  if (!(km > LEAST_KM)) return 0;
  return Math.min(BINS - 1, Math.floor(Math.log(km / LEAST_KM) / Math.log(BIN_RATIO)));
}

/** Quantiles at ERROR_SHARES, in km: of n errors the ceil(share n)th smallest, interpolated within its bin. */
function quantilesOf(counts: Uint32Array, pairs: number): ErrorRow['km'] {
  const [p50, p68, p90, p99] = ERROR_SHARES.map((share) => {
    const rank = Math.max(1, Math.ceil(share * pairs));
    let below = 0;
    let bin = 0;
    while (below + (counts[bin] as number) < rank) below += counts[bin++] as number;
    return LEAST_KM * BIN_RATIO ** (bin + (rank - below - 0.5) / (counts[bin] as number));
  });
  return [p50, p68, p90, p99] as [number, number, number, number];
}

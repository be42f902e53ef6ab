import type { MeanElements } from '../../core/elements.js';
import type { Core } from '../../core/index.js';
import { meanPerigeeKm } from '../describe.js';
import { errorClasses, perigeeClass } from './classes.js';
import { createErrorCounts } from './errorCounts.js';
import { type LeftOut, nothingLeftOut } from './history.js';
import type { ErrorRow } from './law.js';
import { pairErrors } from './pairErrors.js';

/** Satellite with the element sets of its number, in any order; of those with the same epoch the last is preferred. */
interface SatelliteHistory {
  name: string;
  sets: readonly MeanElements[];
}

/** Errors by class and age, and the numbers of satellites and pairs behind them. */
export interface ErrorFit {
  rows: ErrorRow[];
  /** Number of satellites with a pair. */
  satellites: number;
  /** Number of pairs; in `rows` each counts once in each class of its satellite. */
  pairs: number;
  leftOut: LeftOut;
}

/** Fits laws of error, satellite by satellite, in memory that does not grow with their number. */
export interface ErrorFitter {
  add(satellite: SatelliteHistory): void;
  fit(): ErrorFit;
}

/**
 * Makes a fitter that counts the errors of pairs of element sets: see `pairErrors`. A pair counts in all classes
 * that its satellite belongs to by the newer set.
 *
 * @param nowUs time of the fit, microseconds since 1970: later sets do not count
 */
export function createErrorFitter(core: Core, nowUs: number): ErrorFitter {
  const counts = createErrorCounts();
  const leftOut = nothingLeftOut();
  let satellites = 0;
  let pairs = 0;
  return {
    add({ name, sets }) {
      // Kept by class of perigee: looking the constellation up takes longer than finding a pair.
      const classes = new Map<string | undefined, readonly string[]>();
      const before = pairs;
      pairErrors(core, { sets, nowUs, leftOut }, (age, km, newer) => {
        const heightKm = meanPerigeeKm(newer);
        const perigee = perigeeClass(heightKm);
        const own = classes.get(perigee) ?? errorClasses({ name, perigeeKm: heightKm });
        classes.set(perigee, own);
        counts.add(own, age, km);
        pairs += 1;
      });
      if (pairs > before) satellites += 1;
    },
    fit: () => ({ rows: counts.rows(), satellites, pairs, leftOut }),
  };
}

import type { Knex } from 'knex';
import { createErrorLaws, type ErrorLaws } from '../catalogue/errors/law.js';
import { lastErrorFit, NO_FIT, readErrorRows, type StoredErrorFit } from '../db/catalogue/elementErrors.js';

/** Laws of error in memory, as they were fitted last. Only the host's thread reads and writes them. */
export interface KnownErrorLaws {
  /** Returns the laws in force: of the last fit, and published ones or a model where the fit has too few pairs. */
  current(): ErrorLaws;
  /** Returns the fit that the current laws come from. */
  fit(): StoredErrorFit;
  /** Reads the last fit, unless it is known. */
  refresh(): Promise<void>;
}

/** Makes laws that rest on no fit until they are refreshed. */
export function createKnownErrorLaws(knex: Knex): KnownErrorLaws {
  let fit = NO_FIT;
  let laws = createErrorLaws([], 'none');
  return {
    current: () => laws,
    fit: () => fit,
    async refresh() {
      if ((await lastErrorFit(knex))?.getTime() === fit.fittedAt?.getTime()) return;
      fit = await readErrorRows(knex);
      laws = createErrorLaws(fit.rows, fit.fittedAt?.toISOString() ?? 'none');
    },
  };
}

import type { Knex } from 'knex';
import { createErrorLaws, type ErrorLaws } from '../catalogue/errors/law.js';
import { lastErrorFit, NO_FIT, readErrorRows, type StoredErrorFit } from '../db/catalogue/elementErrors.js';

/** Laws of error in memory, as they were fitted last. Only the host's thread reads and writes them. */
export interface KnownErrorLaws {
  /** Returns the laws in force: those of the last fit, and what is published where it has too few pairs. */
  current(): ErrorLaws;
  /** Returns the fit that they come from. */
  fit(): StoredErrorFit;
  /** Reads the last fit, unless it is known. */
  refresh(): Promise<void>;
}

/** Makes laws that know no fit until they are refreshed. */
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

import type { Knex } from 'knex';
import { createErrorLaws } from '../catalogue/errors/law.js';
import { lastErrorFit, NO_FIT, readErrorRows } from '../db/catalogue/elementErrors.js';

/** Laws of error in memory, as they were fitted last. Only the main thread reads and writes them. */
export type KnownErrorLaws = ReturnType<typeof createKnownErrorLaws>;

/** Makes laws that rest on no fit until they are refreshed. */
export function createKnownErrorLaws(knex: Knex) {
  let fit = NO_FIT;
  let laws = createErrorLaws([], 'none');
  return {
    /** Returns the laws in force: fitted last or, for a class with too few pairs of elsets, published or a model. */
    current: () => laws,
    /** Returns the fit that the current laws come from. */
    fit: () => fit,
    /** Reads the last fit, unless it is already in memory. */
    async refresh(): Promise<void> {
      if ((await lastErrorFit(knex))?.getTime() === fit.fittedAt?.getTime()) return;
      fit = await readErrorRows(knex);
      laws = createErrorLaws(fit.rows, fit.fittedAt?.toISOString() ?? 'none');
    },
  };
}

import type { Knex } from 'knex';
import type { ErrorFit } from '../../catalogue/errors/fit.js';
import { startErrorFit } from '../../catalogue/errors/fitApart.js';
import { replaceErrorRows } from '../../db/catalogue/elementErrors.js';
import { historiesAfter } from '../../db/catalogue/histories.js';
import { catalogueRevision } from '../../db/catalogue/imports.js';
import { DAY_MS } from '../../spec.js';

/** Days before the fit from which element sets count: the Sun changes drag, and operators change how they steer. */
const FITTED_DAYS = 90;

/**
 * Fits laws of error to the imported element sets of the last 90 days, in a thread of its own, and stores them in the
 * place of the laws before, all at once: a fit that fails changes nothing.
 *
 * @param signal gives the fit up
 * @throws the signal's reason; an error if the thread has died, or the fit takes more than an hour
 */
export async function fitErrors(knex: Knex, now: Date, signal?: AbortSignal): Promise<ErrorFit> {
  const revision = await catalogueRevision(knex);
  const nowMs = now.getTime();
  const thread = startErrorFit({ nowUs: 1000 * nowMs }, signal);
  try {
    const fromUs = 1000 * (nowMs - FITTED_DAYS * DAY_MS);
    for (let after = 0; ;) {
      const page = await historiesAfter(knex, { after, fromUs });
      if (page === undefined) break;
      await thread.add(page.satellites);
      after = page.last;
    }
    const fit = await thread.fit();
    await knex.transaction((trx) => replaceErrorRows(trx, { ...fit, fittedAt: now, catalogueRevision: revision }));
    return fit;
  } finally {
    await thread.close();
  }
}

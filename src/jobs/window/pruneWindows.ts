import type { Knex } from 'knex';
import { failAbandonedSweeps, pruneSeries } from '../../db/analysis/sweeps.js';
import { deleteEndedWindows, newestPublishedWindows } from '../../db/analysis/windows.js';

/** Windows whose series stay: the one that answers, and the one before for those that have chosen it. */
const KEPT = 2;

/**
 * Removes what nobody needs any more: windows whose end has passed, and the stored series of all but the newest, which
 * are answered live from then on. Their run indexes stay; sweeps of them that did not come to their end will not.
 */
export async function pruneWindows(knex: Knex, now: Date): Promise<void> {
  const kept = (await newestPublishedWindows(knex, KEPT)).map(({ id }) => id);
  await deleteEndedWindows(knex, now.getTime() * 1000, kept);
  await failAbandonedSweeps(knex, kept);
  await pruneSeries(knex, kept);
}

import type { Knex } from 'knex';
import { failAbandonedSweeps, pruneSeries } from '../../db/analysis/sweeps.js';
import { deleteEndedWindows, newestPublishedWindows } from '../../db/analysis/windows.js';

/**
 * Number of newest windows whose series stay: the one that answers, and the one before, which requests may still name.
 */
const KEPT = 2;

/**
 * Removes data that nobody needs any more, of all but the newest two windows: the windows that have ended, and of the
 * others the stored series and unfinished sweeps. Their cells are answered live from then on; their run indexes stay.
 */
export async function pruneWindows(knex: Knex, now: Date): Promise<void> {
  const kept = (await newestPublishedWindows(knex, KEPT)).map(({ id }) => id);
  await deleteEndedWindows(knex, now.getTime() * 1000, kept);
  await failAbandonedSweeps(knex, kept);
  await pruneSeries(knex, kept);
}

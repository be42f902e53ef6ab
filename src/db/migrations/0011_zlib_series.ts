import type { Knex } from 'knex';

/**
 * Deletes stored series, and blocks of unfinished sweeps, in a format that is no longer read. The next sweep of a window
 * counts them again; until then its cells are answered live.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('truncate sweep_blocks, cell_series');
}

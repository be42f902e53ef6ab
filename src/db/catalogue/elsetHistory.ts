import type { Knex } from 'knex';
import { BULK_STATEMENT } from '../connection/statements.js';
import { BUNDLED_IN_FORCE, type DatedElsetRow, elsetsAround, MEAN_ELEMENTS } from './elsets.js';

/** Finds the elsets from which the nearest to an instant is chosen: each satellite's first from then on, and its last before. */
export async function elsetsNearest(db: Knex, { atUs }: { atUs: number }): Promise<DatedElsetRow[]> {
  return elsetsAround(db, atUs);
}

/** Finds each satellite's elset with the newest epoch, of those that were imported by a time in milliseconds since 1970. */
export async function elsetsAsOf(db: Knex, { asOfMs }: { asOfMs: number }): Promise<DatedElsetRow[]> {
  const { rows } = await db
    .raw<{ rows: DatedElsetRow[] }>(
      `select e.id as "elsetId", s.norad_number as "noradNumber", s.name, e.element_set_no as "elementSetNo", e.bundled,
         ${MEAN_ELEMENTS}
       from satellites s
       cross join lateral (
         select * from elsets
         where norad_number = s.norad_number and bundled = ${BUNDLED_IN_FORCE}
           and imported_at <= to_timestamp(cast(:asOfMs as double precision) / 1000)
         order by epoch_us desc, element_set_no desc, id desc limit 1
       ) e
       order by s.norad_number`,
      { asOfMs },
    )
    .options(BULK_STATEMENT);
  return rows;
}

/** Finds the epochs of the oldest and the newest elset, microseconds since 1970; undefined without any. */
export async function historyRange(db: Knex): Promise<{ oldestEpochUs: number; newestEpochUs: number } | undefined> {
  const { rows } = await db
    .raw<{ rows: { oldestEpochUs: number | null; newestEpochUs: number | null }[] }>(
      `select min(epoch_us) as "oldestEpochUs", max(epoch_us) as "newestEpochUs"
       from elsets where bundled = ${BUNDLED_IN_FORCE}`,
    )
    .options(BULK_STATEMENT);
  const { oldestEpochUs = null, newestEpochUs = null } = rows[0] ?? {};
  return oldestEpochUs === null || newestEpochUs === null ? undefined : { oldestEpochUs, newestEpochUs };
}

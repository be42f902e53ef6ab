import type { Knex } from 'knex';
import { DAY_MS, ELSET_MAX_AGE_DAYS } from '../../spec.js';
import { BULK_STATEMENT } from '../connection/statements.js';
import {
  BUNDLED_IN_FORCE,
  DATED_ELSET,
  type DatedElsetRow,
  elsetsAround,
  FITTED,
  NOT_FITTED,
  PAGE,
  preferFitted,
  PREFERRED,
  readPages,
} from './elsets.js';

const MAX_AGE_US = ELSET_MAX_AGE_DAYS * DAY_MS * 1000;

/**
 * Finds each satellite's elsets around an instant, as `elsetsAround` does, but none more than 14 days from it: its
 * nearest is among them. `atUs` is in microseconds since 1970.
 */
export async function elsetsNearest(db: Knex, atUs: number): Promise<DatedElsetRow[]> {
  const rows = await elsetsAround(db, atUs);
  return rows.filter(({ epochUs }) => Math.abs(epochUs - atUs) <= MAX_AGE_US);
}

/** Days after an instant up to which epochs count: publishers date a few elsets up to two days ahead. */
const AHEAD_DAYS = 3;

/**
 * SQL: each satellite's newest elset that had been imported by `:asOf`, of those that `condition` allows, up to the
 * epoch `:lastUs`. The look-up goes back from there, so that it passes hardly any elset that was imported later.
 */
const newest = (condition: string): string =>
  `select ${DATED_ELSET}
   from ${PAGE}
   cross join lateral (
     select * from elsets
     where norad_number = s.norad_number and epoch_us <= :lastUs and imported_at <= :asOf
       and bundled = ${BUNDLED_IN_FORCE} and ${condition}
     order by epoch_us desc, ${PREFERRED} limit 1
   ) e
   order by s.norad_number`;

/**
 * Finds the elsets from which the service could have answered at an instant, in milliseconds since 1970, by catalogue
 * number: of those imported by then, each satellite's newest. Epochs count up to 3 days after the instant, those of
 * supplemental elsets up to the instant; between the two, `preferFitted` chooses.
 */
export async function elsetsAsOf(db: Knex, { asOfMs }: { asOfMs: number }): Promise<DatedElsetRow[]> {
  const asOf = new Date(asOfMs);
  const of = (condition: string, lastMs: number): Promise<DatedElsetRow[]> =>
    readPages(db, newest(condition), { asOf, lastUs: lastMs * 1000 });
  const ordinary = await of(NOT_FITTED, asOfMs + AHEAD_DAYS * DAY_MS);
  return preferFitted(ordinary, await of(FITTED, asOfMs), asOfMs * 1000);
}

/**
 * Finds the oldest and the newest epoch in the catalogue in force, microseconds since 1970; undefined if it is empty.
 * For the oldest, satellites with one epoch alone do not count if others have several: the last elset of a satellite is
 * always kept.
 */
export async function historyRange(db: Knex): Promise<{ oldestEpochUs: number; newestEpochUs: number } | undefined> {
  // A join looks each end up once; as subqueries in the list they would be looked up for each of their uses.
  const end = (order: string): string =>
    `lateral (select epoch_us from elsets
      where norad_number = s.norad_number and bundled = ${BUNDLED_IN_FORCE} order by epoch_us ${order} limit 1)`;
  const { rows } = await db
    .raw<{ rows: { oldestEpochUs: number | null; newestEpochUs: number | null }[] }>(
      `select coalesce(min(first.epoch_us) filter (where first.epoch_us < last.epoch_us), min(first.epoch_us))
           as "oldestEpochUs",
         max(last.epoch_us) as "newestEpochUs"
       from satellites s cross join ${end('asc')} first cross join ${end('desc')} last`,
    )
    .options(BULK_STATEMENT);
  const { oldestEpochUs = null, newestEpochUs = null } = rows[0] ?? {};
  return oldestEpochUs === null || newestEpochUs === null ? undefined : { oldestEpochUs, newestEpochUs };
}

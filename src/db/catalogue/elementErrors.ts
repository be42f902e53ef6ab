import type { Knex } from 'knex';
import type { ErrorFit } from '../../catalogue/errors/fit.js';
import type { ErrorRow } from '../../catalogue/errors/law.js';
import { numericArray } from '../connection/statements.js';

/** Errors of element sets as they were fitted last, with the numbers of satellites and pairs that gave them. */
export interface StoredErrorFit extends Omit<ErrorFit, 'leftOut'> {
  /** Time of the fit; null before the first, when there are no rows. */
  fittedAt: Date | null;
  /** Numbers of sets and pairs that did not count, by reason. */
  leftOut: Readonly<Record<string, number>>;
}

/** Stored fit before the first one: no rows. */
export const NO_FIT: StoredErrorFit = { rows: [], fittedAt: null, satellites: 0, pairs: 0, leftOut: {} };

/** Finds the time of the last fit; null before the first. */
export async function lastErrorFit(db: Knex): Promise<Date | null> {
  const found = await db('element_error_fits').first<{ fittedAt: Date | null } | undefined>('fitted_at as fittedAt');
  return found?.fittedAt ?? null;
}

/** Reads the errors that were fitted last, by class and age. */
export async function readErrorRows(db: Knex): Promise<StoredErrorFit> {
  // One statement: a fit that is stored meanwhile cannot come between.
  const { rows } = await db.raw<{ rows: (Omit<StoredErrorFit, 'rows'> & { rows: ErrorRow[] | null })[] }>(
    `select fitted_at as "fittedAt", satellites, pairs, left_out as "leftOut", (
       select json_agg(json_build_object('errorClass', error_class, 'ageHours', age_hours, 'pairs', pairs,
         'km', json_build_array(p50_km, p68_km, p90_km, p99_km)) order by error_class, age_hours)
       from element_errors) as rows
     from element_error_fits`,
  );
  const [found] = rows;
  return found === undefined ? NO_FIT : { ...found, rows: found.rows ?? [] };
}

/**
 * Replaces the stored fit by a new one.
 *
 * @param fit.catalogueRevision revision of the catalogue that was fitted
 */
export async function replaceErrorRows(
  trx: Knex.Transaction,
  {
    rows,
    satellites,
    pairs,
    leftOut,
    fittedAt,
    catalogueRevision,
  }: ErrorFit & { fittedAt: Date; catalogueRevision: number },
): Promise<void> {
  // First this row, which makes processes that store a fit at the same time wait for each other.
  await trx.raw(
    `insert into element_error_fits (attempted_at, fitted_at, catalogue_revision, satellites, pairs, left_out)
     values (:fittedAt, :fittedAt, :catalogueRevision, :satellites, :pairs, :leftOut)
     on conflict (is_last) do update set (fitted_at, catalogue_revision, satellites, pairs, left_out) =
       (excluded.fitted_at, excluded.catalogue_revision, excluded.satellites, excluded.pairs, excluded.left_out)`,
    { fittedAt, catalogueRevision, satellites, pairs, leftOut: JSON.stringify(leftOut) },
  );
  await trx('element_errors').delete();
  await trx.raw(
    `insert into element_errors (error_class, age_hours, pairs, p50_km, p68_km, p90_km, p99_km)
     select * from unnest(?::text[], ?::int[], ?::int[], ?::float8[], ?::float8[], ?::float8[], ?::float8[])`,
    [
      rows.map(({ errorClass }) => errorClass),
      numericArray(rows, ({ ageHours }) => ageHours),
      numericArray(rows, (row) => row.pairs),
      ...([0, 1, 2, 3] as const).map((k) => numericArray(rows, ({ km }) => km[k])),
    ],
  );
}

/** Least milliseconds from one fit to the next. */
const FIT_EVERY_MS = 86_400_000;
/** Least milliseconds from the begin of one attempt at a fit to the next. */
const RETRY_AFTER_MS = 3_600_000;

/**
 * Claims a fit for this process if one is due; returns whether it did. Of several processes one succeeds. A fit is due
 * if there are imported element sets and no process has begun a fit within the last hour. After the first, it is due
 * only if the last one is at least a day old and the catalogue has changed since. Times are by the clock of the
 * process; recorded times in the future do not count.
 */
export async function claimErrorFit(db: Knex, now: Date): Promise<boolean> {
  const { rowCount }: { rowCount: number } = await db.raw(
    `insert into element_error_fits as f (attempted_at)
     select cast(:now as timestamptz) where exists (select 1 from elsets where not bundled)
     on conflict (is_last) do update set attempted_at = excluded.attempted_at
     where f.attempted_at not between :retryBefore and :now and (f.fitted_at is null or
       f.fitted_at not between :fitBefore and :now and
       f.catalogue_revision < (select max(id) from imports where added + changed > 0))`,
    {
      now,
      retryBefore: new Date(now.getTime() - RETRY_AFTER_MS),
      fitBefore: new Date(now.getTime() - FIT_EVERY_MS),
    },
  );
  return rowCount === 1;
}

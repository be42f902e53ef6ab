import type { Knex } from 'knex';
import type { MeanElements } from '../../core/elements.js';
import { countRows } from '../connection/statements.js';
import { elementsOf, MEAN_ELEMENTS, NEWEST_ELSET } from '../catalogue/elsets.js';

/** Satellite that an account tracks, with its newest elset. */
export interface TrackedSatellite {
  id: number;
  noradNumber: number;
  name: string;
  elements: MeanElements;
  trackedAt: Date;
  /** User who began to track it; null if none is known. */
  trackedBy: { id: number; email: string; firstName: string; lastName: string } | null;
}

/**
 * Lists the satellites of an account, first tracked first; with `name`, only satellites whose name contains it, in any
 * case.
 */
export async function listTracked(db: Knex, accountId: number, name?: string): Promise<TrackedSatellite[]> {
  // Postgres has no text with NUL in it, so no name contains one.
  if (name?.includes('\0')) return [];
  const pattern = `%${(name ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return select(db, `t.account_id = ? and s.name ilike ? escape '\\'`, [accountId, pattern]);
}

/** Finds a tracked satellite; undefined if the account has none of that id. */
export async function findTracked(db: Knex, accountId: number, id: number): Promise<TrackedSatellite | undefined> {
  return (await select(db, 't.account_id = ? and t.id = ?', [accountId, id]))[0];
}

/** Satellite of the catalogue, with its newest elset. */
export interface CataloguedSatellite extends Pick<TrackedSatellite, 'noradNumber' | 'name' | 'elements'> {
  /** Id under which the account tracks it; null if it does not. */
  trackedId: number | null;
}

/**
 * Lists the catalogued satellites of the given numbers, in that order, each with the account's id for it. Unknown
 * numbers are left out.
 */
export async function listCatalogued(
  db: Knex,
  accountId: number,
  noradNumbers: readonly number[],
): Promise<CataloguedSatellite[]> {
  const { rows } = await db.raw<{ rows: (MeanElements & Omit<CataloguedSatellite, 'elements'>)[] }>(
    `select s.norad_number as "noradNumber", s.name, t.id as "trackedId", ${MEAN_ELEMENTS}
     from unnest(cast(? as bigint[])) with ordinality as asked (norad_number, place)
     join satellites s using (norad_number) ${NEWEST_ELSET}
     left join tracked_satellites t on t.norad_number = s.norad_number and t.account_id = ?
     order by asked.place`,
    [[...noradNumbers], accountId],
  );
  return rows.map(({ noradNumber, name, trackedId, ...row }) => ({
    noradNumber,
    name,
    trackedId,
    elements: elementsOf(row),
  }));
}

/**
 * Finds the name of a catalogued satellite and, if the account tracks it, the account's id for it; undefined for an
 * unknown number.
 */
export async function findCatalogued(
  db: Knex,
  accountId: number,
  noradNumber: number,
): Promise<{ name: string; trackedId: number | null } | undefined> {
  return db('satellites as s')
    .leftJoin('tracked_satellites as t', (on) =>
      on.on('t.norad_number', 's.norad_number').andOnVal('t.account_id', accountId),
    )
    .where({ 's.norad_number': noradNumber })
    .first<{ name: string; trackedId: number | null } | undefined>({ name: 's.name', trackedId: 't.id' });
}

/**
 * Starts to track a satellite and returns it; changes nothing if the account tracks it already. Undefined if it is not
 * catalogued.
 */
export async function track(
  db: Knex,
  accountId: number,
  noradNumber: number,
  userId: number | null,
): Promise<TrackedSatellite | undefined> {
  await db.raw(
    `insert into tracked_satellites (account_id, norad_number, tracked_by)
     select ?, norad_number, ? from satellites where norad_number = ?
     on conflict (account_id, norad_number) do nothing`,
    [accountId, userId, noradNumber],
  );
  return (await select(db, 't.account_id = ? and t.norad_number = ?', [accountId, noradNumber]))[0];
}

/**
 * Starts to track a satellite like `track`; returns `full` if the account tracks `most` others already. Calls for one
 * account take turns, so that calls at the same time cannot exceed `most` together.
 */
export async function trackUpTo(
  db: Knex,
  accountId: number,
  noradNumber: number,
  userId: number | null,
  most: number,
): Promise<TrackedSatellite | 'full' | undefined> {
  return db.transaction(async (trx) => {
    await trx('accounts').where({ id: accountId }).forNoKeyUpdate().select('id');
    const ofAccount = { account_id: accountId };
    const isTracked = (await countRows(trx, 'tracked_satellites', { ...ofAccount, norad_number: noradNumber })) > 0;
    if (!isTracked && (await countRows(trx, 'tracked_satellites', ofAccount)) >= most) return 'full';
    return track(trx, accountId, noradNumber, userId);
  });
}

/** Stops tracking; returns the satellite, or undefined when the account has no such id. */
export async function untrack(db: Knex, accountId: number, id: number): Promise<TrackedSatellite | undefined> {
  return db.transaction(async (trx) => {
    const tracked = await findTracked(trx, accountId, id);
    // Another call may have deleted it meanwhile.
    return (await trx('tracked_satellites').where({ account_id: accountId, id }).delete()) > 0 ? tracked : undefined;
  });
}

type TrackedRow = MeanElements & Omit<TrackedSatellite, 'elements'>;

async function select(db: Knex, where: string, values: (number | string)[]): Promise<TrackedSatellite[]> {
  const { rows } = await db.raw<{ rows: TrackedRow[] }>(
    `select t.id, s.norad_number as "noradNumber", s.name, t.created_at as "trackedAt", ${MEAN_ELEMENTS},
       case when u.id is not null then json_build_object(
         'id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name) end as "trackedBy"
     from tracked_satellites t
     join satellites s using (norad_number) ${NEWEST_ELSET}
     left join users u on u.id = t.tracked_by
     where ${where}
     order by t.id`,
    values,
  );
  return rows.map(({ id, noradNumber, name, trackedAt, trackedBy, ...row }) => ({
    id,
    noradNumber,
    name,
    trackedAt,
    trackedBy,
    elements: elementsOf(row),
  }));
}

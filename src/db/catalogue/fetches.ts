import type { Knex } from 'knex';

/** What is known of an address that was asked for data. Times are by the clock of whoever asked. */
export interface FetchRecord {
  /** Without credentials. */
  url: string;
  /** Of the data that was stored last: by these the server tells whether it has other data. */
  etag: string | null;
  lastModified: string | null;
  attemptedAt: Date;
  /** When the address answered last with data that was stored, or said that there is no other; null: never. */
  fetchedAt: Date | null;
  /** Of the last answer; null where there was none. */
  status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** Attempts that have failed since one did not. */
  failures: number;
}

const COLUMNS = {
  url: 'url',
  etag: 'etag',
  lastModified: 'last_modified',
  attemptedAt: 'attempted_at',
  fetchedAt: 'fetched_at',
  status: 'status',
  error: 'error',
  failures: 'failures',
};

/** Undefined for an address that nobody has asked yet. */
export async function findFetch(db: Knex, url: string): Promise<FetchRecord | undefined> {
  return db('fetches').where({ url }).first<FetchRecord | undefined>(COLUMNS);
}

/** All of them, by address. */
export async function listFetches(db: Knex): Promise<FetchRecord[]> {
  return db('fetches').orderBy('url').select<FetchRecord[]>(COLUMNS);
}

/**
 * Notes an attempt, unless somebody else has made one since `seen` was read (undefined: there was none): of several
 * processes that want to ask, one does. True where it is this one.
 */
export async function claimFetch(
  db: Knex,
  url: string,
  seen: FetchRecord | undefined,
  attemptedAt: Date,
): Promise<boolean> {
  const { rowCount }: { rowCount: number } = await db.raw(
    `insert into fetches as f (url, attempted_at) values (:url, :attemptedAt)
     on conflict (url) do update set attempted_at = excluded.attempted_at
     where f.attempted_at = cast(:seenAt as timestamptz)`,
    { url, attemptedAt, seenAt: seen?.attemptedAt ?? null },
  );
  return rowCount === 1;
}

/** Notes that an address answered well; with the data, in the transaction that stores it. */
export async function noteFetched(
  db: Knex,
  url: string,
  fetched: Pick<FetchRecord, 'etag' | 'lastModified' | 'fetchedAt' | 'status'>,
): Promise<void> {
  const { etag, lastModified, fetchedAt, status } = fetched;
  await db('fetches')
    .where({ url })
    .update({ etag, last_modified: lastModified, fetched_at: fetchedAt, status, error: null, failures: 0 });
}

/** Notes that an attempt came to nothing. What is known of the data stored before stays. */
export async function noteFailure(
  db: Knex,
  url: string,
  { status, error }: Pick<FetchRecord, 'status' | 'error'>,
): Promise<void> {
  await db('fetches')
    .where({ url })
    .update({ status, error, failures: db.raw('failures + 1') });
}

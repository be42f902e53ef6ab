import type { Knex } from 'knex';

/** State of an address that was asked for data. Times are by the clock of the process that asked. */
export interface FetchRecord {
  /** Address without credentials. */
  url: string;
  /**
   * ETag of the data that was stored last; null if it had none, or was imported by hand. With it and `lastModified` we
   * ask the server whether its data has changed.
   */
  etag: string | null;
  lastModified: string | null;
  attemptedAt: Date;
  /**
   * Time at which the address last sent data that was stored, or confirmed that nothing had changed; null if it never
   * did.
   */
  fetchedAt: Date | null;
  /** HTTP status of the last attempt that has ended; null if no answer came, or its data could not be stored. */
  status: number | null;
  /** Reason why the last attempt failed; null after a success, and while an attempt is under way. */
  error: string | null;
  /** Number of attempts that have failed since the last success. */
  failures: number;
}

const COLUMNS = `
  url, etag, last_modified as "lastModified", attempted_at as "attemptedAt", fetched_at as "fetchedAt", status, error,
  failures`;

/** Finds the state of an address; undefined if it has not been asked yet. */
export async function findFetch(db: Knex, url: string): Promise<FetchRecord | undefined> {
  return db('fetches').where({ url }).first<FetchRecord | undefined>(db.raw(COLUMNS));
}

/** Lists the states of all addresses, by address. */
export async function listFetches(db: Knex): Promise<FetchRecord[]> {
  return db('fetches').orderBy('url').select<FetchRecord[]>(db.raw(COLUMNS));
}

/**
 * Records an attempt to fetch an address, unless another process has made one since `seen` was read (undefined: none
 * was recorded then). Returns whether it recorded the attempt: of several processes that want to fetch an address, only
 * one does.
 */
export async function claimFetch(
  db: Knex,
  url: string,
  seen: FetchRecord | undefined,
  attemptedAt: Date,
): Promise<boolean> {
  const { rowCount }: { rowCount: number } = await db.raw(
    `insert into fetches as f (url, attempted_at) values (:url, :attemptedAt)
     on conflict (url) do update set attempted_at = excluded.attempted_at, error = null
     where f.attempted_at = cast(:seenAt as timestamptz)`,
    { url, attemptedAt, seenAt: seen?.attemptedAt ?? null },
  );
  return rowCount === 1;
}

/** Records a good answer of an address; if it brought data, in the transaction that stores the data. */
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

/** Records that an attempt failed. The ETag and dates of the data stored before stay. */
export async function noteFailure(
  db: Knex,
  url: string,
  { status, error }: Pick<FetchRecord, 'status' | 'error'>,
): Promise<void> {
  await db('fetches')
    .where({ url })
    .update({ status, error, failures: db.raw('failures + 1') });
}

import type { Knex } from 'knex';
import { BULK_STATEMENT, insertRow } from '../connection/statements.js';

export interface NewImport {
  kind: 'catalogue' | 'transmitters' | 'bundled';
  /** File, or address without credentials. */
  source: string;
  format: string;
  rowsRead: number;
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
}

export interface ImportRecord extends NewImport {
  id: number;
  createdAt: Date;
}

/** Key of the advisory lock; any fixed number would do. This is the text "catalogu" as an integer of 63 bits. */
const CATALOGUE_LOCK = '7161132844275689333';

/**
 * Locks the catalogue until the transaction ends: no other process can change it or open a window of it. So imports do
 * not deadlock, and a window holds exactly the revision that it names.
 */
export async function lockCatalogue(trx: Knex.Transaction): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [CATALOGUE_LOCK]).options(BULK_STATEMENT);
}

/**
 * Records an import and returns its id, which is the catalogue's new revision if it added or changed anything.
 */
export async function recordImport(db: Knex, record: NewImport): Promise<number> {
  return insertRow(db, 'imports', { ...record });
}

/** Returns the id of the newest import that added or changed anything; 0 before the first. */
export async function catalogueRevision(db: Knex): Promise<number> {
  const newest = await db('imports')
    .whereRaw('added + changed > 0')
    .first<{ revision: number | null }>(db.raw('max(id) as revision'));
  return newest.revision ?? 0;
}

/** Lists up to `limit` imports, the newest first. */
export async function listImports(db: Knex, limit: number): Promise<ImportRecord[]> {
  const { rows } = await db.raw<{ rows: ImportRecord[] }>(
    `select id, kind, source, format, rows_read as "rowsRead", added, changed, unchanged, rejected,
       created_at as "createdAt"
     from imports order by id desc limit ?`,
    [limit],
  );
  return rows;
}

/** Finds when transmitters were imported last; null if they never were. */
export async function transmittersImportedAt(db: Knex): Promise<Date | null> {
  const newest = await db('imports').where({ kind: 'transmitters' }).max<{ at: Date | null }[]>('created_at as at');
  return newest[0]?.at ?? null;
}

/** Finds the time of the oldest import of which an element set is still kept; null in an empty catalogue. */
export async function elsetsImportedSince(db: Knex): Promise<Date | null> {
  const oldest = await db('elsets').min<{ at: Date | null }[]>('imported_at as at').options(BULK_STATEMENT);
  return oldest[0]?.at ?? null;
}

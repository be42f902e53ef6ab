import type { Knex } from 'knex';
import { insertRow } from './insert.js';

export interface NewImport {
  kind: 'catalogue' | 'transmitters' | 'bundled';
  /** File or address, without credentials. */
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

/** Notes what an import did; returns its id, the catalogue's revision from now on when it added or changed anything. */
export async function recordImport(db: Knex, record: NewImport): Promise<number> {
  return insertRow(db, 'imports', {
    kind: record.kind,
    source: record.source,
    format: record.format,
    rows_read: record.rowsRead,
    added: record.added,
    changed: record.changed,
    unchanged: record.unchanged,
    rejected: record.rejected,
  });
}

/** Id of the newest import that added or changed anything; 0 before the first. */
export async function catalogueRevision(db: Knex): Promise<number> {
  const newest = await db('imports')
    .whereRaw('added + changed > 0')
    .first<{ revision: number | null }>(db.raw('max(id) as revision'));
  return newest.revision ?? 0;
}

/** The newest first. */
export async function listImports(db: Knex, limit: number): Promise<ImportRecord[]> {
  return db('imports').orderBy('id', 'desc').limit(limit).select<ImportRecord[]>({
    id: 'id',
    kind: 'kind',
    source: 'source',
    format: 'format',
    rowsRead: 'rows_read',
    added: 'added',
    changed: 'changed',
    unchanged: 'unchanged',
    rejected: 'rejected',
    createdAt: 'created_at',
  });
}

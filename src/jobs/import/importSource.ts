import type { Knex } from 'knex';
import { readSource } from '../../catalogue/sources/source.js';
import type { Rejection } from '../../catalogue/text/rejection.js';
import { lockCatalogue, type NewImport, recordImport } from '../../db/catalogue/imports.js';

/** Result of an import: its source and format, and how many records were read, added, changed and left unchanged. */
export interface Imported extends Omit<NewImport, 'kind' | 'rejected'> {
  rejections: readonly Rejection[];
  /** Records that are doubtful, and orbital slots whose carriers go to no satellite, each with the reason. */
  warnings?: readonly Rejection[];
  /** Notice for people: the source leaves satellites out. */
  notice?: string;
}

/** Parses the data of a source, and returns the function that stores it. */
export type SourceReader<Stored> = (
  bytes: Uint8Array,
  source: string,
) => Promise<(trx: Knex.Transaction) => Promise<Stored>>;

/** Reads a file, then stores its data in one transaction. @throws UserError if nothing can be read or stored */
export async function importFile<Stored>(knex: Knex, file: string, read: SourceReader<Stored>): Promise<Stored> {
  const { bytes, source } = await readSource(file);
  return knex.transaction(await read(bytes, source));
}

/** Stores the data of a source while no other import does, and records the import. */
export async function storeImport<Counts extends Pick<Imported, 'added' | 'changed' | 'unchanged'>>(
  trx: Knex.Transaction,
  kind: NewImport['kind'],
  from: Pick<Imported, 'source' | 'format' | 'rowsRead' | 'rejections'>,
  upsert: () => Promise<Counts>,
): Promise<Imported & Counts> {
  const { source, format, rowsRead, rejections } = from;
  await lockCatalogue(trx);
  const stored = await upsert();
  const { added, changed, unchanged } = stored;
  const rejected = rejections.length;
  await recordImport(trx, { kind, source, format, rowsRead, added, changed, unchanged, rejected });
  return { source, format, rowsRead, rejections, ...stored };
}

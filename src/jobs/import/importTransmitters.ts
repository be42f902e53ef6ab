import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { parseTransmittersApart } from '../../catalogue/sources/parseApart.js';
import type { Rejection } from '../../catalogue/text/rejection.js';
import { readSource } from '../../catalogue/sources/source.js';
import type { Transmitter } from '../../catalogue/transmitters/transmitter.js';
import type { ParsedTransmitters } from '../../catalogue/transmitters/transmitterFiles.js';
import { lockCatalogue, recordImport } from '../../db/catalogue/imports.js';
import { upsertTransmitters } from '../../db/catalogue/transmitters.js';

export interface TransmitterImport {
  /** File, or address without credentials. */
  source: string;
  format: string;
  rowsRead: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Numbers of records that describe no working downlink, by reason. */
  skipped: Readonly<Record<string, number>>;
  rejections: readonly Rejection[];
}

/**
 * Reads a file and adds or updates its transmitters, all in one transaction.
 *
 * @throws UserError where nothing can be read
 */
export async function importTransmitters(knex: Knex, file: string): Promise<TransmitterImport> {
  const { bytes, source } = await readSource(file);
  const parsed = await parseTransmittersApart(bytes, source);
  return knex.transaction((trx) => storeTransmitters(trx, parsed, source));
}

/** Adds or updates the transmitters of a source that was read, and records the import. */
export async function storeTransmitters(
  trx: Knex.Transaction,
  parsed: ParsedTransmitters,
  source: string,
): Promise<TransmitterImport> {
  const { format, transmitters, rejections, skipped, rowsRead } = parsed;
  await lockCatalogue(trx);
  const stored = await upsertTransmitters(trx, transmitters.map(withShortId));
  await recordImport(trx, {
    kind: 'transmitters',
    source,
    format,
    rowsRead,
    ...stored,
    rejected: rejections.length,
  });
  return { source, format, rowsRead, skipped, rejections, ...stored };
}

/**
 * A CSV file gives its transmitters no identifier: theirs are texts as long as their descriptions, stored as digests.
 */
function withShortId(transmitter: Transmitter): Transmitter {
  if (transmitter.source !== 'csv') return transmitter;
  const digest = createHash('sha256').update(transmitter.externalId).digest('hex');
  return { ...transmitter, externalId: digest.slice(0, 32) };
}

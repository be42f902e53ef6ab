import type { Knex } from 'knex';
import { parseCatalogueApart } from '../../catalogue/sources/parseApart.js';
import type { ParsedCatalogue } from '../../catalogue/elsets/formats.js';
import { bundledCatalogue } from '../../catalogue/reference/bundled.js';
import type { Rejection } from '../../catalogue/text/rejection.js';
import { readSource } from '../../catalogue/sources/source.js';
import { lockCatalogue, recordImport } from '../../db/catalogue/imports.js';
import { upsertCatalogue } from '../../db/catalogue/satellites.js';

export interface CatalogueImport {
  source: string;
  format: string;
  rowsRead: number;
  added: number;
  unchanged: number;
  newSatellites: number;
  rejections: readonly Rejection[];
}

/** Reads a file and adds its elsets, all in one transaction. @throws UserError where nothing can be read */
export async function importCatalogue(knex: Knex, file: string): Promise<CatalogueImport> {
  const { bytes, source } = await readSource(file);
  const parsed = await parseCatalogueApart(bytes, source);
  return knex.transaction((trx) => storeCatalogue(trx, parsed));
}

/** Adds the elsets of a catalogue that was read, and records the import. */
export async function storeCatalogue(trx: Knex.Transaction, parsed: ParsedCatalogue): Promise<CatalogueImport> {
  const { source, format, rowsRead, rejections, elsets } = parsed;
  await lockCatalogue(trx);
  const stored = await upsertCatalogue(trx, elsets, { bundled: false });
  await recordImport(trx, {
    kind: 'catalogue',
    source,
    format,
    rowsRead,
    added: stored.added,
    changed: 0,
    unchanged: stored.unchanged,
    rejected: rejections.length,
  });
  return { source, format, rowsRead, rejections, ...stored };
}

/**
 * Adds the bundled catalogue with its epochs at `epochUs`, microseconds since 1970, UTC; where it is there already,
 * nothing changes.
 */
export async function loadBundledCatalogue(knex: Knex, epochUs: number): Promise<void> {
  const elsets = bundledCatalogue(epochUs);
  await knex.transaction(async (trx) => {
    await lockCatalogue(trx);
    const { added, unchanged } = await upsertCatalogue(trx, elsets, { bundled: true });
    if (added === 0) return;
    await recordImport(trx, {
      kind: 'bundled',
      source: 'bundled',
      format: 'generated',
      rowsRead: elsets.length,
      added,
      changed: 0,
      unchanged,
      rejected: 0,
    });
  });
}

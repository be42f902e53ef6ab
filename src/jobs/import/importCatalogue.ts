import type { Knex } from 'knex';
import { bundledCatalogue } from '../../catalogue/reference/bundled.js';
import { parseCatalogueApart } from '../../catalogue/sources/parseApart.js';
import type { ElsetSource } from '../../db/catalogue/elsets.js';
import { lockCatalogue, recordImport } from '../../db/catalogue/imports.js';
import { upsertCatalogue } from '../../db/catalogue/satellites.js';
import { type Imported, type SourceReader, storeImport } from './importSource.js';
import { leftOutOfTle } from './leftOutOfTle.js';

/** Makes a reader that parses elsets of a kind of source, and returns the function that adds them to the catalogue. */
export const elsetReader =
  (from: ElsetSource): SourceReader<Imported & { newSatellites: number }> =>
  async (bytes, source) => {
    const parsed = await parseCatalogueApart(bytes, source);
    return (trx) =>
      storeImport(trx, 'catalogue', parsed, async () => {
        const stored = await upsertCatalogue(trx, parsed.elsets, { bundled: false, source: from });
        const notice = await leftOutOfTle(trx, parsed);
        return { ...stored, changed: 0, ...(notice !== undefined && { notice }) };
      });
  };

/** Parses elsets of a publisher; returns the function that adds them to the catalogue. */
export const readElsets = elsetReader('gp');

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
    const counts = { rowsRead: elsets.length, added, changed: 0, unchanged, rejected: 0 };
    await recordImport(trx, { kind: 'bundled', source: 'bundled', format: 'generated', ...counts });
  });
}

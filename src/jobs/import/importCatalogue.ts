import type { Knex } from 'knex';
import { bundledCatalogue } from '../../catalogue/reference/bundled.js';
import type { ParsedCatalogue } from '../../catalogue/elsets/formats.js';
import { parseCatalogueApart } from '../../catalogue/sources/parseApart.js';
import type { ElsetSource } from '../../db/catalogue/elsets.js';
import { lockCatalogue, recordImport } from '../../db/catalogue/imports.js';
import { hasNumberFrom, upsertCatalogue } from '../../db/catalogue/satellites.js';
import { CELESTRAK } from '../../spec.js';
import { type Imported, type SourceReader, storeImport } from './importSource.js';

/** Makes a reader: it parses elsets of one kind of source, and returns the function that adds them to the catalogue. */
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

/** First catalogue number that publishers leave out of TLE; Alpha-5 goes on to 339999, but few write it. */
const FIRST_LEFT_OUT = 100_000;

/**
 * Makes the notice that a TLE source leaves satellites out: all its catalogue numbers are below 100000, although the
 * catalogue holds imported elsets of higher ones, or the source is a group of CelesTrak's, which has such satellites.
 * Undefined for any other source.
 */
export async function leftOutOfTle(
  db: Knex,
  { format, elsets, source }: Pick<ParsedCatalogue, 'format' | 'elsets' | 'source'>,
): Promise<string | undefined> {
  if (format !== 'tle' && format !== '3le') return undefined;
  if (elsets.some(({ noradNumber }) => noradNumber >= FIRST_LEFT_OUT)) return undefined;
  if (!isGroupOfCelestrak(source) && !(await hasNumberFrom(db, FIRST_LEFT_OUT))) return undefined;
  return (
    'TLE has no numbers above 99999 (Alpha-5: 339999), and all here are below 100000: satellites with higher numbers ' +
    'are left out. Import OMM as CSV or JSON, which has them'
  );
}

/** Whether an address asks CelesTrak for anything but satellites by their numbers. */
function isGroupOfCelestrak(source: string): boolean {
  if (!URL.canParse(source)) return false;
  const { hostname, searchParams } = new URL(source);
  return CELESTRAK.host.test(hostname) && ![...searchParams.keys()].some((key) => key.toUpperCase() === 'CATNR');
}

/**
 * Adds the bundled catalogue with its epochs at `epochUs`, microseconds since 1970, UTC; changes nothing if the
 * catalogue holds these elsets already.
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

import type { Knex } from 'knex';
import type { ParsedCatalogue } from '../../catalogue/elsets/formats.js';
import { hasNumberFrom } from '../../db/catalogue/satellites.js';
import { CELESTRAK } from '../../spec.js';

/** First catalogue number that publishers leave out of TLE; Alpha-5 goes on to 339999, but few write it. */
const FIRST_LEFT_OUT = 100_000;

/**
 * Makes the notice that a TLE source leaves satellites out: all its catalogue numbers are below 100000, while the
 * catalogue holds imported elsets of higher ones, or the source is a group of CelesTrak's, which has them. Undefined
 * for any other source.
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

/** Whether an address asks CelesTrak for more than one satellite by its number. */
function isGroupOfCelestrak(source: string): boolean {
  if (!URL.canParse(source)) return false;
  const { hostname, searchParams } = new URL(source);
  return CELESTRAK.host.test(hostname) && ![...searchParams.keys()].some((key) => key.toUpperCase() === 'CATNR');
}

import type { Knex } from 'knex';
import pg from 'pg';

/** Type codes of int8, read as a number: our identifiers, microseconds and counts stay below 2^53. */
const INT8 = 20;
const INT8_ARRAY: number = 1016;

/**
 * Parser of a column by its type: pg's own, except that int8 is read as a number. Passed to each connection, so that
 * other users of pg see no change.
 */
export function parseColumn(oid: number, format: string): (value: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === INT8_ARRAY) {
    const parse = pg.types.getTypeParser(oid, 'text') as (value: string) => string[];
    return (value) => parse(value).map(Number);
  }
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

/**
 * Knex settings that keep its messages quiet. Its errors would repeat the values of a failed statement, such as
 * password hashes or a whole catalogue. Its warnings would go to the console, past our log, and what they report is
 * thrown anyway.
 */
export const QUIET = {
  compileSqlOnError: false,
  log: { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined },
} as const satisfies Knex.Config;

/**
 * Options of a statement over a whole catalogue, which may outlast a request: `knex.raw(sql).options(BULK_STATEMENT)`.
 */
export const BULK_STATEMENT = { query_timeout: 120_000 } as const;

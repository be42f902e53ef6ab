import type { Knex } from 'knex';
import pg from 'pg';

/** Our identifiers, microseconds and counts stay below 2^53. */
const INT8 = 20;
const INT8_ARRAY: number = 1016;

/**
 * pg's parsers by type, with int8 as a number, alone and in arrays; passed to each connection so that nobody else's pg
 * changes.
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
 * Knex repeats the values of a failed statement in its error message: not the password hashes of an account, nor the
 * columns of a whole catalogue. Its own warnings would go to the console past our log; what they tell of also throws.
 */
export const QUIET = {
  compileSqlOnError: false,
  log: { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined },
} as const satisfies Knex.Config;

/** For statements over a whole catalogue, which may outlast a request: `knex.raw(sql).options(BULK_STATEMENT)`. */
export const BULK_STATEMENT = { query_timeout: 120_000 } as const;

/** Parts of statements that several queries have in common. */
import type { Knex } from 'knex';

/** Options of a statement that may take two minutes, longer than a request: `knex.raw(sql).options(BULK_STATEMENT)`. */
export const BULK_STATEMENT = { query_timeout: 120_000 } as const;

/**
 * Formats a numeric array parameter for `unnest` as Postgres writes arrays: the driver would quote every element, which
 * takes longer than the insert.
 */
export function numericArray<Row>(rows: readonly Row[], value: (row: Row) => number | null): string {
  return `{${rows.map((row) => value(row) ?? 'NULL').join(',')}}`;
}

/**
 * Splits rows into pieces of at most `size`: an embedded database has one connection, so no statement may take long.
 */
export function chunks<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/** Name of a column in the database, such as `created_at`, by its name here, `createdAt`. */
function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Inserts one row into a table with a generated id, and returns the id. `columnOf` names the column of each field. */
export async function insertRow(db: Knex, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const columns = Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]));
  const inserted: { id: number }[] = await db(table).insert(columns, ['id']);
  const [first] = inserted;
  if (first === undefined) throw new Error(`the database returned no id for a row inserted into ${table}`);
  return first.id;
}

/** Counts the rows of a table with these values. */
export async function countRows(db: Knex, table: string, where: Readonly<Record<string, unknown>>): Promise<number> {
  const counted = await db(table).where(where).count<{ count: number }[]>('* as count');
  return counted[0]?.count ?? 0;
}

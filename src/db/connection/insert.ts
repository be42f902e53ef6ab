import type { Knex } from 'knex';

/** Inserts one row, columns by name, into a table with a generated id; returns the id. */
export async function insertRow(db: Knex, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const inserted: { id: number }[] = await db(table).insert(row, ['id']);
  const [first] = inserted;
  if (first === undefined) throw new Error(`the database returned no id for a row inserted into ${table}`);
  return first.id;
}

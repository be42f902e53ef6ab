/**
 * Formats a numeric array parameter for `unnest` as Postgres writes it: the driver would quote every element, which
 * costs more than the insert.
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

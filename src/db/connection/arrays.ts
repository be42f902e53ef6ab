/**
 * A numeric array parameter for `unnest`, in Postgres's own text form: the driver's general conversion quotes every
 * element, which costs more than the insert.
 */
export function numericArray<Row>(rows: readonly Row[], value: (row: Row) => number | null): string {
  return `{${rows.map((row) => value(row) ?? 'NULL').join(',')}}`;
}

/** Consecutive pieces of at most `size` rows: the embedded database computes on this thread, so none may take long. */
export function chunks<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

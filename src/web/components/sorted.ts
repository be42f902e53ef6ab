/** How the rows of a table are sorted by one of its columns. */
export interface Sorting<R> {
  /** Order of rows from the least to the most; a column without it does not sort. */
  compare?: (a: R, b: R) => number;
  /** Whether a row has nothing there: then it comes last, whichever way the others stand. */
  isBlank?: (row: R) => boolean;
}

/** Rows in an order; those that are equal in it by `tie`. */
export function sorted<R>(
  rows: readonly R[],
  { compare, isBlank }: Sorting<R>,
  descending: boolean,
  tie: (a: R, b: R) => number,
): R[] {
  const sign = descending ? -1 : 1;
  const blank = (row: R): number => Number(isBlank?.(row) ?? false);
  return [...rows].sort(
    (a, b) => blank(a) - blank(b) || (blank(a) === 1 ? 0 : sign * (compare?.(a, b) ?? 0)) || tie(a, b),
  );
}

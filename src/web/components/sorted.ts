/** Column by which rows are sorted, and which way. */
export interface Order<K extends string> {
  key: K;
  descending: boolean;
}

/** Value by which a row is sorted; rows without one come last in either order. */
export type SortValue = number | string | undefined;

function compare(a: SortValue, b: SortValue): number {
  return typeof a === 'number' ? a - Number(b) : String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** Rows in the order of their values; `tie` orders rows whose values are equal. */
export function sorted<R>(
  rows: readonly R[],
  valueOf: (row: R) => SortValue,
  descending: boolean,
  tie: (a: R, b: R) => number = () => 0,
): R[] {
  const keyed = rows.map((row) => ({ row, value: valueOf(row) }));
  const isBlank = ({ value }: { value: SortValue }) => Number(value === undefined);
  keyed.sort((a, b) => {
    const difference = isBlank(a) - isBlank(b);
    if (difference !== 0) return difference;
    return (isBlank(a) ? 0 : compare(a.value, b.value) * (descending ? -1 : 1)) || tie(a.row, b.row);
  });
  return keyed.map(({ row }) => row);
}

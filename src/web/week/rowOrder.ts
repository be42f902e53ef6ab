import type { Sorting } from '../components/sorted.js';
import type { StationRow } from './stationRow.js';

export type RowKey = 'station' | 'best' | 'clear' | 'median' | 'worst' | 'passes';

/** Column by which rows are sorted, and which way. */
export interface RowOrder {
  key: RowKey;
  descending: boolean;
}

/** Sorting by a number that some rows have not. */
function by(of: (row: StationRow) => number | undefined): Required<Sorting<StationRow>> {
  return { compare: (a, b) => (of(a) ?? 0) - (of(b) ?? 0), isBlank: (row) => of(row) === undefined };
}

function byName(a: StationRow, b: StationRow): number {
  return a.station.name.localeCompare(b.station.name, 'en', { numeric: true });
}

/** How rows are sorted by each of the columns. */
export const SORTING = {
  station: { compare: byName },
  best: by(({ best }) => best?.intensity.mean),
  clear: by(({ clearMinutes, countedMinutes }) => (countedMinutes > 0 ? clearMinutes : undefined)),
  median: by(({ median }) => median),
  worst: by(({ worst }) => worst?.intensity.peak),
  passes: by(({ passes }) => passes),
} as const satisfies Record<RowKey, Sorting<StationRow>>;

/** Order of rows that are equal in the column that sorts: by median, then by name. */
export function byMedian(a: StationRow, b: StationRow): number {
  return (a.median ?? Infinity) - (b.median ?? Infinity) || byName(a, b);
}

/** Orders to choose from where there are no heads to press. */
export const ORDERS: readonly (readonly [string, RowOrder])[] = [
  ['worst pass, the most first', { key: 'worst', descending: true }],
  ['best pass, the fewest first', { key: 'best', descending: false }],
  ['clear minutes, the most first', { key: 'clear', descending: true }],
  ['median, the fewest first', { key: 'median', descending: false }],
  ['name', { key: 'station', descending: false }],
];

/** Rows whose names or descriptions contain a text. */
export function foundRows(rows: readonly StationRow[], text: string): StationRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(({ station }) => `${station.name} ${station.description ?? ''}`.toLowerCase().includes(wanted));
}

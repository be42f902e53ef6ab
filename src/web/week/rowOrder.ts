import type { Order } from '../components/sorted.js';
import type { StationRow } from './stationRow.js';

export type RowKey = 'station' | 'best' | 'clear' | 'median' | 'worst' | 'passes';

/** Value by which each column sorts its rows. */
export const VALUES: Record<RowKey, (row: StationRow) => number | string | undefined> = {
  station: ({ station }) => station.name,
  best: ({ best }) => best?.intensity.mean,
  clear: ({ clearMinutes, countedMinutes }) => (countedMinutes > 0 ? clearMinutes : undefined),
  median: ({ median }) => median,
  worst: ({ worst }) => worst?.intensity.peak,
  passes: ({ passes }) => passes,
};

/** Order of rows that are equal in the column that sorts: by median, then by name. */
export function byMedian(a: StationRow, b: StationRow): number {
  const byName = a.station.name.localeCompare(b.station.name, 'en', { numeric: true });
  return (a.median ?? Infinity) - (b.median ?? Infinity) || byName;
}

/** Orders of the rows that a list offers on narrow screens, where the table shows no column heads to press. */
export const ORDERS: readonly (readonly [Order<RowKey>, string])[] = [
  [{ key: 'worst', descending: true }, 'worst pass, the most first'],
  [{ key: 'best', descending: false }, 'best pass, the fewest first'],
  [{ key: 'clear', descending: true }, 'clear minutes, the most first'],
  [{ key: 'median', descending: false }, 'median, the fewest first'],
  [{ key: 'station', descending: false }, 'name'],
];

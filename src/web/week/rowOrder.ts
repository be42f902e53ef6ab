import type { StationRow } from './stationRow.js';

/** Column by which rows are sorted, and which way. */
export interface RowOrder {
  key: RowKey;
  descending: boolean;
}

export type RowKey = 'station' | 'best' | 'clear' | 'median' | 'worst' | 'passes';

/** Number that rows are sorted by; undefined where there is none, which comes last either way. */
const VALUE: Record<Exclude<RowKey, 'station'>, (row: StationRow) => number | undefined> = {
  best: ({ best }) => best?.intensity.mean,
  clear: ({ clearMinutes, countedMinutes }) => (countedMinutes > 0 ? clearMinutes : undefined),
  median: ({ median }) => median,
  worst: ({ worst }) => worst?.intensity.peak,
  passes: ({ passes }) => passes,
};

function byName(a: StationRow, b: StationRow): number {
  return a.station.name.localeCompare(b.station.name, 'en', { numeric: true });
}

/** Rows in an order; those that are equal in it by median, then by name. */
export function sortedRows(rows: readonly StationRow[], { key, descending }: RowOrder): StationRow[] {
  const sign = descending ? -1 : 1;
  if (key === 'station') return rows.toSorted((a, b) => sign * byName(a, b));
  const compare = (of: (row: StationRow) => number | undefined, way: number) => (a: StationRow, b: StationRow) => {
    const [one, other] = [of(a), of(b)];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return way * (one - other);
  };
  const [first, second] = [compare(VALUE[key], sign), compare(VALUE.median, 1)];
  return rows.toSorted((a, b) => first(a, b) || second(a, b) || byName(a, b));
}

/** Which stations are listed. */
export type Kept = 'all' | 'clear' | 'seen' | 'never';

export const KEPT: readonly (readonly [Kept, string])[] = [
  ['all', 'all'],
  ['seen', 'in view at some time'],
  ['clear', 'with clear minutes'],
  ['never', 'never in view'],
];

const IS_KEPT: Record<Kept, (row: StationRow) => boolean> = {
  all: () => true,
  seen: ({ passes }) => passes > 0,
  clear: ({ clearMinutes }) => clearMinutes > 0,
  never: ({ passes }) => passes === 0,
};

/** Rows of a kind whose names or descriptions contain a text. */
export function keptRows(rows: readonly StationRow[], kept: Kept, text: string): StationRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter((row) => {
    const { name, description } = row.station;
    return IS_KEPT[kept](row) && `${name} ${description ?? ''}`.toLowerCase().includes(wanted);
  });
}

/** Orders to choose from where there are no heads to press. */
export const ORDERS: readonly (readonly [string, RowOrder])[] = [
  ['worst pass, the most first', { key: 'worst', descending: true }],
  ['best pass, the fewest first', { key: 'best', descending: false }],
  ['clear minutes, the most first', { key: 'clear', descending: true }],
  ['median, the fewest first', { key: 'median', descending: false }],
  ['name', { key: 'station', descending: false }],
];

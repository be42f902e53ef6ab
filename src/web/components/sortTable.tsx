import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Order, sorted, type SortValue } from './sorted.js';
import { useFirst } from './useFirst.js';

/** Column of a table whose rows can be sorted. */
export interface Column<R, K extends string> {
  key: K;
  /** Value by which the column sorts its rows when its head is pressed; without `by` the column does not sort. */
  by?: (row: R) => SortValue;
  head: ComponentChildren;
  /** Meaning of a short head. */
  title?: string;
  class?: string;
  /** Whether the first press of the head sorts from the most to the least; the next press reverses the order. */
  mostFirst?: boolean;
  /** Whether the cells of this column are the heads of their rows. */
  isHead?: boolean;
  /** Text before the cell on narrow screens, where rows are stacked. */
  label?: string;
  cell: (row: R) => ComponentChildren;
}

interface SortTableProps<R, K extends string> {
  caption: string;
  class?: string;
  columns: readonly Column<R, K>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  /** Undefined: the rows keep their order, and no column sorts. */
  order?: Order<K>;
  onOrder?: (order: Order<K>) => void;
  /** Order of rows whose values are equal in the column that sorts. */
  tie?: (a: R, b: R) => number;
  /** Whether a row is among those shown at first, however far down the table it stands. */
  isKept?: (row: R) => boolean;
  /** Attributes of a row. */
  rowProps?: (row: R) => JSX.HTMLAttributes<HTMLTableRowElement> & { [data: `data-${string}`]: string | number };
}

/** Table that sorts by the column whose head is pressed; it shows the first of many rows, and a button for more. */
export function SortTable<R, K extends string>(props: SortTableProps<R, K>) {
  const { caption, columns, rows, keyOf, order, onOrder, isKept, rowProps } = props;
  const inOrder = useMemo(() => {
    const column = columns.find(({ key }) => key === order?.key);
    return column?.by ? sorted(rows, column.by, order?.descending === true, props.tie) : rows;
  }, [columns, rows, order?.key, order?.descending]);
  const { first, more } = useFirst(inOrder, isKept ? inOrder.findIndex(isKept) + 1 : 0);
  return (
    <>
      <table class={props.class}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, title, by, mostFirst = false, ...column }) => {
              const isSorted = key === order?.key;
              const sense = order?.descending ? 'descending' : 'ascending';
              const press = () => onOrder?.({ key, descending: isSorted ? !order.descending : mostFirst });
              return (
                <th key={key} scope="col" class={column.class} title={title} aria-sort={isSorted ? sense : undefined}>
                  {by ? (
                    <button type="button" class="sorter" onClick={press}>
                      {head}
                      <span class="sense" aria-hidden="true">
                        {isSorted && (order.descending ? '▾' : '▴')}
                      </span>
                    </button>
                  ) : (
                    head
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <tr key={keyOf(row)} {...rowProps?.(row)}>
              {columns.map(({ key, isHead = false, label, cell, ...column }) =>
                isHead ? (
                  <th key={key} scope="row" class={column.class}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} class={column.class} data-label={label}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

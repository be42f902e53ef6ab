import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { sorted, type Sorting } from './sorted.js';
import { useFirst } from './useFirst.js';

/** Column by which rows are sorted, and which way. */
export interface Order<K extends string> {
  key: K;
  descending: boolean;
}

interface SortHeaderProps<K extends string> {
  of: K;
  order: Order<K>;
  onOrder: (order: Order<K>) => void;
  /** Whether the first press sorts from the most to the least. */
  mostFirst?: boolean;
  class?: string;
  title?: string;
  children: ComponentChildren;
}

/** Head of a column that sorts the table by it; pressed again, the other way round. */
function SortHeader<K extends string>(props: SortHeaderProps<K>) {
  const { of, order, onOrder, mostFirst = false, title, children } = props;
  const isSorted = order.key === of;
  const sense = order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={props.class} title={title} aria-sort={isSorted ? sense : undefined}>
      <button
        type="button"
        class="sorter"
        onClick={() => onOrder({ key: of, descending: isSorted ? !order.descending : mostFirst })}
      >
        {children}
        <span class="sense" aria-hidden="true">
          {isSorted && (order.descending ? '▾' : '▴')}
        </span>
      </button>
    </th>
  );
}

/** Column of a table whose rows can be sorted. */
export interface Column<R, K extends string> extends Sorting<R> {
  key: K;
  head: ComponentChildren;
  /** Meaning of a short head. */
  title?: string;
  class?: string;
  /** Whether the first press sorts from the most to the least. */
  mostFirst?: boolean;
  /** Whether its cells are the heads of their rows. */
  isHead?: boolean;
  /** Text before the cell where rows are stacked. */
  label?: string;
  cell: (row: R) => ComponentChildren;
}

interface SortTableProps<R, K extends string> {
  caption: string;
  class?: string;
  columns: readonly Column<R, K>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  order: Order<K>;
  onOrder: (order: Order<K>) => void;
  /** Order of rows that are equal in the column that sorts. */
  tie: (a: R, b: R) => number;
  /** Whether a row is shown in any case, however many there are. */
  isKept?: (row: R) => boolean;
  /** Attributes of a row. */
  rowProps?: (row: R) => JSX.HTMLAttributes<HTMLTableRowElement> & { [data: `data-${string}`]: string | number };
}

const UNSORTED = {};

/** Table sorted by the heads of its columns; of many rows the first, and a button for more. */
export function SortTable<R, K extends string>(props: SortTableProps<R, K>) {
  const { caption, columns, rows, keyOf, order, onOrder, isKept, rowProps } = props;
  const inOrder = useMemo(() => {
    const column = columns.find(({ key }) => key === order.key) ?? UNSORTED;
    return sorted(rows, column, order.descending, props.tie);
  }, [columns, rows, order.key, order.descending]);
  const { first, more } = useFirst(inOrder, isKept ? inOrder.findIndex(isKept) + 1 : 0);
  return (
    <>
      <table class={props.class}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, title, compare, mostFirst = false, ...column }) =>
              compare ? (
                <SortHeader
                  key={key}
                  of={key}
                  order={order}
                  onOrder={onOrder}
                  mostFirst={mostFirst}
                  {...(column.class !== undefined && { class: column.class })}
                  {...(title !== undefined && { title })}
                >
                  {head}
                </SortHeader>
              ) : (
                <th key={key} scope="col" class={column.class} title={title}>
                  {head}
                </th>
              ),
            )}
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

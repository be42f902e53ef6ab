import type { ComponentChildren, JSX } from 'preact';
import { useFirst } from './useFirst.js';

/** Column of a table. */
export interface Column<R> {
  key: string;
  head: ComponentChildren;
  /** Meaning of a short head. */
  title?: string;
  class?: string;
  /** Whether the cells of this column are the heads of their rows. */
  isHead?: boolean;
  /** Text before the cell on narrow screens, where rows are stacked. */
  label?: string;
  cell: (row: R) => ComponentChildren;
}

interface DataTableProps<R> {
  caption: string;
  class?: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** Number of rows that are always shown. */
  least?: number;
  keyOf: (row: R) => string | number;
  /** Attributes of a row. */
  rowProps?: (row: R) => JSX.HTMLAttributes<HTMLTableRowElement>;
}

/** Table that shows the first of many rows, and a button for more. */
export function DataTable<R>({ caption, class: look, columns, rows, least, keyOf, rowProps }: DataTableProps<R>) {
  const { first, more } = useFirst(rows, least);
  return (
    <>
      <table class={look}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, title, ...column }) => (
              <th key={key} scope="col" class={column.class} title={title}>
                {head}
              </th>
            ))}
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

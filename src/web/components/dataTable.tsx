import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

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
  rowProps?: (row: R) => JSX.HTMLAttributes<HTMLTableRowElement>;
}

/** Number of rows shown at first, and added by each press of the button for more. */
const STEP = 50;

/**
 * Table that shows the first of many rows, and a button for more: rendering hundreds at once makes a page slow, and
 * nobody reads them.
 */
export function DataTable<R>({ caption, class: look, columns, rows, least = 0, keyOf, rowProps }: DataTableProps<R>) {
  const [asked, setAsked] = useState(STEP);
  const shown = Math.max(asked, least);
  const left = rows.length - shown;
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
          {rows.slice(0, shown).map((row) => (
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
      {left > 0 && (
        <div class="actions">
          <span class="hint">
            {shown} of {rows.length}
          </span>
          <button type="button" onClick={() => setAsked(shown + STEP)}>
            Show {Math.min(STEP, left)} more
          </button>
          <button type="button" onClick={() => setAsked(Infinity)}>
            Show all
          </button>
        </div>
      )}
    </>
  );
}

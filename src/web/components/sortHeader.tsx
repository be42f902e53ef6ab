import type { ComponentChildren } from 'preact';

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
export function SortHeader<K extends string>(props: SortHeaderProps<K>) {
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

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Order } from '../components/sortHeader.js';
import { SortTable } from '../components/sortTable.js';
import type { Scale } from '../map/scale.js';
import type { Encounters } from '../sky/encounters.js';
import type { Pass } from './week.js';
import { columnsOf, type PassKey } from './passColumns.js';
import { byTime, passRows } from './passOrder.js';
import type { Picks } from './usePicks.js';

interface PassTableProps {
  passes: readonly Pass[];
  /** Encounters at a station, once they are known; undefined elsewhere. */
  encounters: Encounters | undefined;
  scale: Scale;
  /** Rise of the pass that contains the shown minute, or of the next one. */
  chosenAosMs: number | undefined;
  /** Called with the instant at which a pass is highest. */
  onLook: (ms: number) => void;
  /** Rises of the passes that are ticked, and who hears of changes; without it, none can be. */
  picks?: Picks;
}

/** Scrolls a list so that its marked row stands below the head; the page itself stays where it is. */
function bringIntoView(list: HTMLElement): void {
  const row = list.querySelector<HTMLElement>('tr[aria-current]');
  const head = list.querySelector('thead')?.clientHeight ?? 0;
  if (row) list.scrollTop = row.offsetTop - head;
}

/** Passes of the week: it opens at the next one, and sorts by what is pressed. */
export function PassTable({ passes, encounters, scale, chosenAosMs, onLook, picks }: PassTableProps) {
  const [order, setOrder] = useState<Order<PassKey>>({ key: 'rise', descending: false });
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => passRows(passes, encounters), [passes, encounters]);
  const areMet = encounters !== undefined;
  const columns = useMemo(() => columnsOf({ scale, onLook, picks }, areMet), [scale, onLook, picks, areMet]);
  useEffect(() => {
    if (!list.current) return;
    if (order.key === 'rise') bringIntoView(list.current);
    else list.current.scrollTop = 0;
  }, [passes, order]);
  if (passes.length === 0) return <p class="empty">The satellite does not rise above its minimum elevation here.</p>;
  return (
    <div class="passes scroll" tabIndex={0} role="region" aria-label="Passes" ref={list}>
      <SortTable
        caption="Passes, times in UTC; press a head to sort by it"
        columns={columns}
        rows={rows}
        keyOf={({ pass }) => pass.aosMs}
        order={order}
        onOrder={setOrder}
        tie={byTime}
        isKept={({ pass }) => pass.aosMs === chosenAosMs}
        rowProps={({ pass }) => (pass.aosMs === chosenAosMs ? { 'aria-current': 'true' } : {})}
      />
    </div>
  );
}

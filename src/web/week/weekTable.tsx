import { useMemo } from 'preact/hooks';
import { DAY_MS, EPOCH_MS } from '../../spec.js';
import type { Scale } from '../colours/scale.js';
import type { Order } from '../components/sorted.js';
import { SortTable } from '../components/sortTable.js';
import type { WindowSpan } from '../data/track.js';
import { midnights } from '../time.js';
import { type ViewState, writeView } from '../viewState.js';
import { byMedian } from './rowOrder.js';
import type { StationRow } from './stationRow.js';
import { type PointedHour, useHeat } from './useHeat.js';
import { weekColumns, type WeekKey } from './weekColumns.js';

interface WeekTableProps {
  rows: readonly StationRow[];
  window: WindowSpan;
  scale: Scale;
  view: ViewState;
  order: Order<WeekKey>;
  onOrder: (order: Order<WeekKey>) => void;
  /** Called with the hour that is pointed at. */
  onPointed: (pointed: PointedHour | undefined) => void;
}

/** Largest number of stations for which rows are high, which makes hours easier to read. */
const FEW = 12;

/** Address of the map with a station, at an instant. */
function stationHref(view: ViewState, stationId: number, timeMs: number | undefined): string {
  return `/map${writeView({ ...view, stationId, place: undefined, centre: undefined, timeMs })}`;
}

/**
 * Position of the first midnight as a CSS background position, which is a percentage of the box's width less that of
 * the image, here a day.
 */
function midnightOf({ startMs, epochCount }: WindowSpan): string {
  const [first = startMs] = midnights(startMs, startMs + DAY_MS);
  return `${(100 * (first - startMs)) / (EPOCH_MS * epochCount - DAY_MS)}%`;
}

/** Stations and hours as a heat map, with a summary of each station. */
export function WeekTable({ rows, window, scale, view, order, onOrder, onPointed }: WeekTableProps) {
  const hrefOf = (row: StationRow, timeMs: number | undefined) => stationHref(view, row.station.id, timeMs);
  const heat = useHeat({ rows, window, onPointed, hrefOf });
  const hasUncounted = rows.some(({ uncountedMinutes }) => uncountedMinutes > 0);
  const { startMs, epochCount } = window;
  const columns = useMemo(
    () => weekColumns({ window, scale, hrefOf }, hasUncounted),
    [startMs, epochCount, scale, view, hasUncounted],
  );
  // The table is memoized: pointing at an hour does not render it again.
  const table = useMemo(
    () => (
      <SortTable
        caption="Stations over the week; press a head to sort by it"
        class={`stacks ${rows.length <= FEW ? 'roomy' : ''}`}
        columns={columns}
        rows={rows}
        keyOf={({ station }) => station.id}
        order={order}
        onOrder={onOrder}
        tie={byMedian}
        rowProps={({ station }) => ({ 'data-station': station.id })}
      />
    ),
    [columns, rows, order, onOrder],
  );
  return (
    <div
      ref={heat.ref}
      class="heat-map"
      style={{ '--midnight': midnightOf(window) }}
      tabIndex={0}
      role="group"
      aria-label="Stations by hours. Arrow keys go from hour to hour and from station to station, Enter opens."
      {...heat.listeners}
    >
      {table}
      {heat.box && <div class="heat-box" style={heat.box} />}
    </div>
  );
}

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scale } from '../colours/scale.js';
import { CountTag, NotCounted } from '../components/countTag.js';
import type { Order } from '../components/sorted.js';
import { type Column, SortTable } from '../components/sortTable.js';
import { Time } from '../components/time.js';
import type { Encounters } from '../sky/encounters.js';
import { durationText, zoneName } from '../time.js';
import { byTime, clearOf, type PassRow, passRows } from './passOrder.js';
import type { Pass } from './week.js';

export type PassKey = 'rise' | 'lasts' | 'elevation' | 'peak' | 'mean' | 'encounters' | 'clear' | 'rank';
type PassColumn = Column<PassRow, PassKey>;

interface Told {
  scale: Scale;
  /** Called with the instant at which a pass is highest. */
  onLook: (ms: number) => void;
}

function lengthOf({ pass: { aosMs, losMs } }: PassRow): number {
  return losMs - aosMs;
}

/** Columns that every table of passes has. */
function passColumns({ scale, onLook }: Told): PassColumn[] {
  return [
    {
      key: 'rise',
      head: `Rise (${zoneName()})`,
      isHead: true,
      by: ({ pass }) => pass.aosMs,
      cell: ({ pass }) => (
        <>
          <button type="button" class="link" onClick={() => onLook(pass.maxElevationMs)}>
            <Time ms={pass.aosMs} precision="second" />
          </button>
          {!pass.complete && <span class="hint"> cut</span>}
        </>
      ),
    },
    {
      key: 'lasts',
      head: 'Lasts',
      class: 'number spare',
      mostFirst: true,
      by: lengthOf,
      cell: (row) => durationText(lengthOf(row) / 1000),
    },
    {
      key: 'elevation',
      head: 'Max el.',
      title: 'Highest elevation',
      class: 'number',
      mostFirst: true,
      by: ({ pass }) => pass.maxElevationDeg,
      cell: ({ pass }) => `${pass.maxElevationDeg.toFixed(0)}°`,
    },
    {
      key: 'peak',
      head: 'Peak',
      title: 'Most others in view',
      class: 'number',
      mostFirst: true,
      by: ({ pass }) => pass.intensity?.peak,
      cell: ({ pass: { intensity } }) =>
        intensity ? <CountTag intensity={intensity.peak} scale={scale} /> : <NotCounted />,
    },
  ];
}

const MEAN: PassColumn = {
  key: 'mean',
  head: 'Mean',
  title: 'Others in view on average',
  class: 'number spare',
  mostFirst: true,
  by: ({ pass }) => pass.intensity?.mean,
  cell: ({ pass }) => pass.intensity?.mean.toFixed(1) ?? '–',
};

/** Columns about encounters in the beam. */
const BEAM: readonly PassColumn[] = [
  {
    key: 'encounters',
    head: 'Enc.',
    title: 'Others that come into the beam',
    class: 'number spare',
    by: ({ encountered }) => encountered?.encounterCount,
    cell: ({ encountered }) => encountered?.encounterCount ?? '–',
  },
  {
    key: 'clear',
    head: 'Clear',
    title: 'Longest stretch with nobody in the beam',
    class: 'number',
    mostFirst: true,
    by: clearOf,
    cell: (row) => {
      const seconds = clearOf(row);
      if (seconds < 0) return '–';
      return seconds > 0 ? durationText(seconds) : <span class="hint">never</span>;
    },
  },
  {
    key: 'rank',
    head: 'Rank',
    title: 'Place among the passes of the week by its longest clear stretch',
    class: 'number',
    by: ({ rank }) => rank,
    cell: ({ rank }) => rank ?? '–',
  },
];

/** Columns of the table of passes; with those about encounters if these are known. */
function columnsOf(told: Told, areMet: boolean): readonly PassColumn[] {
  return [...passColumns(told), ...(areMet ? BEAM : [MEAN])];
}

interface PassTableProps {
  passes: readonly Pass[];
  /** Encounters at a station, once they are known; undefined elsewhere. */
  encounters: Encounters | undefined;
  scale: Scale;
  /** Rise of the pass that contains the shown minute, or of the next one. */
  chosenAosMs: number | undefined;
  /** Called with the instant at which a pass is highest. */
  onLook: (ms: number) => void;
}

/** Scrolls a list until its marked row stands below the table's head; the page itself does not scroll. */
function bringIntoView(list: HTMLElement): void {
  const row = list.querySelector<HTMLElement>('tr[aria-current]');
  const head = list.querySelector('thead')?.clientHeight ?? 0;
  if (row) list.scrollTop = row.offsetTop - head;
}

/** Passes of the week: the table opens at the next one, and sorts by the column whose head is pressed. */
export function PassTable({ passes, encounters, scale, chosenAosMs, onLook }: PassTableProps) {
  const [order, setOrder] = useState<Order<PassKey>>({ key: 'rise', descending: false });
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => passRows(passes, encounters), [passes, encounters]);
  const areMet = encounters !== undefined;
  const columns = useMemo(() => columnsOf({ scale, onLook }, areMet), [scale, onLook, areMet]);
  useEffect(() => {
    if (!list.current) return;
    if (order.key === 'rise') bringIntoView(list.current);
    else list.current.scrollTop = 0;
  }, [passes, order]);
  if (passes.length === 0) return <p class="empty">The satellite does not rise above its minimum elevation here.</p>;
  return (
    <div class="passes scroll" tabIndex={0} role="region" aria-label="Passes" ref={list}>
      <SortTable
        caption="Passes; press a head to sort by it"
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

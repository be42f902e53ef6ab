import { type Column, SortTable } from '../components/sortTable.js';
import { Time } from '../components/time.js';
import { Link } from '../components/link.js';
import { durationText, zoneName } from '../time.js';
import { type ViewState, writeView } from '../viewState.js';
import type { ClearRow, RankedRow } from './clearRow.js';

/** Bar of a pass, with its clear stretch. */
function PassBar({ row, longestMs }: { row: ClearRow; longestMs: number }) {
  const { aosMs, losMs, clearStartMs, clearEndMs } = row;
  const part = (ms: number) => (100 * ms) / longestMs;
  return (
    <svg class="pass-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" x={0} y={4} width={part(losMs - aosMs)} height={2} />
      <rect class="clear" x={part(clearStartMs - aosMs)} y={0} width={part(clearEndMs - clearStartMs)} height={10} />
    </svg>
  );
}

type ClearColumn = Column<RankedRow, string>;

function columnsOf(view: ViewState, longestMs: number): ClearColumn[] {
  const hrefOf = ({ stationId, maxElevationMs: timeMs }: ClearRow) => {
    const at = { stationId, place: undefined, centre: undefined, timeMs };
    return `/map${writeView({ ...view, ...at, list: 'stations', shows: 'sky' })}`;
  };
  return [
    { key: 'rank', head: 'Rank', class: 'number spare', cell: ({ rank }) => rank },
    {
      key: 'station',
      head: 'Station',
      isHead: true,
      cell: (row) => <Link href={hrefOf(row)}>{row.stationName}</Link>,
    },
    {
      key: 'rise',
      head: `Rises (${zoneName()})`,
      label: `Rises (${zoneName()})`,
      cell: ({ aosMs }) => <Time ms={aosMs} precision="second" />,
    },
    {
      key: 'clear',
      head: 'Clear for',
      title: 'Longest stretch with nobody else in the beam',
      class: 'number',
      label: 'Clear for',
      cell: ({ clearStartMs, clearEndMs }) => <strong>{durationText((clearEndMs - clearStartMs) / 1000)}</strong>,
    },
    {
      key: 'lasts',
      head: 'Lasts',
      class: 'number spare',
      label: 'Lasts',
      cell: ({ aosMs, losMs }) => durationText((losMs - aosMs) / 1000),
    },
    {
      key: 'elevation',
      head: 'Max el.',
      title: 'Highest elevation',
      class: 'number',
      label: 'Max el.',
      cell: ({ maxElevationDeg }) => `${maxElevationDeg.toFixed(0)}°`,
    },
    {
      key: 'encounters',
      head: 'Encounters',
      title: 'Others that come into the beam',
      class: 'number',
      label: 'Encounters',
      cell: ({ encounterCount }) => (encounterCount === 0 ? <span class="hint">none</span> : encounterCount),
    },
    {
      key: 'bar',
      head: 'The pass, and when it is clear',
      class: 'strip-cell',
      cell: (row) => <PassBar row={row} longestMs={longestMs} />,
    },
  ];
}

/** Passes in the given order, with their ranks by clear stretch. */
export function ClearTable({ rows, view }: { rows: readonly RankedRow[]; view: ViewState }) {
  const longestMs = rows.reduce((longest, { aosMs, losMs }) => Math.max(longest, losMs - aosMs), 1);
  return (
    <div class="scroll">
      <SortTable
        class="stacks week-table ranking"
        caption="Passes ranked by their longest clear stretch"
        columns={columnsOf(view, longestMs)}
        rows={rows}
        keyOf={({ stationId, aosMs }) => `${stationId} ${aosMs}`}
      />
    </div>
  );
}

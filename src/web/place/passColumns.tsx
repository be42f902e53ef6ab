import { CountTag, NotCounted } from '../components/countTag.js';
import type { Column } from '../components/sortTable.js';
import { Time } from '../components/time.js';
import type { Scale } from '../map/scale.js';
import { durationText, utcText } from '../time.js';
import { byTime, clearOf, type PassRow } from './passOrder.js';
import type { Picks } from './usePicks.js';

export type PassKey = 'pick' | 'rise' | 'lasts' | 'elevation' | 'peak' | 'mean' | 'encounters' | 'clear' | 'rank';
type PassColumn = Column<PassRow, PassKey>;

interface Told {
  picks: Picks | undefined;
  scale: Scale;
  /** Called with the instant at which a pass is highest. */
  onLook: (ms: number) => void;
}

function lengthOf({ pass: { aosMs, losMs } }: PassRow): number {
  return losMs - aosMs;
}

function pickColumn({ picked, onPick }: Picks): PassColumn {
  return {
    key: 'pick',
    head: <span class="hidden">To download</span>,
    class: 'pick',
    cell: ({ pass: { aosMs } }) => (
      <input
        type="checkbox"
        aria-label={`Choose the pass of ${utcText(aosMs)}`}
        checked={picked.has(aosMs)}
        onChange={({ currentTarget }) => onPick(aosMs, currentTarget.checked)}
      />
    ),
  };
}

/** Columns of what every pass has. */
function passColumns({ scale, onLook }: Told): PassColumn[] {
  return [
    {
      key: 'rise',
      head: 'Rise (UTC)',
      isHead: true,
      compare: byTime,
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
      compare: (a, b) => lengthOf(a) - lengthOf(b),
      cell: (row) => durationText(lengthOf(row) / 1000),
    },
    {
      key: 'elevation',
      head: 'Max el.',
      title: 'Highest elevation',
      class: 'number',
      mostFirst: true,
      compare: (a, b) => a.pass.maxElevationDeg - b.pass.maxElevationDeg,
      cell: ({ pass }) => `${pass.maxElevationDeg.toFixed(0)}°`,
    },
    {
      key: 'peak',
      head: 'Peak',
      title: 'Most others in view',
      class: 'number',
      mostFirst: true,
      compare: (a, b) => (a.pass.intensity?.peak ?? -1) - (b.pass.intensity?.peak ?? -1),
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
  compare: (a, b) => (a.pass.intensity?.mean ?? -1) - (b.pass.intensity?.mean ?? -1),
  cell: ({ pass }) => pass.intensity?.mean.toFixed(1) ?? '–',
};

/** Columns of what is known of who comes into the beam. */
const BEAM: readonly PassColumn[] = [
  {
    key: 'encounters',
    head: 'Enc.',
    title: 'Others that come into the beam',
    class: 'number spare',
    compare: (a, b) => (a.encountered?.encounterCount ?? -1) - (b.encountered?.encounterCount ?? -1),
    cell: ({ encountered }) => encountered?.encounterCount ?? '–',
  },
  {
    key: 'clear',
    head: 'Clear',
    title: 'Longest stretch with nobody in the beam',
    class: 'number',
    mostFirst: true,
    compare: (a, b) => clearOf(a) - clearOf(b),
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
    compare: (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0,
    cell: ({ rank }) => rank ?? '–',
  },
];

/** Columns of the table of passes; at a station whose encounters are known, those too. */
export function columnsOf(told: Told, areMet: boolean): readonly PassColumn[] {
  const picks = told.picks ? [pickColumn(told.picks)] : [];
  return [...picks, ...passColumns(told), ...(areMet ? BEAM : [MEAN])];
}

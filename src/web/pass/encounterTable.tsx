import { type Column, DataTable } from '../components/dataTable.js';
import { Time } from '../components/time.js';
import { likelyText, percentText, rangeText } from '../data/likely.js';
import type { Encounter } from '../data/encounters.js';
import { hertzText, operatorOf, separationText, sourceText } from '../data/interferer.js';
import { secondsText, zoneName } from '../time.js';

type EncounterColumn = Column<Encounter>;

const COLUMNS: readonly EncounterColumn[] = [
  {
    key: 'name',
    head: 'Satellite',
    cell: (one) => (
      <>
        {one.name} <span class="hint operator">{operatorOf(one)}</span>
      </>
    ),
  },
  {
    key: 'separation',
    head: 'Separation',
    title: 'How near it comes, and how far off that is at most in 68 of 100 cases, by the ages of both element sets',
    class: 'number',
    cell: ({ closestDeg, sigmaDeg }) => (
      <span title={`${rangeText(closestDeg, sigmaDeg)} in 68 of 100 cases`}>
        {separationText(closestDeg)} <span class="hint">± {Number(sigmaDeg.toPrecision(2))}</span>
      </span>
    ),
  },
  {
    key: 'likely',
    head: 'Likely',
    title: 'How likely it is in your beam at all',
    cell: ({ probability }) => <span title={percentText(probability)}>{likelyText(probability)}</span>,
  },
  {
    key: 'lasts',
    label: 'in your beam',
    head: 'In beam',
    title: 'How long it is in your beam',
    class: 'number',
    cell: ({ entersMs, leavesMs }) => secondsText((leavesMs - entersMs) / 1000),
  },
  {
    key: 'overlap',
    label: 'shares',
    head: 'Shares',
    title: 'Width of the frequencies that both use',
    class: 'number',
    cell: ({ overlap }) =>
      overlap ? (
        <span title={sourceText(overlap)} class={overlap.isAssumed ? 'assumed' : undefined}>
          {hertzText(overlap.hz)}
        </span>
      ) : (
        <span class="hint">band only</span>
      ),
  },
];

interface EncounterTableProps {
  encounters: readonly Encounter[];
  /** Called with the instant at which an encounter is closest. */
  onEncounter: (ms: number) => void;
}

/** Table of the encounters in the beam, in the order of the times at which they are closest. */
export function EncounterTable({ encounters, onEncounter }: EncounterTableProps) {
  const rows = [...encounters].sort((a, b) => a.closestMs - b.closestMs);
  const closest: EncounterColumn = {
    key: 'closest',
    head: `Closest (${zoneName(rows[0]?.closestMs ?? 0, rows.at(-1)?.closestMs ?? 0)})`,
    isHead: true,
    cell: ({ name, closestMs }) => (
      <button type="button" class="link" title={`The sky as ${name} is closest`} onClick={() => onEncounter(closestMs)}>
        <Time ms={closestMs} precision="clock" />
      </button>
    ),
  };
  return (
    <DataTable
      class="encounters"
      caption="Encounters in your beam"
      columns={[closest, ...COLUMNS]}
      rows={rows}
      keyOf={({ noradNumber, entersMs }) => `${noradNumber} ${entersMs}`}
    />
  );
}

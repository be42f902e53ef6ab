import type { Order } from '../components/sorted.js';
import { type Column, SortTable } from '../components/sortTable.js';
import {
  countOperators,
  hertzText,
  type Interferer,
  type OperatorCount,
  operatorOf,
  separationText,
} from './interferer.js';

/** Column by which the list of interferers is sorted. */
export type InterfererKey = 'name' | 'operator' | 'separation' | 'elevation' | 'overlap';
type InterfererColumn = Column<Interferer, InterfererKey>;

interface InterfererTableProps {
  interferers: readonly Interferer[];
  order: Order<InterfererKey>;
  onOrder: (order: Order<InterfererKey>) => void;
  beamDeg: number;
  selected: number | undefined;
  onSelect: (noradNumber: number | undefined) => void;
}

const SOURCES: Record<string, string> = {
  table: 'from the built-in table, wider than what is sent at a time',
  satnogs: 'from SatNOGS DB',
  csv: 'from imported carriers',
  television: 'from a television list',
  slot: 'from a television list, for its orbital slot alone: another satellite there may send it',
};

function bySeparation(a: Interferer, b: Interferer): number {
  return a.separationDeg - b.separationDeg;
}

const MEASURES: readonly InterfererColumn[] = [
  {
    key: 'operator',
    head: 'Operator',
    class: 'spare',
    by: operatorOf,
    cell: (one) => (
      <span class="cut" title={operatorOf(one)}>
        {operatorOf(one)}
      </span>
    ),
  },
  {
    key: 'separation',
    head: 'Sep.',
    title: 'Angle to the tracked satellite',
    class: 'number',
    by: ({ separationDeg }) => separationDeg,
    cell: ({ separationDeg }) => separationText(separationDeg),
  },
  {
    key: 'elevation',
    head: 'El.',
    title: 'Elevation above the horizon',
    class: 'number',
    mostFirst: true,
    by: ({ elevationDeg }) => elevationDeg,
    cell: ({ elevationDeg }) => `${elevationDeg.toFixed(0)}°`,
  },
  {
    key: 'overlap',
    head: 'Shares',
    title: 'Width of the frequencies that both use',
    class: 'number',
    mostFirst: true,
    by: ({ overlap }) => overlap?.hz,
    cell: ({ overlap }) =>
      overlap ? (
        <span title={SOURCES[overlap.source] ?? overlap.source}>{hertzText(overlap.hz)}</span>
      ) : (
        <span class="hint">band only</span>
      ),
  },
];

/** List of the satellites in view, with all that the plot shows. */
export function InterfererTable(props: InterfererTableProps) {
  const { interferers, order, onOrder, beamDeg, selected, onSelect } = props;
  const name: InterfererColumn = {
    key: 'name',
    head: 'Satellite',
    isHead: true,
    by: ({ name: text }) => text,
    cell: ({ noradNumber, name: text }) => (
      <button
        type="button"
        class="link"
        aria-pressed={noradNumber === selected}
        onClick={() => onSelect(noradNumber === selected ? undefined : noradNumber)}
      >
        {text}
      </button>
    ),
  };
  return (
    <SortTable
      class="dense"
      caption="Satellites in view; press a head to sort by it"
      columns={[name, ...MEASURES]}
      rows={interferers}
      keyOf={({ noradNumber }) => noradNumber}
      order={order}
      onOrder={onOrder}
      tie={bySeparation}
      rowProps={({ separationDeg }) => (separationDeg < beamDeg ? { class: 'in-beam' } : {})}
    />
  );
}

interface OperatorTableProps {
  interferers: readonly Interferer[];
  beamDeg: number;
  chosen: string | undefined;
  onChoose: (operator: string | undefined) => void;
}

/** Operators of the satellites in view; choosing one makes its satellites stand out. */
export function OperatorTable({ interferers, beamDeg, chosen, onChoose }: OperatorTableProps) {
  const columns: Column<OperatorCount, string>[] = [
    {
      key: 'operator',
      head: 'Operator',
      isHead: true,
      cell: ({ operator }) => (
        <button
          type="button"
          class="link"
          aria-pressed={operator === chosen}
          onClick={() => onChoose(operator === chosen ? undefined : operator)}
        >
          {operator}
        </button>
      ),
    },
    { key: 'satellites', head: 'In view', class: 'number', cell: ({ satellites }) => satellites },
    {
      key: 'beam',
      head: 'In the beam',
      class: 'number',
      cell: ({ inBeam }) => (inBeam === 0 ? <span class="hint">–</span> : <strong>{inBeam}</strong>),
    },
    {
      key: 'nearest',
      head: 'Nearest',
      title: 'Separation of its nearest satellite',
      class: 'number',
      cell: ({ nearestDeg }) => separationText(nearestDeg),
    },
  ];
  return (
    <SortTable
      class="dense"
      caption="Operators of the satellites in view"
      columns={columns}
      rows={countOperators(interferers, beamDeg)}
      keyOf={({ operator }) => operator}
    />
  );
}

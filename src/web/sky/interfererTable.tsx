import { type Column, type Order, SortTable } from '../components/sortTable.js';
import { countOperators, hertzText, type Interferer, operatorOf } from './interferer.js';

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
};

function bySeparation(a: Interferer, b: Interferer): number {
  return a.separationDeg - b.separationDeg;
}

const MEASURES: readonly InterfererColumn[] = [
  {
    key: 'operator',
    head: 'Operator',
    class: 'spare',
    compare: (a, b) => operatorOf(a).localeCompare(operatorOf(b), 'en'),
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
    compare: bySeparation,
    cell: ({ separationDeg }) => `${separationDeg.toFixed(separationDeg < 10 ? 2 : 1)}°`,
  },
  {
    key: 'elevation',
    head: 'El.',
    title: 'Elevation above the horizon',
    class: 'number',
    mostFirst: true,
    compare: (a, b) => a.elevationDeg - b.elevationDeg,
    cell: ({ elevationDeg }) => `${elevationDeg.toFixed(0)}°`,
  },
  {
    key: 'overlap',
    head: 'Shares',
    title: 'Width of the frequencies that both use',
    class: 'number',
    mostFirst: true,
    compare: (a, b) => (a.overlap?.hz ?? -1) - (b.overlap?.hz ?? -1),
    cell: ({ overlap }) =>
      overlap ? (
        <span title={SOURCES[overlap.source] ?? overlap.source}>{hertzText(overlap.hz)}</span>
      ) : (
        <span class="hint">band only</span>
      ),
  },
];

/** List of the satellites in view, which says all that the plot shows. */
export function InterfererTable(props: InterfererTableProps) {
  const { interferers, order, onOrder, beamDeg, selected, onSelect } = props;
  const name: InterfererColumn = {
    key: 'name',
    head: 'Satellite',
    isHead: true,
    compare: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
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
  return (
    <table class="dense">
      <caption class="hidden">Operators of the satellites in view</caption>
      <thead>
        <tr>
          <th scope="col">Operator</th>
          <th scope="col" class="number">
            In view
          </th>
          <th scope="col" class="number">
            In the beam
          </th>
          <th scope="col" class="number" title="Separation of its nearest satellite">
            Nearest
          </th>
        </tr>
      </thead>
      <tbody>
        {countOperators(interferers, beamDeg).map(({ operator, satellites, inBeam, nearestDeg }) => (
          <tr key={operator}>
            <th scope="row">
              <button
                type="button"
                class="link"
                aria-pressed={operator === chosen}
                onClick={() => onChoose(operator === chosen ? undefined : operator)}
              >
                {operator}
              </button>
            </th>
            <td class="number">{satellites}</td>
            <td class="number">{inBeam === 0 ? <span class="hint">–</span> : <strong>{inBeam}</strong>}</td>
            <td class="number">{nearestDeg.toFixed(nearestDeg < 10 ? 2 : 1)}°</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

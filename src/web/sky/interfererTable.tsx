import { type Order, SortHeader } from '../components/sortTable.js';
import { useFirst } from '../components/useFirst.js';
import { countOperators, hertzText, type Interferer, type InterfererKey, operatorOf, sorted } from './interferer.js';

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

function Overlap({ overlap }: Pick<Interferer, 'overlap'>) {
  if (!overlap) return <span class="hint">band only</span>;
  return <span title={SOURCES[overlap.source] ?? overlap.source}>{hertzText(overlap.hz)}</span>;
}

/** List of the satellites in view, which says all that the plot shows. */
export function InterfererTable(props: InterfererTableProps) {
  const { interferers, order, onOrder, beamDeg, selected, onSelect } = props;
  const { first, more } = useFirst(sorted(interferers, order));
  const head = { order, onOrder };
  return (
    <>
      <table class="dense">
        <caption class="hidden">Satellites in view; press a head to sort by it</caption>
        <thead>
          <tr>
            <SortHeader of="name" {...head}>
              Satellite
            </SortHeader>
            <SortHeader of="operator" {...head} class="spare">
              Operator
            </SortHeader>
            <SortHeader of="separation" {...head} class="number" title="Angle to the tracked satellite">
              Sep.
            </SortHeader>
            <SortHeader of="elevation" {...head} mostFirst class="number" title="Elevation above the horizon">
              El.
            </SortHeader>
            <SortHeader of="overlap" {...head} mostFirst class="number" title="Width of the frequencies that both use">
              Shares
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {first.map((one) => (
            <tr key={one.noradNumber} class={one.separationDeg < beamDeg ? 'in-beam' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  aria-pressed={one.noradNumber === selected}
                  onClick={() => onSelect(one.noradNumber === selected ? undefined : one.noradNumber)}
                >
                  {one.name}
                </button>
              </th>
              <td class="spare cut" title={operatorOf(one)}>
                {operatorOf(one)}
              </td>
              <td class="number">{one.separationDeg.toFixed(one.separationDeg < 10 ? 2 : 1)}°</td>
              <td class="number">{one.elevationDeg.toFixed(0)}°</td>
              <td class="number">
                <Overlap overlap={one.overlap} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
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

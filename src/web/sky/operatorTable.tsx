import { countOperators, type Interferer } from './interferer.js';

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

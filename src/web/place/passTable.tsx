import { LevelTag } from '../components/levelTag.js';
import { Time } from '../components/time.js';
import { durationText } from '../time.js';
import type { Pass } from './passes.js';

interface PassTableProps {
  passes: readonly Pass[];
  /** Whether rise and set are exact to the second, as for stations, rather than estimates. */
  exact: boolean;
  /** Rise of the pass that contains the shown minute. */
  currentAosMs: number | undefined;
  hasData: boolean;
  onTime: (ms: number) => void;
}

function PassLevel({ pass, hasData }: { pass: Pass; hasData: boolean }) {
  if (hasData && pass.intensity === undefined) return <span class="hint">under a minute</span>;
  return <LevelTag intensity={pass.intensity?.peak} />;
}

export function PassTable({ passes, exact, currentAosMs, hasData, onTime }: PassTableProps) {
  if (passes.length === 0) return <p class="empty">The satellite does not rise above its minimum elevation here.</p>;
  const precision = exact ? 'second' : 'minute';
  return (
    <div class="passes scroll" tabIndex={0} role="region" aria-label="Passes">
      <table>
        <caption class="hidden">Passes, times in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Rise (UTC)</th>
            <th scope="col" class="number">
              Lasts
            </th>
            <th scope="col" class="number" title="Highest elevation">
              Max el.
            </th>
            <th scope="col" class="number">
              Peak
            </th>
            <th scope="col" class="number spare">
              Mean
            </th>
            <th scope="col">Level</th>
          </tr>
        </thead>
        <tbody>
          {passes.map((pass) => (
            <tr key={pass.aosMs} aria-current={pass.aosMs === currentAosMs ? 'time' : undefined}>
              <th scope="row">
                <button type="button" class="link" onClick={() => onTime(pass.aosMs)}>
                  <Time ms={pass.aosMs} precision={precision} />
                </button>
                {!pass.complete && <span class="hint"> cut</span>}
              </th>
              <td class="number">{durationText((pass.losMs - pass.aosMs) / 1000)}</td>
              <td class="number">{pass.maxElevationDeg.toFixed(0)}°</td>
              <td class="number">{pass.intensity?.peak ?? '–'}</td>
              <td class="number spare">{pass.intensity?.mean.toFixed(1) ?? '–'}</td>
              <td>
                <PassLevel pass={pass} hasData={hasData} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

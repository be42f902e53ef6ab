import { useMemo, useState } from 'preact/hooks';
import { LevelTag, NotCounted } from '../components/levelTag.js';
import { SortHeader, type Order } from '../components/sortHeader.js';
import { Time } from '../components/time.js';
import { clearSeconds, type Encounters } from '../sky/encounters.js';
import { durationText } from '../time.js';
import type { Pass } from './passes.js';
import { passRows, type PassKey, type PassRow } from './passOrder.js';

interface PassTableProps {
  passes: readonly Pass[];
  /** Encounters at a station, once they are known; undefined elsewhere. */
  encounters: Encounters | undefined;
  /** Whether rise and set are exact to the second, as for stations, rather than estimates. */
  exact: boolean;
  /** Rise of the pass that contains the shown minute. */
  currentAosMs: number | undefined;
  /** Called with the instant at which a pass is highest. */
  onLook: (ms: number) => void;
}

function PassLevel({ pass }: { pass: Pass }) {
  return pass.intensity ? <LevelTag intensity={pass.intensity.peak} /> : <NotCounted />;
}

/** Length of the longest clear stretch; nothing where that is not known. */
function ClearCell({ encountered }: Pick<PassRow, 'encountered'>) {
  if (!encountered) return <td class="number" />;
  const seconds = clearSeconds(encountered);
  return <td class="number">{seconds > 0 ? durationText(seconds) : <span class="hint">never</span>}</td>;
}

export function PassTable({ passes, encounters, exact, currentAosMs, onLook }: PassTableProps) {
  const [order, setOrder] = useState<Order<PassKey>>({ key: 'rise', descending: false });
  const rows = useMemo(() => passRows(passes, encounters, order), [passes, encounters, order]);
  if (passes.length === 0) return <p class="empty">The satellite does not rise above its minimum elevation here.</p>;
  const precision = exact ? 'second' : 'minute';
  const head = { order, onOrder: setOrder };
  return (
    <div class="passes scroll" tabIndex={0} role="region" aria-label="Passes">
      <table>
        <caption class="hidden">Passes, times in UTC; press a head to sort by it</caption>
        <thead>
          <tr>
            <SortHeader of="rise" {...head}>
              Rise (UTC)
            </SortHeader>
            <th scope="col" class="number">
              Lasts
            </th>
            <SortHeader of="elevation" {...head} mostFirst class="number" title="Highest elevation">
              Max el.
            </SortHeader>
            <SortHeader of="peak" {...head} mostFirst class="number" title="Most satellites of the band in view">
              Peak
            </SortHeader>
            {encounters ? (
              <>
                <th scope="col" class="number spare" title="Others that come into the beam">
                  Enc.
                </th>
                <SortHeader
                  of="clear"
                  {...head}
                  mostFirst
                  class="number"
                  title="Longest stretch with nobody in the beam"
                >
                  Clear
                </SortHeader>
              </>
            ) : (
              <>
                <th scope="col" class="number spare">
                  Mean
                </th>
                <th scope="col">Level</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ pass, encountered }) => (
            <tr key={pass.aosMs} aria-current={pass.aosMs === currentAosMs ? 'time' : undefined}>
              <th scope="row">
                <button type="button" class="link" onClick={() => onLook(pass.maxElevationMs)}>
                  <Time ms={pass.aosMs} precision={precision} />
                </button>
                {!pass.complete && <span class="hint"> cut</span>}
              </th>
              <td class="number">{durationText((pass.losMs - pass.aosMs) / 1000)}</td>
              <td class="number">{pass.maxElevationDeg.toFixed(0)}°</td>
              <td class="number">{pass.intensity?.peak ?? '–'}</td>
              {encounters ? (
                <>
                  <td class="number spare">{encountered?.encounterCount ?? '–'}</td>
                  <ClearCell encountered={encountered} />
                </>
              ) : (
                <>
                  <td class="number spare">{pass.intensity?.mean.toFixed(1) ?? '–'}</td>
                  <td>
                    <PassLevel pass={pass} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

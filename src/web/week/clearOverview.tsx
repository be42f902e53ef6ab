import { useMemo, useState } from 'preact/hooks';
import { Problem, Waiting } from '../components/problem.js';
import { matchedKey } from '../data/question.js';
import type { SatelliteBands } from '../data/satellites.js';
import { useRows } from '../loading/useRows.js';
import { BeamSelect } from '../satellites/selects.js';
import type { ChangeView, ViewState } from '../viewState.js';
import { type ClearOrder, type ClearQuestion, type ClearRow, loadClear, rankClear } from './clearRow.js';
import { ClearTable } from './clearTable.js';
import { NoStations } from './stationOverview.js';

interface ClearOverviewProps {
  view: ViewState;
  change: ChangeView;
  satelliteId: number;
  bands: SatelliteBands;
}

function stationsOf(rows: readonly ClearRow[]): [id: number, name: string][] {
  const names = new Map(rows.map(({ stationId, stationName }) => [stationId, stationName]));
  return [...names].sort(([, a], [, b]) => a.localeCompare(b, 'en'));
}

/** Passes over all active stations, or over one, ranked by how long nobody else is in the beam. */
export function ClearOverview({ view, change, satelliteId, bands }: ClearOverviewProps) {
  const { band, match, beamDeg } = view;
  const question: ClearQuestion = { satelliteId, window: bands.window, band, match, beamDeg };
  const load = (onRow: (row: ClearRow) => void, signal: AbortSignal) => loadClear(question, onRow, signal);
  const { rows, done, error, reload } = useRows(`clear ${matchedKey(question)} ${beamDeg}`, load);
  const [station, setStation] = useState<number>();
  const [order, setOrder] = useState<ClearOrder>('longest');
  const stations = stationsOf(rows);
  const isKnown = rows.every(({ isDownlinkKnown }) => isDownlinkKnown);
  const shown = useMemo(() => {
    const chosen = rows.filter(({ stationId }) => station === undefined || stationId === station);
    return rankClear(chosen, order, Date.now());
  }, [rows, station, order]);
  const replace = { replace: true };
  return (
    <>
      <div class="choices">
        <BeamSelect value={beamDeg} onChoose={(next) => change({ beamDeg: next }, replace)} />
        <label class="inline">
          Station
          <select
            value={station ?? ''}
            onChange={({ currentTarget: { value } }) => setStation(value === '' ? undefined : Number(value))}
          >
            <option value="">all</option>
            {stations.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          Order
          <select value={order} onChange={({ currentTarget: { value } }) => setOrder(value as ClearOrder)}>
            <option value="longest">longest clear first</option>
            <option value="next">next pass first</option>
          </select>
        </label>
      </div>
      {!isKnown && (
        <p class="note">No downlink of this satellite is known in the band, so nothing can be said about its passes.</p>
      )}
      {error && <Problem error={error} retry={reload} />}
      {isKnown && shown.length > 0 && <ClearTable rows={shown} view={view} />}
      {!done && <Waiting for="the passes" />}
      {isKnown && rows.length > 0 && (
        <p class="hint">
          {rows.length.toLocaleString('en')} {rows.length === 1 ? 'pass' : 'passes'} with a clear stretch
          {!done && ' so far'}. Elements age: trust it for a day or two.
        </p>
      )}
      {done && !error && rows.length === 0 && <NoStations what="No pass over an active station has a clear stretch." />}
    </>
  );
}

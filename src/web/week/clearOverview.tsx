import { useMemo, useState } from 'preact/hooks';
import { Problem, Waiting } from '../components/problem.js';
import { Select } from '../components/select.js';
import { matchedKey } from '../data/question.js';
import type { SatelliteBands } from '../data/satellites.js';
import { useRows } from '../loading/useRows.js';
import { BeamSelect } from '../satellites/selects.js';
import type { ChangeView, ViewState } from '../viewState.js';
import { type ClearOrder, type ClearQuestion, type ClearRow, loadClear, rankClear } from './clearRow.js';
import { ClearTable } from './clearTable.js';
import { NoStations } from './stationOverview.js';

const ORDERS = [
  ['longest', 'longest clear first'],
  ['next', 'next pass first'],
] as const;

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

/** Passes over all active stations or over one, ranked by their longest clear stretch. */
export function ClearOverview({ view, change, satelliteId, bands }: ClearOverviewProps) {
  const { band, match, beamDeg } = view;
  const question: ClearQuestion = { satelliteId, window: bands.window, band, match, beamDeg };
  const load = (onRow: (row: ClearRow) => void, signal: AbortSignal) => loadClear(question, onRow, signal);
  const { rows, done, error, reload } = useRows(`clear ${matchedKey(question)} ${beamDeg}`, load);
  const [station, setStation] = useState<number>();
  const [order, setOrder] = useState<ClearOrder>('longest');
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
        <Select
          label="Station"
          options={[[undefined, 'all'], ...stationsOf(rows)]}
          value={station}
          onChoose={setStation}
        />
        <Select label="Order" options={ORDERS} value={order} onChoose={setOrder} />
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
          {!done && ' so far'}. Element sets age: after a day two satellites in three are within 1.4 km along the track,
          of Starlink within 5 km (0.7 s).
        </p>
      )}
      {done && !error && rows.length === 0 && <NoStations what="No pass over an active station has a clear stretch." />}
    </>
  );
}

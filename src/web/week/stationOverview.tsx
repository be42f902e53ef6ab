import { LevelLegend } from '../components/levelLegend.js';
import { Problem, Waiting } from '../components/problem.js';
import type { Counting } from '../data/satellites.js';
import type { Track } from '../data/track.js';
import type { ViewState } from '../viewState.js';
import { loadRows } from './loadRows.js';
import { NoStations } from './noStations.js';
import { compareRows, type StationRow } from './stationRow.js';
import { useRows } from './useRows.js';
import { WeekTable } from './weekTable.js';

interface StationOverviewProps {
  view: ViewState;
  satelliteId: number;
  counting: Counting;
  track: Track;
}

/** All active stations over the week of one satellite, worst first. */
export function StationOverview({ view, satelliteId, counting, track }: StationOverviewProps) {
  const { band } = view;
  const parts = { track, counting };
  const load = (onRow: (row: StationRow) => void, signal: AbortSignal) =>
    loadRows({ satelliteId, band, parts }, onRow, signal);
  const key = counting.isKnown ? `rows ${satelliteId} ${band} ${track.window}` : undefined;
  const { rows, done, error, reload } = useRows(key, load, compareRows);
  if (!counting.isKnown) {
    return (
      <p class="note">No downlink of this satellite is known in the band, so nothing is counted over a station.</p>
    );
  }
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {rows.length > 0 && <LevelLegend />}
      {rows.length > 0 && <WeekTable rows={rows} view={view} />}
      {!done && <Waiting for="the stations' weeks" />}
      {!done && rows.length > 0 && <p class="hint">{rows.length} stations so far</p>}
      {done && !error && rows.length === 0 && <NoStations what="No active station." />}
    </>
  );
}

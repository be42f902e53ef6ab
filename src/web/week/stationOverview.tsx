import { Problem, Waiting } from '../components/problem.js';
import type { SatelliteBands } from '../data/satellites.js';
import { LegendList } from '../explorer/legendList.js';
import { useTheme } from '../theme.js';
import type { ViewState } from '../viewState.js';
import { loadRows } from './loadRows.js';
import { NoStations } from './noStations.js';
import { compareRows, type StationRow } from './stationRow.js';
import { useRows } from './useRows.js';
import { WeekTable } from './weekTable.js';

interface StationOverviewProps {
  view: ViewState;
  satelliteId: number;
  bands: SatelliteBands;
}

/** All active stations over the week of one satellite, worst first. */
export function StationOverview({ view, satelliteId, bands }: StationOverviewProps) {
  const { theme } = useTheme();
  const { band } = view;
  const { start_time: start, end_time: end } = bands.provenance.analysis_window;
  const window = { fromMs: Date.parse(start), toMs: Date.parse(end) };
  const load = (onRow: (row: StationRow) => void, signal: AbortSignal) =>
    loadRows({ satelliteId, band, window }, onRow, signal);
  const { rows, done, error, reload } = useRows(`rows ${satelliteId} ${band} ${start} ${end}`, load, compareRows);
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {rows.length > 0 && <LegendList scale="risk" theme={theme} peak={0} />}
      {rows.length > 0 && <WeekTable rows={rows} view={view} />}
      {!done && <Waiting for="the stations' weeks" />}
      {!done && rows.length > 0 && <p class="hint">{rows.length} stations so far</p>}
      {done && !error && rows.length === 0 && <NoStations what="No active station." />}
    </>
  );
}

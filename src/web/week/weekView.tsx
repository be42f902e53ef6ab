import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { CallButton } from '../call/callButton.js';
import { Problem, Waiting } from '../components/problem.js';
import { LegendList } from '../explorer/legendList.js';
import type { SatelliteBands } from '../data/satellites.js';
import { valueOf } from '../data/useLoaded.js';
import { followInPage, navigate } from '../route.js';
import { BandSelect } from '../satellites/bandSelect.js';
import { ChooseFirst } from '../satellites/chooseFirst.js';
import { SatelliteChooser } from '../satellites/satelliteChooser.js';
import { useChosen } from '../satellites/useChosen.js';
import { useTheme } from '../theme.js';
import { readView, writeView, type ViewState } from '../viewState.js';
import { useRows } from './useRows.js';
import { WeekTable } from './weekTable.js';

function spanOf(bands: SatelliteBands | undefined): { fromMs: number; toMs: number } | undefined {
  const window = bands?.provenance.analysis_window;
  return window && { fromMs: Date.parse(window.start_time), toMs: Date.parse(window.end_time) };
}

function Overview({ view, bands }: { view: ViewState; bands: SatelliteBands }) {
  const { theme } = useTheme();
  const window = spanOf(bands);
  const { rows, done, error, reload } = useRows({ satelliteId: view.satelliteId ?? 0, band: view.band, window });
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {rows.length > 0 && <LegendList scale="risk" theme={theme} peak={0} />}
      {rows.length > 0 && <WeekTable rows={rows} view={view} />}
      {!done && <Waiting for="the stations' weeks" />}
      {!done && rows.length > 0 && <p class="hint">{rows.length} stations so far</p>}
      {done && !error && rows.length === 0 && (
        <p class="empty">
          No active station.{' '}
          <a href="/stations" onClick={followInPage}>
            Add or activate one
          </a>
          .
        </p>
      )}
    </>
  );
}

/** Overview of all active stations over the week of one satellite, worst first. */
export function WeekView({ query }: { query: URLSearchParams }) {
  const view = readView(query);
  const change = (changes: Partial<ViewState>, how?: { replace: boolean }) =>
    navigate(`/week${writeView({ ...view, ...changes })}`, how);
  const { list, tracked, chosen, bands } = useChosen(view.satelliteId, (id) =>
    change({ satelliteId: id }, { replace: true }),
  );
  const choose = (satelliteId: number) => change({ satelliteId });
  const onTracked = (satellite: TrackedSatelliteJson) => {
    list.reload();
    choose(satellite.id);
  };
  const chooser = <SatelliteChooser tracked={tracked ?? []} chosen={chosen} onChoose={choose} onTracked={onTracked} />;
  if (!chosen) return <ChooseFirst list={list} satelliteId={view.satelliteId} chooser={chooser} />;
  const held = valueOf(bands.loaded);
  const call = {
    title: 'The week at all active stations',
    path: '/interference/all_ground_stations',
    query: { tracked_satellite_id: chosen.id, frequency_band: view.band },
    enveloped: true,
  };
  return (
    <main id="content" class="page wide">
      <div class="split">
        <h1>Stations over the week</h1>
        <CallButton calls={() => [call]} />
      </div>
      <div class="row top-row">
        {chooser}
        <BandSelect bands={held?.frequency_bands} value={view.band} onChoose={(band) => change({ band })} />
      </div>
      {bands.loaded.state === 'failed' && <Problem error={bands.loaded.error} retry={bands.reload} />}
      {held && <Overview view={view} bands={held} />}
    </main>
  );
}

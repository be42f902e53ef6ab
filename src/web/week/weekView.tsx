import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import type { ApiCall } from '../call/apiCall.js';
import { CallButton } from '../call/callButton.js';
import { ChoiceButtons } from '../components/buttons.js';
import { Problem } from '../components/problem.js';
import { matchedQuery } from '../data/question.js';
import { countingOf } from '../data/satellites.js';
import { navigate } from '../route.js';
import { SatelliteChooser } from '../satellites/satelliteChooser.js';
import { BandSelect, MatchChoice } from '../satellites/selects.js';
import { useChosen } from '../satellites/useChosen.js';
import { ChooseFirst } from '../satellites/useSubject.js';
import { readView, type ViewState, writeView } from '../viewState.js';
import { ClearOverview } from './clearOverview.js';
import { clearQuery } from './clearRow.js';
import { StationOverview } from './stationOverview.js';

const LISTS = [
  ['stations', 'Stations'],
  ['clear', 'Clear passes'],
] as const;

function callOf(view: ViewState, satelliteId: number): ApiCall {
  const { band, match, beamDeg, list } = view;
  if (list === 'clear') {
    const query = clearQuery({ satelliteId, band, match, beamDeg });
    return { title: 'The passes, ranked', path: '/interference/clear_passes', query };
  }
  const query = matchedQuery({ satelliteId, band, match });
  const path = '/interference/all_ground_stations';
  return { title: 'The week at all active stations', path, query };
}

/** Overview of all active stations over the week of one satellite: by station, or pass by pass. */
export function WeekView({ query }: { query: URLSearchParams }) {
  const view = readView(query);
  const change = (changes: Partial<ViewState>, how?: { replace: boolean }) =>
    navigate(`/week${writeView({ ...view, ...changes })}`, how);
  const { list, tracked, chosen, flown, error, reload } = useChosen(view.satelliteId, (id) => {
    if (!query.has('satellite')) change({ satelliteId: id }, { replace: true });
  });
  const choose = (satelliteId: number) => change({ satelliteId });
  const onTracked = (satellite: TrackedSatelliteJson) => {
    list.reload();
    choose(satellite.id);
  };
  const chooser = <SatelliteChooser tracked={tracked ?? []} chosen={chosen} onChoose={choose} onTracked={onTracked} />;
  if (!chosen) return <ChooseFirst list={list} named={query.get('satellite')} chooser={chooser} />;
  const counting = flown && countingOf(flown.bands, view.band);
  return (
    <main id="content" class="page wide">
      <div class="split">
        <h1>{view.list === 'clear' ? 'Clear passes of the week' : 'Stations over the week'}</h1>
        <CallButton calls={() => [callOf(view, chosen.id)]} />
      </div>
      <div class="row week-controls">
        {chooser}
        <BandSelect bands={flown?.bands.frequency_bands} value={view.band} onChoose={(band) => change({ band })} />
        <MatchChoice value={view.match} onChoose={(match) => change({ match }, { replace: true })} />
        <ChoiceButtons
          label="What is listed"
          options={LISTS}
          value={view.list}
          onChoose={(next) => change({ list: next })}
        />
      </div>
      {error && <Problem error={error} retry={reload} />}
      {counting && flown && view.list === 'stations' && (
        <StationOverview view={view} satelliteId={chosen.id} counting={counting} track={flown.track} />
      )}
      {flown && view.list === 'clear' && (
        <ClearOverview view={view} change={change} satelliteId={chosen.id} bands={flown.bands} />
      )}
    </main>
  );
}

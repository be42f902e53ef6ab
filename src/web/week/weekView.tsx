import type { ApiCall } from '../call/apiCall.js';
import { CallButton } from '../call/callButton.js';
import { ChoiceButtons } from '../components/buttons.js';
import { matchedQuery } from '../data/question.js';
import { countingOf } from '../data/satellites.js';
import { BandSelect, MatchChoice } from '../satellites/selects.js';
import { type Subject, useSubject } from '../satellites/useSubject.js';
import type { ViewState } from '../viewState.js';
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
  const subject = useSubject('/week', query);
  return 'instead' in subject ? subject.instead : <WeekPage {...subject} />;
}

function WeekPage({ view, change, chooser, chosen, flown, problem }: Subject) {
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
      {problem}
      {counting && flown && view.list === 'stations' && (
        <StationOverview view={view} satelliteId={chosen.id} counting={counting} track={flown.track} />
      )}
      {flown && view.list === 'clear' && (
        <ClearOverview view={view} change={change} satelliteId={chosen.id} bands={flown.bands} />
      )}
    </main>
  );
}

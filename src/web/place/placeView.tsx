import { useMemo, useRef } from 'preact/hooks';
import { CallButton } from '../call/callButton.js';
import { explorerCalls } from '../call/calls.js';
import { CopyButton } from '../components/buttons.js';
import { UnknownStation } from '../components/faults.js';
import { Waiting } from '../components/problem.js';
import { WindowOver } from '../components/time.js';
import { countingOf } from '../data/satellites.js';
import { pinOf } from '../data/stations.js';
import { BandSelect, MatchChoice } from '../satellites/selects.js';
import { type Subject, useSubject } from '../satellites/useSubject.js';
import { placeLabel, writeView } from '../viewState.js';
import { PlaceField } from './placeField.js';
import { PlaceWeekView } from './placeWeekView.js';

/** Week at a place, across the whole page. */
export function PlaceView({ query }: { query: URLSearchParams }) {
  const subject = useSubject('/place', query);
  return 'instead' in subject ? subject.instead : <PlacePage {...subject} />;
}

function PlacePage({ view, change, chooser, chosen, stations, flown, problem }: Subject) {
  const bands = flown?.bands;
  const now = useRef({ epoch: 0, timeMs: 0 });
  const station = stations?.find(({ id }) => id === view.stationId);
  const unknownStation = stations !== undefined && station === undefined ? view.stationId : undefined;
  const counting = useMemo(() => bands && countingOf(bands, view.band), [bands, view.band]);
  const place = view.place ?? (station && pinOf(station));
  const name = station?.name ?? (place && placeLabel(place));
  const calls = () =>
    bands ? explorerCalls(view, { runId: bands.coverage_analysis_run_id, ...now.current, place }) : [];
  const shared = () => location.origin + location.pathname + writeView({ ...view, timeMs: now.current.timeMs });
  return (
    <main id="content" class={`place-view ${problem ? 'stale' : ''}`}>
      <section class="across" aria-label="What is shown">
        {chooser}
        <BandSelect bands={bands?.frequency_bands} value={view.band} onChoose={(band) => change({ band })} />
        <MatchChoice value={view.match} onChoose={(match) => change({ match }, { replace: true })} />
        <PlaceField
          place={place}
          stationId={station?.id}
          stations={stations ?? []}
          onPlace={(chosenPlace) => change({ place: chosenPlace, stationId: undefined })}
          onStation={(stationId) => change({ stationId, place: undefined })}
        />
        <div class="choices">
          <CopyButton text={shared} label="Copy link" />
          <CallButton calls={calls} />
        </div>
      </section>
      <h1 class={name === undefined ? '' : 'hidden'}>
        {name === undefined ? 'Choose a place' : `Week of ${chosen.satellite.name} at ${name}`}
      </h1>
      <UnknownStation id={unknownStation} />
      {bands && <WindowOver endMs={Date.parse(bands.provenance.analysis_window.end_time)} />}
      {problem}
      {!problem && !flown && <Waiting for={`the track of ${chosen.satellite.name}`} />}
      {name === undefined && (
        <p class="hint">Type coordinates or choose a station, or click on the map: its week is shown here.</p>
      )}
      {counting && flown && place && name !== undefined && (
        <PlaceWeekView
          key={`${chosen.id} ${flown.track.window}`}
          view={view}
          change={change}
          chosen={chosen}
          counting={counting}
          track={flown.track}
          place={place}
          name={name}
          station={station}
          isFaulty={view.stationId !== undefined && station === undefined}
          onNow={(current) => (now.current = current)}
        />
      )}
    </main>
  );
}

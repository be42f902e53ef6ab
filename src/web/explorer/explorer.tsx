import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { CallButton } from '../call/callButton.js';
import { explorerCalls } from '../call/calls.js';
import { ChoiceButtons, CopyButton } from '../components/buttons.js';
import { UnknownStation } from '../components/faults.js';
import { Waiting } from '../components/problem.js';
import { WindowOver } from '../components/time.js';
import type { Place } from '../data/geodetic.js';
import { countingOf } from '../data/satellites.js';
import { pinOf } from '../data/stations.js';
import { PlaceField } from '../place/placeField.js';
import { BandSelect, MatchChoice } from '../satellites/selects.js';
import { UntrackButton } from '../satellites/untrackButton.js';
import { type Subject, useSubject } from '../satellites/useSubject.js';
import { writeView } from '../viewState.js';
import { SatelliteFacts } from './satelliteFacts.js';
import { Stage } from './stage.js';
import { wantWorld } from '../world/worldSource.js';

const NO_STATIONS: readonly GroundStationJson[] = [];

const PROJECTIONS = [
  ['globe', 'Globe'],
  ['flat', 'Flat'],
] as const;

/** Frame of the explorer: the choices on one side, what they show on the other. */
function Explorer(props: Subject) {
  const { view, change, chooser, chosen, onUntracked, stations = NO_STATIONS, flown, problem } = props;
  const bands = flown?.bands;
  // On a slow line they come together with the track.
  useEffect(() => void wantWorld('coarse'), []);
  const now = useRef({ epoch: 0, timeMs: 0 });
  const station = stations.find(({ id }) => id === view.stationId);
  const unknownStation = props.stations !== undefined && station === undefined ? view.stationId : undefined;
  const pins = useMemo(() => stations.map(pinOf), [stations]);
  const counting = useMemo(() => bands && countingOf(bands, view.band), [bands, view.band]);
  const place = view.place ?? (station && pinOf(station));
  /** Centre of the map that brings a chosen place into view. */
  const centreOn = (at: Place | undefined) =>
    at ? { centre: { latDeg: at.latDeg, lonDeg: at.lonDeg, zoom: view.centre?.zoom ?? 1 } } : {};
  const calls = () =>
    bands ? explorerCalls(view, { runId: bands.coverage_analysis_run_id, ...now.current, place }) : [];
  const shared = () => location.origin + location.pathname + writeView({ ...view, timeMs: now.current.timeMs });
  return (
    <main id="content" class={`explorer ${problem ? 'stale' : ''}`}>
      <h1 class="hidden">Map of {chosen.satellite.name}</h1>
      <section class="controls first" aria-label="What is shown">
        <div>
          {chooser}
          <div class="split under">
            <span class="hint">{chosen.satellite.norad_number}</span>
            <UntrackButton chosen={chosen} onUntracked={onUntracked} />
          </div>
        </div>
        <div class="counts">
          <BandSelect bands={bands?.frequency_bands} value={view.band} onChoose={(band) => change({ band })} />
          <MatchChoice value={view.match} onChoose={(match) => change({ match }, { replace: true })} />
        </div>
        <PlaceField
          place={place}
          stationId={station?.id}
          stations={stations}
          onPlace={(chosenPlace) => change({ place: chosenPlace, stationId: undefined, ...centreOn(chosenPlace) })}
          onStation={(stationId) =>
            change({ stationId, place: undefined, ...centreOn(pins.find(({ id }) => id === stationId)) })
          }
        />
      </section>
      <section class="controls rest" aria-label="Display and data">
        <div class="choices">
          <ChoiceButtons
            label="Projection"
            options={PROJECTIONS}
            value={view.projection}
            onChoose={(projection) => change({ projection }, { replace: true })}
          />
        </div>
        <div class="choices">
          <CopyButton text={shared} label="Copy link" />
          <CallButton calls={calls} />
        </div>
        {bands && <SatelliteFacts tracked={chosen} bands={bands} />}
        <p class="hint small">Counts of satellites in view together: a proxy, not a carrier-to-interference ratio.</p>
      </section>
      <UnknownStation id={unknownStation} />
      {bands && <WindowOver endMs={Date.parse(bands.provenance.analysis_window.end_time)} />}
      {problem}
      {!problem && !flown && <Waiting for={`the track of ${chosen.satellite.name}`} />}
      {counting && flown && (
        <Stage
          key={`${chosen.id} ${flown.track.window}`}
          view={view}
          change={change}
          chosen={chosen}
          counting={counting}
          track={flown.track}
          pins={pins}
          place={place}
          station={station}
          isFaulty={view.stationId !== undefined && station === undefined}
          onNow={(current) => (now.current = current)}
        />
      )}
    </main>
  );
}

/** Map of a satellite, and the week at a place. */
export function ExplorerView({ query }: { query: URLSearchParams }) {
  const subject = useSubject('/map', query);
  return 'instead' in subject ? subject.instead : <Explorer {...subject} />;
}

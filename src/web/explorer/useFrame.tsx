import { useMemo, useRef } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { CallButton } from '../call/callButton.js';
import { explorerCalls } from '../call/calls.js';
import { CopyButton } from '../components/buttons.js';
import { UnknownStation, WindowOver } from '../components/faults.js';
import { Waiting } from '../components/problem.js';
import { type Place, placeLabel } from '../data/geodetic.js';
import { countingOf } from '../data/satellites.js';
import { pinOf } from '../data/stations.js';
import { useStations } from '../loading/useStations.js';
import { PlaceField } from '../place/placeField.js';
import { BandSelect, MatchChoice } from '../satellites/selects.js';
import type { Subject } from '../satellites/useSubject.js';
import { writeView } from '../viewState.js';

const NO_STATIONS: readonly GroundStationJson[] = [];

/** Parts that the map and the week at a place share: controls, messages, the place and the shown minute. */
export function useFrame({ view, change, chosen, flown, problem }: Subject) {
  const { value: loaded } = useStations();
  const stations = loaded ?? NO_STATIONS;
  const bands = flown?.bands;
  /** Shown minute, for links and API calls that are copied. */
  const now = useRef({ epoch: 0, timeMs: 0 });
  const station = stations.find(({ id }) => id === view.stationId);
  const isUnknown = loaded !== undefined && station === undefined;
  const counting = useMemo(() => bands && countingOf(bands, view.band), [bands, view.band]);
  const place: Place | undefined = view.place ?? (station && pinOf(station));
  const name = station?.name ?? (place && placeLabel(place));
  /** Change of the view that brings a chosen place to the middle of the map. */
  const centreOn = (at: Place | undefined) =>
    at ? { centre: { latDeg: at.latDeg, lonDeg: at.lonDeg, zoom: view.centre?.zoom ?? 1 } } : {};
  const onStation = (id: number | undefined) => {
    const next = stations.find((one) => one.id === id);
    change({ stationId: id, place: undefined, ...centreOn(next && pinOf(next)) });
  };
  const calls = () =>
    bands ? explorerCalls(view, { runId: bands.coverage_analysis_run_id, ...now.current, place }) : [];
  const shared = () => location.origin + location.pathname + writeView({ ...view, timeMs: now.current.timeMs });
  return {
    stations,
    place,
    name,
    /** Props of the component that shows the minute; undefined until its data has come. */
    moment: counting &&
      flown && {
        view,
        change,
        chosen,
        counting,
        track: flown.track,
        station,
        isFaulty: view.stationId !== undefined && station === undefined,
        onNow: (current: { epoch: number; timeMs: number }) => (now.current = current),
      },
    /** Key of the component that shows the minute: another satellite or window remounts it. */
    key: `${chosen.id} ${flown?.track.window}`,
    counts: (
      <>
        <BandSelect bands={bands?.frequency_bands} value={view.band} onChoose={(band) => change({ band })} />
        <MatchChoice value={view.match} onChoose={(match) => change({ match }, { replace: true })} />
      </>
    ),
    field: (
      <PlaceField
        place={place}
        stationId={station?.id}
        stations={stations}
        onPlace={(next) => change({ place: next, stationId: undefined, ...centreOn(next) })}
        onStation={onStation}
      />
    ),
    buttons: (
      <div class="choices">
        <CopyButton text={shared} label="Copy link" />
        <CallButton calls={calls} />
      </div>
    ),
    messages: (
      <>
        {isUnknown && view.stationId !== undefined && <UnknownStation id={view.stationId} />}
        {bands && <WindowOver endMs={Date.parse(bands.provenance.analysis_window.end_time)} />}
        {problem}
        {!problem && !flown && <Waiting for={`the track of ${chosen.satellite.name}`} />}
      </>
    ),
  };
}

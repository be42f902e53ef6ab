import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ChoiceButtons } from '../components/choice.js';
import { Problem } from '../components/problem.js';
import { Time } from '../components/time.js';
import type { Counting } from '../data/satellites.js';
import { epochAt, epochMsOf, type Track } from '../data/track.js';
import type { Place } from '../map/healpix.js';
import type { HoveredPlace, Pin } from '../map/index.js';
import { nextPass, type Pass } from '../place/passes.js';
import { PlacePanel } from '../place/placePanel.js';
import { usePlace } from '../place/usePlace.js';
import { SkyPanel } from '../sky/skyPanel.js';
import { useEncounters } from '../sky/useSky.js';
import { useTheme } from '../theme.js';
import { placeLabel, type ChangeView, type ViewState } from '../viewState.js';

import { hoverText } from './hoverText.js';
import { LegendList } from './legendList.js';
import { MapPanel } from './mapPanel.js';
import { TimeBar } from './timeBar.js';
import { useCentre } from './useCentre.js';
import { useEpoch } from './useEpoch.js';
import { useEpochCells } from './useEpochCells.js';
import { useLook } from './useLook.js';
import { useOthers } from './useOthers.js';
import { usePeak } from './usePeak.js';
import { usePlay } from './usePlay.js';

const SHOWS = [
  ['map', 'Map'],
  ['sky', 'Sky'],
] as const;

const NO_PASSES: readonly Pass[] = [];

interface StageProps {
  view: ViewState;
  change: ChangeView;
  chosen: TrackedSatelliteJson;
  counting: Counting;
  track: Track;
  pins: readonly Pin[];
  place: Place | undefined;
  /** Station at the place, where it is one. */
  station: GroundStationJson | undefined;
  onNow: (now: { epoch: number; timeMs: number }) => void;
}

/** Map of one minute, the time bar, and the week at the chosen place. */
export function Stage(props: StageProps) {
  const { view, change, chosen, counting, track, pins, place, station, onNow } = props;
  const { isKnown, minElevationDeg } = counting;
  const { theme } = useTheme();
  const { epoch, setEpoch, goTo } = useEpoch(track, view.timeMs, (timeMs) => change({ timeMs }, { replace: true }));
  const timeMs = epochMsOf(track, epoch);
  const { band } = view;
  const { epochCount, positions } = track;
  const asked = { satelliteId: chosen.id, band, window: track.window, epochCount };
  const shown = useEpochCells({ ...asked, epoch, isKnown });
  const peak = usePeak(shown.source, epochCount, shown.cells);
  const isWanted = shown.cells !== undefined;
  const others = useOthers({ ...asked, epoch: shown.shownEpoch, isWanted });
  const play = usePlay({ source: shown.source, epoch, epochCount, onEpoch: setEpoch });
  const week = usePlace({ satelliteId: chosen.id, band, track, counting, place, station });
  const look = useLook({ satelliteId: chosen.id, view, change, place, station, track, epoch, goTo });
  const { question, site, skyMs } = look;
  const encounters = useEncounters(question, view.beamDeg);
  const name = station?.name ?? (place && placeLabel(place)) ?? '';
  const isSky = view.shows === 'sky' && question !== undefined && site !== undefined;
  const [hovered, setHovered] = useState<HoveredPlace>();
  useEffect(() => onNow({ epoch, timeMs }), [epoch, timeMs]);

  const satellite = useMemo(() => {
    const windowStartS = track.startMs / 1000;
    return {
      name: chosen.satellite.name,
      track: positions,
      windowStartS,
      epochIndex: shown.shownEpoch,
      minElevationDeg,
    };
  }, [chosen, track, shown.shownEpoch, minElevationDeg]);
  const position = positions.subarray(3 * shown.shownEpoch, 3 * shown.shownEpoch + 3);
  const [latDeg = Number.NaN, lonDeg = Number.NaN] = position;
  const centre = useCentre({ latDeg, lonDeg }, view.projection);

  const coming = week.found && nextPass(week.found.passes, timeMs);
  const outside = view.timeMs !== undefined && epochMsOf(track, epochAt(track, view.timeMs)) !== view.timeMs;
  return (
    <div class={`stage ${place ? 'with-place' : ''}`}>
      {outside && (
        <p class="problem" role="alert">
          The minute in this address is outside the analysis window; the nearest one is shown.
        </p>
      )}
      {shown.error && <Problem error={shown.error} retry={shown.source.retry} />}
      {question && (
        <div class="shows">
          <ChoiceButtons
            label="What is shown"
            options={SHOWS}
            value={view.shows}
            onChoose={(shows) => change({ shows })}
          />
        </div>
      )}
      {isSky && (
        <SkyPanel
          question={question}
          view={view}
          change={change}
          name={chosen.satellite.name}
          placeName={name}
          site={site}
          minElevationDeg={minElevationDeg}
          track={track}
          timeMs={skyMs}
          passes={week.found?.passes ?? NO_PASSES}
          encounters={encounters.loaded}
          onTime={look.onInstant}
        />
      )}
      <div class={`map-frame ${shown.isStale ? 'stale' : ''}`} hidden={isSky}>
        <MapPanel
          label={`Map of ${chosen.satellite.name}`}
          projection={view.projection}
          scale={view.scale}
          peak={peak}
          cells={shown.cells}
          satellite={satellite}
          others={others}
          stations={pins}
          place={place}
          centre={view.centre ?? centre}
          onPick={(picked) => change({ place: picked, stationId: undefined })}
          onHover={setHovered}
          onView={(moved) => change({ centre: moved }, { replace: true })}
        />
        <LegendList scale={view.scale} theme={theme} peak={peak} others={others && others.length / 2} />
        <p class="hovered">{hovered && hoverText(hovered, { position, minElevationDeg, isKnown })}</p>
        {Number.isNaN(latDeg) && (
          <p class="over-map">
            <Time ms={timeMs} /> UTC: no data, the satellite cannot be propagated to this minute.
          </p>
        )}
        {!isKnown && (
          <p class="over-map">
            No downlink of {chosen.satellite.name} is known{band !== 'all' && ` in band ${band}`}, so nothing can be
            said about interference with it.
          </p>
        )}
      </div>
      <TimeBar
        track={track}
        epoch={epoch}
        playing={play.playing}
        waiting={play.waiting}
        onEpoch={(next) => {
          play.stop();
          setEpoch(next);
        }}
        onToggle={play.toggle}
        onNextPass={coming && (() => goTo(coming.aosMs + 59_999))}
        noPass={
          place
            ? week.found && 'No pass over this place begins after this minute in the analysis window'
            : 'Choose a place to go from pass to pass'
        }
      />
      {place ? (
        <PlacePanel
          name={name}
          {...week}
          encounters={encounters.loaded}
          reloadEncounters={encounters.reload}
          epoch={epoch}
          timeMs={timeMs}
          onTime={look.onMinute}
          onLook={look.onInstant}
          onLeave={() => change({ place: undefined, stationId: undefined, shows: 'map' })}
        />
      ) : (
        <p class="hint to-pick">Choose a place on the map, or enter one, to see its week: a chart and every pass.</p>
      )}
    </div>
  );
}

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { DAY_MS } from '../../spec.js';
import { Problem, Waiting } from '../components/problem.js';
import { ScaleLegend } from '../components/scaleLegend.js';
import { Time } from '../components/time.js';
import type { Place } from '../data/geodetic.js';
import type { Counting } from '../data/satellites.js';
import { epochAt, epochMsOf, type Track } from '../data/track.js';
import { useEpoch, useLook } from '../explorer/useMoment.js';
import { useWeekScale } from '../explorer/useWeekScale.js';
import { errorOf, valueOf } from '../loading/useLoaded.js';
import { EncountersTold } from '../sky/encounterTable.js';
import { SkyPanel } from '../sky/skyPanel.js';
import { useEncounters } from '../sky/useSky.js';
import { placeTakeaways } from '../take/placeTakeaways.js';
import { TakeButton } from '../take/takeButton.js';
import { passBeside } from '../timeBar/marks.js';
import type { ChangeView, ViewState } from '../viewState.js';
import { CloseUp } from './closeUp.js';
import { PassTable } from './passTable.js';
import { MinuteTag, WeekSummary } from './placePanel.js';
import { closeUp } from './stretch.js';
import { usePlace } from './usePlace.js';
import { type Pass, UNKNOWN } from './week.js';
import { WeekGrid } from './weekGrid.js';

interface PlaceWeekViewProps {
  view: ViewState;
  change: ChangeView;
  chosen: TrackedSatelliteJson;
  counting: Counting;
  track: Track;
  place: Place;
  name: string;
  /** Station at the place, where it is one. */
  station: GroundStationJson | undefined;
  /** Whether the address names a station that is not found, or not yet. */
  isFaulty: boolean;
  onNow: (now: { epoch: number; timeMs: number }) => void;
}

const NO_PASSES: readonly Pass[] = [];

/** Week at a place: all its minutes, one pass or day of it large, the passes, and the sky. */
export function PlaceWeekView(props: PlaceWeekViewProps) {
  const { view, change, chosen, counting, track, place, name, station, isFaulty, onNow } = props;
  const { epoch, goTo } = useEpoch(track, view.timeMs, (timeMs, isFirst) => {
    // An address that is wrong stays, until somebody goes on from it.
    if (!(isFirst && isFaulty)) change({ timeMs }, { replace: true });
  });
  const timeMs = epochMsOf(track, epoch);
  const { band, match } = view;
  const asked = { satelliteId: chosen.id, band, match, window: track.window };
  const { loaded, found, reload } = usePlace({ ...asked, track, counting, place, station });
  const { question, site, skyMs, onInstant } = useLook({
    satelliteId: chosen.id,
    view,
    place,
    station,
    track,
    epoch,
    goTo,
  });
  const encounters = useEncounters(question, view.beamDeg);
  const told = valueOf(encounters.loaded);
  const met = told?.isDownlinkKnown ? told : undefined;
  const peak = found?.counts.reduce((highest, count) => Math.max(highest, count), 0);
  const { scale, magnitudes } = useWeekScale(asked, peak);
  const [pointedMs, setPointedMs] = useState<number>();
  useEffect(() => onNow({ epoch, timeMs }), [epoch, timeMs]);
  const passes = found?.passes ?? NO_PASSES;
  const { startMs, epochCount } = track;
  const { zoom, stretch, pass } = useMemo(
    () => closeUp({ zoom: view.zoom, passes, timeMs, startMs, epochCount }),
    [view.zoom, passes, timeMs, startMs, epochCount],
  );
  const isAway = pass !== undefined && zoom === 'pass' && !(pass.aosMs <= skyMs && skyMs < pass.losMs);
  // The sky of a pass to come is shown at its highest.
  const lookMs = isAway ? pass.maxElevationMs : skyMs;
  const takeaways = () =>
    found ? placeTakeaways({ words: [chosen.satellite.name, name], found, encounters: met }) : [];
  const goToPass = (direction: 1 | -1) => {
    const beside = passBeside(passes, pass && timeMs < pass.aosMs ? pass.aosMs : timeMs, direction);
    if (beside) goTo(beside.maxElevationMs);
  };
  // Neither follows the pointer, whose every move renders the rest.
  const table = useMemo(
    () =>
      found && (
        <PassTable passes={passes} encounters={met} scale={scale} chosenAosMs={pass?.aosMs} onLook={onInstant} />
      ),
    [found, met, scale, pass, onInstant],
  );
  const sky = useMemo(
    () =>
      question &&
      site && (
        <SkyPanel
          question={question}
          view={{ beamDeg: view.beamDeg }}
          change={change}
          name={chosen.satellite.name}
          placeName={name}
          site={site}
          minElevationDeg={counting.minElevationDeg}
          track={track}
          timeMs={lookMs}
          passes={passes}
          encounters={encounters.loaded}
          onTime={onInstant}
        />
      ),
    [question, view.beamDeg, chosen, name, site, counting, track, lookMs, passes, encounters.loaded, onInstant],
  );
  const error = errorOf(loaded);
  const metError = errorOf(encounters.loaded);
  const count = found?.counts[epochAt(track, pointedMs ?? timeMs)] ?? UNKNOWN;
  const outside = view.timeMs !== undefined && epochMsOf(track, epochAt(track, view.timeMs)) !== view.timeMs;
  return (
    <div class="week-view">
      {outside && (
        <p class="problem" role="alert">
          The minute in this address is outside the analysis window; the nearest one is shown.
        </p>
      )}
      {error && <Problem error={error} retry={reload} />}
      {metError && <Problem error={metError} retry={encounters.reload} />}
      {loaded.state === 'loading' && !found && !error && <Waiting for="the week at this place" />}
      <section class="place whole-week" aria-labelledby="place-name">
        <div class="week-head">
          <div>
            <h2 id="place-name">{name}</h2>
            {found && <WeekSummary found={found} scale={scale} />}
            {found && (
              <p class="now">
                <Time ms={timeMs} /> UTC <MinuteTag count={found.counts[epoch] ?? UNKNOWN} scale={scale} />
              </p>
            )}
          </div>
          <ScaleLegend scale={scale} match={match} magnitudes={magnitudes} value={count >= 0 ? count : undefined} />
        </div>
        {found && (
          <WeekGrid
            label={`Others in view over the week at ${name}`}
            startMs={found.startMs}
            counts={found.counts}
            scale={scale}
            timeMs={timeMs}
            pointedMs={pointedMs}
            encounters={met}
            stretch={zoom === 'week' ? undefined : stretch}
            onPoint={setPointedMs}
            onTime={goTo}
            onPass={goToPass}
          />
        )}
        {met && <EncountersTold encounters={met} />}
      </section>
      {found && site && question && (
        <div class="place-parts">
          <CloseUp
            name={name}
            zoom={zoom}
            stretch={stretch}
            pass={pass}
            found={found}
            scale={scale}
            track={track}
            site={site}
            encounters={met}
            timeMs={lookMs}
            pointedMs={pointedMs}
            onPoint={setPointedMs}
            onTime={onInstant}
            onZoom={(next) => change({ zoom: next })}
            onStep={zoom === 'day' ? (days) => goTo(timeMs + days * DAY_MS) : goToPass}
          />
          <div class="pass-list">
            <div class="split">
              <h3>Passes</h3>
              <TakeButton takeaways={takeaways} />
            </div>
            {table}
          </div>
          {sky}
        </div>
      )}
    </div>
  );
}

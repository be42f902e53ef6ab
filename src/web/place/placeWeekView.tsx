import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Problem, Waiting } from '../components/problem.js';
import { ScaleLegend } from '../components/scaleLegend.js';
import { Time } from '../components/time.js';
import type { Counting, SatelliteBands } from '../data/satellites.js';
import { epochAt, epochMsOf, type Track } from '../data/track.js';
import { errorOf, valueOf } from '../data/useLoaded.js';
import { useEpoch } from '../explorer/useEpoch.js';
import { useLook } from '../explorer/useLook.js';
import { useWeekScale } from '../explorer/useWeekScale.js';
import type { Place } from '../map/healpix.js';
import { EncountersTold } from '../sky/encountersTold.js';
import { SkyPanel } from '../sky/skyPanel.js';
import { useEncounters } from '../sky/useSky.js';
import { passBeside } from '../timeBar/marks.js';
import type { ChangeView, ViewState } from '../viewState.js';
import { CloseUp } from './closeUp.js';
import { UNKNOWN } from './counts.js';
import { minuteOf } from './minute.js';
import type { Pass } from './passes.js';
import { PassTable } from './passTable.js';
import { MinuteTag, WeekSummary } from './placePanel.js';
import { closeUp } from './stretch.js';
import { usePlace } from './usePlace.js';
import { WeekGrid } from './weekGrid.js';

interface PlaceWeekViewProps {
  view: ViewState;
  change: ChangeView;
  chosen: TrackedSatelliteJson;
  bands: SatelliteBands;
  counting: Counting;
  track: Track;
  place: Place;
  name: string;
  /** Station at the place, where it is one. */
  station: GroundStationJson | undefined;
  stations: readonly GroundStationJson[];
  /** Whether the address names what cannot be. */
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
  const look = useLook({ satelliteId: chosen.id, view, place, station, track, epoch, goTo });
  const encounters = useEncounters(look.question, view.beamDeg);
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
  const goToPass = (direction: 1 | -1) => {
    const beside = passBeside(passes, pass && timeMs < pass.aosMs ? pass.aosMs : timeMs, direction);
    if (beside) goTo(beside.maxElevationMs);
  };
  const error = errorOf(loaded);
  const metError = errorOf(encounters.loaded);
  const count = found?.counts[epochAt(track, pointedMs ?? timeMs)] ?? UNKNOWN;
  const outside = view.timeMs !== undefined && epochMsOf(track, epochAt(track, view.timeMs)) !== view.timeMs;
  return (
    <>
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
                <Time ms={timeMs} /> UTC <MinuteTag minute={minuteOf(found.counts[epoch] ?? UNKNOWN)} scale={scale} />
              </p>
            )}
          </div>
          <ScaleLegend scale={scale} match={match} magnitudes={magnitudes} value={count >= 0 ? count : undefined} />
        </div>
        {found && (
          <WeekGrid
            label={`Others in view over the week at ${name}`}
            startMs={found.week.startMs}
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
      {found && look.site && look.question && (
        <div class="place-parts">
          <CloseUp
            name={name}
            zoom={zoom}
            stretch={stretch}
            pass={pass}
            found={found}
            scale={scale}
            track={track}
            site={look.site}
            encounters={met}
            timeMs={look.skyMs}
            pointedMs={pointedMs}
            onPoint={setPointedMs}
            onTime={look.onInstant}
            onZoom={(next) => change({ zoom: next })}
            onStep={goToPass}
          />
          <section class="pass-list" aria-label="Passes of the week">
            <PassTable
              passes={passes}
              encounters={met}
              exact={found.exact}
              scale={scale}
              chosenAosMs={pass?.aosMs}
              onLook={look.onInstant}
            />
          </section>
          <SkyPanel
            question={look.question}
            view={view}
            change={change}
            name={chosen.satellite.name}
            placeName={name}
            site={look.site}
            minElevationDeg={counting.minElevationDeg}
            track={track}
            timeMs={look.skyMs}
            passes={passes}
            encounters={encounters.loaded}
            onTime={look.onInstant}
          />
        </div>
      )}
    </>
  );
}

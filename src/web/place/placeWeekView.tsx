import { useMemo, useState } from 'preact/hooks';
import { DAY_MS } from '../../spec.js';
import { OutsideWindow } from '../components/faults.js';
import { Pending, Problem } from '../components/problem.js';
import { ScaleLegend } from '../components/scaleLegend.js';
import type { Place } from '../data/geodetic.js';
import { epochAt } from '../data/track.js';
import { type MomentProps, useMoment } from '../explorer/useMoment.js';
import { useWeekScale } from '../explorer/useWeekScale.js';
import { EncountersTold } from '../sky/encounterTable.js';
import { SkyPanel } from '../sky/skyPanel.js';
import { placeTakeaways } from '../take/placeTakeaways.js';
import { TakeButton } from '../take/takeButton.js';
import { passBeside } from '../timeBar/marks.js';
import { writeView } from '../viewState.js';
import { CloseUp } from './closeUp.js';
import { PassTable } from './passTable.js';
import { Now, WeekSummary } from './placePanel.js';
import { closeUp } from './stretch.js';
import { type Pass, UNKNOWN } from './week.js';
import { WeekGrid } from './weekGrid.js';

interface PlaceWeekViewProps extends MomentProps {
  place: Place;
  /** Name of the place. */
  name: string;
}

const NO_PASSES: readonly Pass[] = [];

/** Week at a place: all its minutes, a close-up of a pass or day, the passes, and the sky. */
export function PlaceWeekView(props: PlaceWeekViewProps) {
  const { view, change, chosen, counting, track, place, name } = props;
  const moment = useMoment(props);
  const { epoch, goTo, timeMs, asked, question, site, skyMs, onInstant, encounters, met } = moment;
  const { loaded, found } = moment.week;
  const peak = found?.counts.reduce((highest, count) => Math.max(highest, count), 0);
  const { scale, magnitudes } = useWeekScale(asked, peak);
  const [pointedMs, setPointedMs] = useState<number>();
  const passes = found?.passes ?? NO_PASSES;
  const { startMs, epochCount } = track;
  const { zoom, stretch, pass } = useMemo(
    () => closeUp({ zoom: view.zoom, passes, timeMs, startMs, epochCount }),
    [view.zoom, passes, timeMs, startMs, epochCount],
  );
  const isAway = pass !== undefined && zoom === 'pass' && !(pass.aosMs <= skyMs && skyMs < pass.losMs);
  // Outside of the chosen pass, the sky is that of its highest point.
  const lookMs = isAway ? pass.maxElevationMs : skyMs;
  const takeaways = () => {
    const linkTo = (ms: number) => `${location.origin}/place${writeView({ ...view, timeMs: ms })}`;
    const { name: satellite, norad_number: noradNumber } = chosen.satellite;
    const { latDeg, lonDeg } = place;
    const subject = { satellite, noradNumber, place: name, latDeg, lonDeg, linkTo };
    return found ? placeTakeaways({ subject, found, encounters: met }) : [];
  };
  const goToPass = (direction: 1 | -1) => {
    const beside = passBeside(passes, pass && timeMs < pass.aosMs ? pass.aosMs : timeMs, direction);
    if (beside) goTo(beside.maxElevationMs);
  };
  // Table and sky are memoized: a move of the pointer renders only the other parts again.
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
          encounters={encounters}
          onTime={onInstant}
        />
      ),
    [
      question,
      view.beamDeg,
      chosen,
      name,
      site,
      counting,
      track,
      lookMs,
      passes,
      encounters.value,
      encounters.isLoading,
      onInstant,
    ],
  );
  const count = found?.counts[epochAt(track, pointedMs ?? timeMs)] ?? UNKNOWN;
  return (
    <div class="week-view">
      {moment.isOutside && <OutsideWindow />}
      <Pending loaded={loaded} what="the week at this place" />
      {encounters.error && <Problem error={encounters.error} retry={encounters.reload} />}
      <section class="place whole-week" aria-labelledby="place-name">
        <div class="week-head">
          <div>
            <h2 id="place-name">{name}</h2>
            {found && <WeekSummary found={found} scale={scale} />}
            {found && <Now ms={timeMs} count={found.counts[epoch]} scale={scale} />}
          </div>
          <ScaleLegend
            scale={scale}
            match={view.match}
            magnitudes={magnitudes}
            value={count >= 0 ? count : undefined}
          />
        </div>
        {found && (
          <WeekGrid
            label={`Others in view over the week at ${name}`}
            week={found}
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

import { useCallback, useMemo, useState } from 'preact/hooks';
import { ChoiceButtons } from '../components/buttons.js';
import { OutsideWindow } from '../components/faults.js';
import { later, Problem } from '../components/problem.js';
import { epochMsOf } from '../data/track.js';
import { spanOf } from '../map/cells.js';
import type { Pin } from '../map/clusters.js';
import type { Pass } from '../place/week.js';
import { encounterInstants, passBeside, passMarks } from '../timeBar/marks.js';
import { TimeBar } from '../timeBar/timeBar.js';
import { writeView } from '../viewState.js';
import { MapFrame } from './mapFrame.js';
import { useEpochCells } from './useEpochCells.js';
import { type MomentProps, useMoment } from './useMoment.js';
import { useOthers } from './useOthers.js';
import { type Speed, usePlay } from './usePlay.js';
import { useCentre, useStageKeys } from './useStage.js';
import { useWeekScale } from './useWeekScale.js';

const PlacePanel = later('the week at this place', async () => (await import('../rest.js')).PlacePanel);
const SkyPanel = later('the sky', async () => (await import('../rest.js')).SkyPanel);

const SHOWS = [
  ['map', 'Map'],
  ['sky', 'Sky'],
] as const;

const NO_PASSES: readonly Pass[] = [];

interface StageProps extends MomentProps {
  pins: readonly Pin[];
  /** Name of the place. */
  name: string | undefined;
}

/** Map of one minute, the time bar, and the week at the chosen place. */
export function Stage(props: StageProps) {
  const { view, change, chosen, counting, track, pins, place, station, name = '' } = props;
  const { isKnown, minElevationDeg } = counting;
  const onLook = useCallback(() => change({ shows: 'sky' }), [change]);
  const moment = useMoment(props, onLook);
  const { epoch, setEpoch, goTo, timeMs, asked, question, site, week, encounters } = moment;
  const { epochCount, positions } = track;
  const shown = useEpochCells({ ...asked, epochCount, epoch, isKnown });
  const highest = useMemo(() => shown.cells && spanOf(shown.cells)?.high, [shown.cells]);
  const { scale, magnitudes } = useWeekScale(asked, shown.cells && (highest ?? 0));
  const isWanted = shown.cells !== undefined;
  const others = useOthers({ ...asked, epochCount, epoch: shown.shownEpoch, isWanted });
  const [speed, setSpeed] = useState<Speed>(10);
  const play = usePlay({ source: shown.source, epoch, epochCount, speed, onEpoch: setEpoch });
  const isSky = view.shows === 'sky' && question !== undefined && site !== undefined;

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
  const centre = useCentre({ latDeg, lonDeg }, view.projection, place);
  useStageKeys(isSky, play.toggle, () => change({ shows: 'map' }));

  const passes = useMemo(() => passMarks(week.found?.passes ?? NO_PASSES, scale), [week.found, scale]);
  const instants = useMemo(() => encounterInstants(encounters.value), [encounters.value]);
  const goToPass = (direction: 1 | -1) => {
    const pass = passBeside(week.found?.passes ?? NO_PASSES, timeMs, direction);
    if (!pass) return;
    play.stop();
    goTo(pass.aosMs + 59_999);
  };
  return (
    <div class={`stage ${place ? 'with-place' : ''}`}>
      {moment.isOutside && <OutsideWindow />}
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
          timeMs={moment.skyMs}
          passes={week.found?.passes ?? NO_PASSES}
          encounters={encounters}
          onTime={moment.onInstant}
        />
      )}
      <MapFrame
        name={chosen.satellite.name}
        band={view.band}
        match={view.match}
        projection={view.projection}
        scale={scale}
        magnitudes={magnitudes}
        cells={shown.cells}
        satellite={satellite}
        others={others}
        encounters={encounters.value}
        stations={pins}
        chosen={station?.id}
        place={place}
        position={position}
        timeMs={epochMsOf(track, shown.shownEpoch)}
        minElevationDeg={minElevationDeg}
        isKnown={isKnown}
        hidden={isSky}
        isStale={shown.isStale}
        centre={view.centre ?? centre}
        home={centre}
        onPick={(picked, [stationId]) => change({ place: stationId === undefined ? picked : undefined, stationId })}
        onView={(moved) => change({ centre: moved }, { replace: true })}
      />
      <TimeBar
        startMs={track.startMs}
        epochCount={epochCount}
        epoch={epoch}
        playing={play.playing}
        waiting={play.waiting}
        speed={speed}
        passes={passes}
        encounters={instants}
        onEpoch={(next) => {
          play.stop();
          setEpoch(next);
        }}
        onToggle={play.toggle}
        onSpeed={setSpeed}
        onPass={week.found && goToPass}
        noPass={place ? undefined : 'Choose a place to go from pass to pass'}
      />
      {place ? (
        <PlacePanel
          name={name}
          {...week}
          encounters={encounters}
          met={moment.met}
          epoch={epoch}
          scale={scale}
          timeMs={timeMs}
          onTime={goTo}
          onPass={goToPass}
          onLook={moment.onInstant}
          whole={`/place${writeView({ ...view, timeMs })}`}
          onLeave={() => change({ place: undefined, stationId: undefined, shows: 'map' })}
        />
      ) : (
        <p class="hint to-pick">Choose a place on the map, or enter one, to see its week: a chart and every pass.</p>
      )}
    </div>
  );
}

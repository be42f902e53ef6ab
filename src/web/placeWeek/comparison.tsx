import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { Problem, Waiting } from '../components/problem.js';
import { pinOf } from '../data/stations.js';
import { errorOf } from '../data/useLoaded.js';
import type { Scale } from '../map/scale.js';
import type { ChangeView, Compared } from '../viewState.js';
import { PlaceField } from '../place/placeField.js';
import type { ComparedWeek, useCompared } from './useCompared.js';
import { WeekGrid } from '../place/weekGrid.js';

interface ComparisonProps extends ReturnType<typeof useCompared> {
  compared: Compared | undefined;
  /** Whether the satellite sends in several bands. */
  hasBands: boolean;
  stations: readonly GroundStationJson[];
  scale: Scale;
  timeMs: number;
  pointedMs: number | undefined;
  onPoint: (ms: number | undefined) => void;
  onTime: (ms: number) => void;
  change: ChangeView;
}

/** Peak, median and clear minutes of a week, in words. */
function figuresText({ counts, passes }: ComparedWeek): string {
  const counted = counts.filter((count) => count >= 0).sort();
  const inView = `${passes} ${passes === 1 ? 'pass' : 'passes'}`;
  if (counted.length === 0) return passes === 0 ? 'never in view' : `${inView}, not counted`;
  const clear = counted.findIndex((count) => count > 0);
  const clearMinutes = clear === -1 ? counted.length : clear;
  return `${inView} · peak ${counted.at(-1)} · median ${counted[counted.length >> 1]} · ${clearMinutes} min clear`;
}

/** Weeks of the other bands or of another place, small, beside the one that is looked at. */
export function Comparison(props: ComparisonProps) {
  const { compared, hasBands, stations, loaded, weeks, reload, scale, timeMs, pointedMs, change } = props;
  const station = compared?.kind === 'station' ? stations.find(({ id }) => id === compared.stationId) : undefined;
  const compare = (next: Compared | undefined) => change({ compared: next });
  const error = errorOf(loaded);
  return (
    <details class="comparison" open={compared !== undefined}>
      <summary>Compare</summary>
      <div class="compare-fields">
        <PlaceField
          label="With another place: coordinates or a station's name"
          place={compared?.kind === 'place' ? compared.place : station && pinOf(station)}
          stationId={station?.id}
          stations={stations}
          onPlace={(place) => compare({ kind: 'place', place })}
          onStation={(stationId) => compare(stationId === undefined ? undefined : { kind: 'station', stationId })}
        />
        <button
          type="button"
          aria-pressed={compared?.kind === 'bands'}
          disabled={!hasBands}
          title={hasBands ? undefined : 'The satellite is known to send in one band only'}
          onClick={() => compare({ kind: 'bands' })}
        >
          With its other bands
        </button>
        {compared && (
          <button type="button" onClick={() => compare(undefined)}>
            Compare no more
          </button>
        )}
      </div>
      {error && <Problem error={error} retry={reload} />}
      {loaded.state === 'loading' && weeks.length === 0 && !error && <Waiting for="the weeks to compare" />}
      <div class="multiples">
        {weeks.map((week) => (
          <figure key={week.title}>
            <figcaption>
              <strong>{week.title}</strong> <span class="hint">{figuresText(week)}</span>
            </figcaption>
            <WeekGrid
              label={`Others in view over the week: ${week.title}`}
              startMs={week.startMs}
              counts={week.counts}
              scale={scale}
              timeMs={timeMs}
              pointedMs={pointedMs}
              encounters={undefined}
              isSmall
              onPoint={props.onPoint}
              onTime={props.onTime}
            />
          </figure>
        ))}
      </div>
    </details>
  );
}

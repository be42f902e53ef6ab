import { useMemo } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import { LevelTag, NotCounted } from '../components/levelTag.js';
import { Problem, Waiting } from '../components/problem.js';
import { Time } from '../components/time.js';
import { errorOf, valueOf, type Loaded } from '../data/useLoaded.js';
import type { Encounters } from '../sky/encounters.js';
import { durationText } from '../time.js';
import { OUT_OF_VIEW, UNKNOWN } from './counts.js';
import { minuteOf, type Minute } from './minute.js';
import { PassTable } from './passTable.js';
import type { PlaceWeek } from './usePlace.js';
import { WeekChart } from './weekChart.js';
import type { Week } from './week.js';

interface PlacePanelProps {
  name: string;
  loaded: Loaded<Week>;
  found: PlaceWeek | undefined;
  reload: () => void;
  encounters: Loaded<Encounters>;
  reloadEncounters: () => void;
  epoch: number;
  timeMs: number;
  /** Called with the minute that is pointed at. */
  onTime: (ms: number) => void;
  /** Called with the instant of a pass or an encounter. */
  onLook: (ms: number) => void;
  onLeave: () => void;
}

function MinuteTag({ minute }: { minute: Minute }) {
  if (minute.kind === 'out of view') return <span class="tag none">Out of view</span>;
  if (minute.kind === 'not counted') return <NotCounted />;
  if (minute.kind !== 'level') return <LevelTag intensity={minute.kind === 'clear' ? 0 : undefined} />;
  return (
    <>
      <strong>{minute.intensity}</strong> <LevelTag intensity={minute.intensity} />
    </>
  );
}

/** Summary of the week in a sentence. */
function WeekSummary({ found: { week, counts, passes } }: { found: PlaceWeek }) {
  const peak = counts.reduce((highest, count) => Math.max(highest, count), OUT_OF_VIEW);
  if (passes.length === 0) return <p class="summary">Never in view here in this week.</p>;
  if (counts.every((count) => count < 0)) {
    const isKnown = counts.some((count) => count !== UNKNOWN);
    return <p class="summary">{isKnown ? <NotCounted /> : 'No data in this band.'}</p>;
  }
  const inViewSeconds = passes.reduce((sum, { aosMs, losMs }) => sum + (losMs - aosMs) / 1000, 0);
  return (
    <p class="summary">
      Peak <strong data-peak={peak}>{peak}</strong> <LevelTag intensity={peak} />
      {peak > 0 && (
        <>
          {' '}
          at <Time ms={week.startMs + EPOCH_MS * counts.indexOf(peak)} /> UTC
        </>
      )}{' '}
      · {passes.length} {passes.length === 1 ? 'pass' : 'passes'}, {durationText(inViewSeconds)} in view
    </p>
  );
}

/** Week at a place: a sentence, a chart, and the passes. */
export function PlacePanel(props: PlacePanelProps) {
  const { name, loaded, found, reload, epoch, timeMs, onTime, onLook, onLeave } = props;
  const weekError = errorOf(loaded);
  const encountersError = errorOf(props.encounters);
  const told = valueOf(props.encounters);
  const encounters = told?.isDownlinkKnown ? told : undefined;
  const isSeeking = props.encounters.state === 'loading' && !told;
  const current = found?.passes.find(({ aosMs, losMs }) => aosMs <= timeMs + 59_999 && timeMs < losMs)?.aosMs;
  const minute = found && minuteOf(found.counts[epoch] ?? UNKNOWN);
  const table = useMemo(
    () =>
      found && (
        <PassTable
          passes={found.passes}
          encounters={encounters}
          exact={found.exact}
          currentAosMs={current}
          onLook={onLook}
        />
      ),
    [found, encounters, current, onLook],
  );
  return (
    <section class="place" aria-labelledby="place-name">
      <div class="split">
        <h2 id="place-name">{name}</h2>
        {minute && (
          <p class="now">
            <Time ms={timeMs} /> UTC <MinuteTag minute={minute} />
          </p>
        )}
        {found && <WeekSummary found={found} />}
        <button type="button" class="quiet" aria-label="Close this place" onClick={onLeave}>
          ✕
        </button>
      </div>
      {weekError && <Problem error={weekError} retry={reload} />}
      {encountersError && <Problem error={encountersError} retry={props.reloadEncounters} />}
      {loaded.state === 'loading' && !found && !weekError && <Waiting for="the week at this place" />}
      {found && (
        <div class={`week ${encounters || isSeeking ? 'met' : ''}`}>
          <WeekChart
            label={`Interfering satellites over the week at ${name}`}
            series={found.series}
            passes={found.passes}
            encounters={encounters}
            isSeeking={isSeeking}
            timeMs={timeMs}
            onTime={onTime}
            onLook={onLook}
          />
          {table}
        </div>
      )}
    </section>
  );
}

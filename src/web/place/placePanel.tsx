import { useMemo, useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import type { Scale } from '../colours/scale.js';
import { CountTag, NotCounted } from '../components/countTag.js';
import { Pending, Problem } from '../components/problem.js';
import { Time } from '../components/time.js';
import type { Loaded } from '../loading/useLoaded.js';
import { Link } from '../components/link.js';
import { EncountersTold } from '../sky/encounterTable.js';
import { type Encounters, passAt } from '../sky/encounters.js';
import { durationText, zoneName } from '../time.js';
import { PassTable } from './passTable.js';
import type { usePlace } from './usePlace.js';
import { minuteKind, NOT_COUNTED, OUT_OF_VIEW, type PlaceWeek, UNKNOWN } from './week.js';
import { WeekGrid } from './weekGrid.js';

interface PlacePanelProps extends ReturnType<typeof usePlace> {
  name: string;
  encounters: Loaded<Encounters>;
  /** Encounters; undefined where no downlink is known. */
  met: Encounters | undefined;
  epoch: number;
  scale: Scale;
  timeMs: number;
  /** Called with the minute that is pointed at. */
  onTime: (ms: number) => void;
  /** Called with the instant of a pass. */
  onLook: (ms: number) => void;
  /** Goes to the next pass, or the one before. */
  onPass: (direction: 1 | -1) => void;
  /** Address of the view that shows the place on the whole page. */
  whole: string;
  onLeave: () => void;
}

/** Count of one minute, or the reason why there is none. */
function MinuteTag({ count, scale }: { count: number; scale: Scale }) {
  const kind = minuteKind(count);
  if (kind === 'not counted') return <NotCounted />;
  if (count < 0) return <span class="hint">{kind === 'no data' ? 'No data' : 'Out of view'}</span>;
  return (
    <>
      <CountTag intensity={count} scale={scale} /> {count > 0 && (count === 1 ? 'other' : 'others')}
    </>
  );
}

/** Shown minute, and its count. */
export function Now({ ms, count = UNKNOWN, scale }: { ms: number; count: number | undefined; scale: Scale }) {
  return (
    <p class="now">
      <Time ms={ms} /> {zoneName()} <MinuteTag count={count} scale={scale} />
    </p>
  );
}

/** Summary of the week in a sentence. */
export function WeekSummary({ found: { startMs, counts, passes }, scale }: { found: PlaceWeek; scale: Scale }) {
  const peak = counts.reduce((highest, count) => Math.max(highest, count), OUT_OF_VIEW);
  if (passes.length === 0) return <p class="summary">Never in view here in this week.</p>;
  if (counts.every((count) => count < 0)) {
    const isKnown = counts.includes(NOT_COUNTED);
    return <p class="summary">{isKnown ? <NotCounted /> : 'No data in this band.'}</p>;
  }
  const inViewSeconds = passes.reduce((sum, { aosMs, losMs }) => sum + (losMs - aosMs) / 1000, 0);
  return (
    <p class="summary">
      Peak <CountTag intensity={peak} scale={scale} />
      {peak > 0 && (
        <>
          {' '}
          at <Time ms={startMs + EPOCH_MS * counts.indexOf(peak)} /> {zoneName()}
        </>
      )}{' '}
      · {passes.length} {passes.length === 1 ? 'pass' : 'passes'}, {durationText(inViewSeconds)} in view
    </p>
  );
}

/** Week at a place: a sentence, its minutes, and the passes. */
export function PlacePanel(props: PlacePanelProps) {
  const { name, loaded, found, encounters, met, epoch, scale, timeMs, onTime, onLook, onPass, whole, onLeave } = props;
  const [pointedMs, setPointedMs] = useState<number>();
  const isSeeking = encounters.isLoading && !encounters.value;
  const chosenAosMs = passAt(found?.passes ?? [], timeMs)?.aosMs;
  // The table is memoized: neither pointing nor playing renders it again.
  const table = useMemo(
    () =>
      found && (
        <PassTable passes={found.passes} encounters={met} scale={scale} chosenAosMs={chosenAosMs} onLook={onLook} />
      ),
    [found, met, scale, chosenAosMs, onLook],
  );
  return (
    <section class="place" aria-labelledby="place-name">
      <div class="split">
        <h2 id="place-name">{name}</h2>
        {found && <Now ms={timeMs} count={found.counts[epoch]} scale={scale} />}
        {found && <WeekSummary found={found} scale={scale} />}
        <Link href={whole}>Open the week</Link>
        <button type="button" class="quiet" aria-label="Close this place" onClick={onLeave}>
          ✕
        </button>
      </div>
      <Pending loaded={loaded} what="the week at this place" />
      {encounters.error && <Problem error={encounters.error} retry={encounters.reload} />}
      {found && (
        <div class={`week ${met || isSeeking ? 'met' : ''}`}>
          <div class="week-side">
            <WeekGrid
              label={`Others in view over the week at ${name}`}
              week={found}
              scale={scale}
              timeMs={timeMs}
              pointedMs={pointedMs}
              encounters={met}
              onPoint={setPointedMs}
              onTime={onTime}
              onPass={onPass}
            />
            {isSeeking && <p class="strip-legend hint small">Looking for encounters…</p>}
            {met && <EncountersTold encounters={met} />}
          </div>
          {table}
        </div>
      )}
    </section>
  );
}

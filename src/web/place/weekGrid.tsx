import { useMemo } from 'preact/hooks';
import { DAY_MS, EPOCH_MS } from '../../spec.js';
import type { Scale } from '../colours/scale.js';
import { useCanvas } from '../components/useCanvas.js';
import { cellColours } from '../paint/paintRow.js';
import type { Encounters } from '../sky/encounters.js';
import { clockText, dayText, minuteOfDay, zoneName } from '../time.js';
import { followKey } from '../timeBar/followKey.js';
import { paintWeek, rowsOf } from './paintWeek.js';
import type { Stretch } from './stretch.js';
import { minuteText, UNKNOWN, type Week } from './week.js';

interface WeekGridProps {
  label: string;
  week: Week;
  scale: Scale;
  /** Shown minute. */
  timeMs: number;
  /** Minute that is pointed at, here or elsewhere. */
  pointedMs: number | undefined;
  encounters: Encounters | undefined;
  /** Stretch of the close-up. */
  stretch?: Stretch | undefined;
  onPoint: (ms: number | undefined) => void;
  onTime: (ms: number) => void;
  /** Goes to the next pass, or the one before. */
  onPass?: (direction: 1 | -1) => void;
}

const HOUR_MS = 3_600_000;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** Place of an instant in the grid, as parts of its width and height. */
function placeOf(ms: number, startMs: number, rows: number): { left: string; top: string } {
  const at = (ms - startMs) / DAY_MS;
  return { left: `${100 * (at - Math.floor(at))}%`, top: `${(100 * Math.floor(at)) / rows}%` };
}

/** Keys that act like other keys. A row is a day, so ArrowUp goes a day back, as PageDown does. */
const ALIKE: Record<string, string> = { ArrowUp: 'PageDown', ArrowDown: 'PageUp' };

/**
 * Week as a row a day and a cell a minute, on the scale of the page; pointer and keys choose a minute, as on the time
 * bar.
 */
export function WeekGrid(props: WeekGridProps) {
  const { label, week, scale, timeMs, pointedMs, encounters, stretch } = props;
  const { startMs, counts } = week;
  const rows = rowsOf(counts);
  const last = counts.length - 1;
  const epoch = Math.floor((timeMs - startMs) / EPOCH_MS);
  const { canvas } = useCanvas(
    (sheet) => paintWeek(sheet, { startMs, counts, colours: cellColours(scale), encounters, stretch }),
    [week, scale, encounters, stretch?.fromMs, stretch?.toMs],
  );
  const days = useMemo(() => Array.from({ length: rows }, (_none, day) => startMs + day * DAY_MS), [startMs, rows]);
  const told = (ms: number): string => {
    const count = counts[Math.floor((ms - startMs) / EPOCH_MS)] ?? UNKNOWN;
    return `${clockText(ms)} ${zoneName()} · ${minuteText(count)}`;
  };
  const msAt = ({ clientX, clientY, currentTarget }: MouseEvent): number => {
    const { left, top, width, height } = (currentTarget as HTMLElement).getBoundingClientRect();
    const day = Math.min(rows - 1, Math.max(0, Math.floor(((clientY - top) / height) * rows)));
    const minute = Math.floor(((clientX - left) / width) * (DAY_MS / EPOCH_MS));
    const at = day * (DAY_MS / EPOCH_MS) + Math.min(DAY_MS / EPOCH_MS - 1, Math.max(0, minute));
    return startMs + Math.min(last, at) * EPOCH_MS;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const onEpoch = (next: number) => props.onTime(startMs + next * EPOCH_MS);
    followKey(event, { epoch, last, onEpoch, onPass: props.onPass }, ALIKE[event.key]);
  };
  const marks = [
    ['shown', timeMs],
    ['pointed', pointedMs],
  ] as const;
  return (
    <div class={`week-grid ${encounters ? 'with-lanes' : ''}`}>
      <div class="grid-hours" aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(100 * hour) / 24}%` }}>
            {minuteOfDay(startMs + hour * HOUR_MS).replace(':00', '')}
          </span>
        ))}
      </div>
      <div class="grid-days" aria-hidden="true">
        {days.map((day) => (
          <span key={day}>
            {dayText(day).slice(0, 6)}
            <span class="spare">{dayText(day).slice(6)}</span>
          </span>
        ))}
      </div>
      <div
        class="grid-body"
        role="slider"
        tabIndex={0}
        aria-label={`${label}, a row a day, times in ${zoneName()}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={epoch}
        aria-valuetext={told(timeMs)}
        aria-keyshortcuts="ArrowRight Shift+ArrowRight ArrowDown N P"
        style={{ '--rows': rows }}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => props.onPoint(msAt(event))}
        onPointerLeave={() => props.onPoint(undefined)}
        onClick={(event) => props.onTime(msAt(event))}
      >
        <canvas ref={canvas} aria-hidden="true" />
        {marks.map(
          ([name, ms]) =>
            ms !== undefined && (
              <span key={name} class={`grid-mark ${name}`} style={placeOf(ms, startMs, rows)} aria-hidden="true" />
            ),
        )}
        {pointedMs !== undefined && (
          <span
            class={`grid-told ${pointedMs - startMs < DAY_MS * 2 ? 'below' : ''} ${(pointedMs - startMs) % DAY_MS > DAY_MS / 2 ? 'before' : ''}`}
            style={placeOf(pointedMs, startMs, rows)}
            aria-hidden="true"
          >
            {told(pointedMs)}
          </span>
        )}
      </div>
    </div>
  );
}

import { useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import { clockText, dayText, midnights, zoneName } from '../time.js';
import { followKey } from './followKey.js';
import type { Mark } from './marks.js';

export interface TimelineProps {
  startMs: number;
  epochCount: number;
  epoch: number;
  onEpoch: (epoch: number) => void;
  /** Passes over the chosen place. */
  passes: readonly Mark[];
  /** Instants of encounters in its beam, milliseconds since 1970. */
  encounters: readonly number[];
  /** Goes to the next pass, or the one before. */
  onPass: ((direction: 1 | -1) => void) | undefined;
}

const HEIGHT = 40;
/** Top edge and height of the row of passes, in units of the picture, which is HEIGHT high. */
const PASS = { y: 16, height: 14 };
/** Top edge and height of the row of encounters, below the passes, in the same units. */
const ENCOUNTER = { y: 32, height: 7 };
/** Narrowest mark, as a fraction of the bar: in a week, passes of a few minutes would be invisible. */
const LEAST_PART = 1 / 500;

/** The week as a bar to slide on: its days, the passes in the colours of the scale, and encounters below them. */
export function Timeline({ startMs, epochCount, epoch, onEpoch, passes, encounters, onPass }: TimelineProps) {
  const [pointed, setPointed] = useState<number>();
  const lengthMs = epochCount * EPOCH_MS;
  const xOf = (ms: number): number => (ms - startMs) / EPOCH_MS;
  const partOf = (ms: number): number => (ms - startMs) / lengthMs;
  const ms = startMs + epoch * EPOCH_MS;
  const days = midnights(startMs, startMs + lengthMs - 1);
  const last = epochCount - 1;
  const pointedMs = pointed === undefined ? undefined : startMs + Math.round(pointed * last) * EPOCH_MS;
  const pass = passes.find(({ fromMs, toMs }) => pointedMs !== undefined && fromMs <= pointedMs && pointedMs <= toMs);
  return (
    <div
      class="timeline"
      onPointerMove={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)));
      }}
      onPointerLeave={() => setPointed(undefined)}
    >
      <svg viewBox={`0 0 ${epochCount} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((day) => (
          <line key={day} class="day" x1={xOf(day)} x2={xOf(day)} y1={0} y2={HEIGHT} />
        ))}
        <rect class="ground" x={0} y={PASS.y} width={epochCount} height={PASS.height} />
        {passes.map(({ fromMs, toMs, colour }) => (
          <rect
            key={fromMs}
            x={xOf(fromMs)}
            y={PASS.y}
            width={Math.max(LEAST_PART * epochCount, (toMs - fromMs) / EPOCH_MS)}
            height={PASS.height}
            fill={colour}
          />
        ))}
        <path class="met" d={encounters.map((at) => `M${xOf(at)} ${ENCOUNTER.y}v${ENCOUNTER.height}`).join('')} />
        <line class="now" x1={epoch} x2={epoch} y1={0} y2={HEIGHT} />
      </svg>
      {days.map((day, index) => {
        const until = days[index + 1] ?? startMs + lengthMs;
        if (partOf(until) - partOf(day) < 0.06) return null;
        return (
          <span key={day} class="day-name" style={{ left: `${100 * partOf(day)}%` }} aria-hidden="true">
            {dayText(day).slice(0, 3)}
            <span class="spare">{dayText(day).slice(3)}</span>
          </span>
        );
      })}
      <input
        type="range"
        class="slider"
        aria-label="Minute of the window"
        aria-valuetext={`${clockText(ms)} ${zoneName()}`}
        aria-keyshortcuts="ArrowRight Shift+ArrowRight PageUp N P"
        title="Arrow keys: a minute; with Shift: an hour; Page Up and Page Down: a day; N and P: next and previous pass"
        min={0}
        max={last}
        step={1}
        value={epoch}
        onKeyDown={(event) => followKey(event, { epoch, last, onEpoch, onPass })}
        onInput={(event) => onEpoch(Number(event.currentTarget.value))}
      />
      {pointedMs !== undefined && (
        <span class="pointed-time" style={{ left: `${100 * (pointed ?? 0)}%` }} aria-hidden="true">
          {clockText(pointedMs)}
          {pass && ` · ${pass.text}`}
        </span>
      )}
    </div>
  );
}

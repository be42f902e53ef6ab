import type { JSX } from 'preact';
import { EPOCH_MS } from '../../spec.js';
import { Select } from '../components/select.js';
import { type Speed, SPEEDS } from '../explorer/usePlay.js';
import { clockText, fieldText, otherZoneText, readField, zoneName } from '../time.js';
import { Timeline, type TimelineProps } from './timeline.js';

interface TimeBarProps extends TimelineProps {
  playing: boolean;
  waiting: boolean;
  onToggle: () => void;
  /** Minutes in a second of playing. */
  speed: Speed;
  onSpeed: (speed: Speed) => void;
  /** Reason why there is no next pass. */
  noPass: string | undefined;
}

const RATES = SPEEDS.map((speed) => [speed, `${speed} min/s`] as const);

type Details = HTMLDetailsElement;

function focusField({ currentTarget }: JSX.TargetedEvent<Details>): void {
  if (currentTarget.open) currentTarget.querySelector('input')?.focus();
}

/** Closes the date field on Enter and Escape, and returns the focus to its summary. */
function leaveField({ key, target, currentTarget }: JSX.TargetedKeyboardEvent<Details>): void {
  if (!(target instanceof HTMLInputElement) || (key !== 'Enter' && key !== 'Escape')) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

/** Controls of the shown time: play, steps, a date, and the week to slide on. */
export function TimeBar(props: TimeBarProps) {
  const { startMs, epochCount, epoch, playing, waiting, speed, noPass, onPass } = props;
  const last = epochCount - 1;
  const to = (next: number) => props.onEpoch(Math.min(Math.max(next, 0), last));
  const toMs = (ms: number) => to(Math.floor((ms - startMs) / EPOCH_MS));
  const ms = startMs + epoch * EPOCH_MS;
  const passTitle = onPass ? undefined : noPass;
  return (
    <div class="time-bar" role="group" aria-label="Time">
      <div class="time-controls">
        <button type="button" class="primary play" onClick={props.onToggle}>
          {playing ? 'Pause' : 'Play'}
        </button>
        <Select
          label="Minutes per second"
          isBare
          class="speed"
          options={RATES}
          value={speed}
          onChoose={props.onSpeed}
        />
        <span class="steps">
          <button type="button" aria-label="One minute back" disabled={epoch === 0} onClick={() => to(epoch - 1)}>
            ‹
          </button>
          <button type="button" aria-label="One minute forward" disabled={epoch === last} onClick={() => to(epoch + 1)}>
            ›
          </button>
        </span>
        <span class="steps">
          <button
            type="button"
            aria-label="Previous pass"
            disabled={!onPass}
            title={passTitle}
            onClick={() => onPass?.(-1)}
          >
            « Pass
          </button>
          <button type="button" aria-label="Next pass" disabled={!onPass} title={passTitle} onClick={() => onPass?.(1)}>
            Pass »
          </button>
        </span>
        <button type="button" onClick={() => toMs(Date.now())}>
          Now
        </button>
        <span class="when">
          <output class="clock">
            <time dateTime={new Date(ms).toISOString()} title={otherZoneText(ms)}>
              {clockText(ms)} {zoneName()}
            </time>
            {waiting && <span class="hint"> waiting</span>}
          </output>
          <details class="date" onToggle={focusField} onKeyDown={leaveField}>
            <summary class="button" aria-label={`Go to a date and time, ${zoneName()}`}>
              Date
            </summary>
            <label>
              <span class="hidden">Date and time, {zoneName()}</span>
              <input
                type="datetime-local"
                min={fieldText(startMs)}
                max={fieldText(startMs + last * EPOCH_MS)}
                value={fieldText(ms)}
                onChange={(event) => {
                  const found = readField(event.currentTarget.value);
                  if (found !== undefined) toMs(found);
                }}
              />
            </label>
          </details>
        </span>
      </div>
      <Timeline {...props} />
    </div>
  );
}

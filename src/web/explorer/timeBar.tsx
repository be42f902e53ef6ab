import { Time } from '../components/time.js';
import { epochAt, epochMsOf, type Track } from '../data/track.js';
import { localText, utcText } from '../time.js';

interface TimeBarProps {
  track: Track;
  epoch: number;
  playing: boolean;
  waiting: boolean;
  onEpoch: (epoch: number) => void;
  onToggle: () => void;
  /** Undefined where no pass is to come, or no place is chosen. */
  onNextPass: (() => void) | undefined;
  /** Reason why there is no next pass. */
  noPass: string | undefined;
}

const JUMP_EPOCHS = 60;

/** Controls of the shown minute: slider, steps, play, and the next pass over the chosen place. */
export function TimeBar({ track, epoch, playing, waiting, onEpoch, onToggle, onNextPass, noPass }: TimeBarProps) {
  const { epochCount } = track;
  const ms = epochMsOf(track, epoch);
  const last = epochCount - 1;
  const to = (next: number) => onEpoch(Math.min(Math.max(next, 0), last));
  const now = () => to(epochAt(track, Date.now()));
  return (
    <div class="time-bar" role="group" aria-label="Time">
      <button type="button" class="primary play" onClick={onToggle}>
        {playing ? 'Pause' : 'Play'}
      </button>
      <button type="button" aria-label="One minute back" disabled={epoch === 0} onClick={() => to(epoch - 1)}>
        ‹
      </button>
      <button type="button" aria-label="One minute forward" disabled={epoch === last} onClick={() => to(epoch + 1)}>
        ›
      </button>
      <button
        type="button"
        disabled={onNextPass === undefined}
        title={onNextPass ? undefined : noPass}
        onClick={onNextPass}
      >
        Next pass
      </button>
      <button type="button" onClick={now}>
        Now
      </button>
      <input
        type="range"
        class="slider"
        aria-label="Minute of the window"
        aria-valuetext={`${utcText(ms)} UTC`}
        title={localText(ms)}
        min={0}
        max={last}
        step={1}
        value={epoch}
        onKeyDown={(event) => {
          const jump = { PageUp: JUMP_EPOCHS, PageDown: -JUMP_EPOCHS }[event.key];
          if (jump === undefined) return;
          event.preventDefault();
          to(epoch + jump);
        }}
        onInput={(event) => to(Number(event.currentTarget.value))}
      />
      <output class="clock">
        <Time ms={ms} /> UTC{waiting && <span class="hint"> waiting</span>}
      </output>
    </div>
  );
}

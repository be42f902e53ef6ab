import { colourOf, type Scale } from '../colours/scale.js';
import type { Pass } from '../place/week.js';
import type { Encounters } from '../sky/encounters.js';
import { durationText } from '../time.js';

/** Length of a step by keys: a minute, an hour, a day. */
const STEP_EPOCHS = { minute: 1, hour: 60, day: 1440 } as const;

/** Epoch that a key leads to; undefined for keys that do nothing to the time. */
export function epochOfKey(event: { key: string; shiftKey: boolean }, epoch: number): number | undefined {
  const { key, shiftKey } = event;
  const forward = key === 'ArrowRight' || key === 'ArrowUp' || key === 'PageUp';
  const backward = key === 'ArrowLeft' || key === 'ArrowDown' || key === 'PageDown';
  if (!forward && !backward) return undefined;
  const step = key.startsWith('Page') ? STEP_EPOCHS.day : shiftKey ? STEP_EPOCHS.hour : STEP_EPOCHS.minute;
  return epoch + (forward ? step : -step);
}

/** Marked stretch of time. */
export interface Mark {
  fromMs: number;
  toMs: number;
  colour: string;
  /** Text that is shown while the pointer is on the mark. */
  text: string;
}

/** Colour of passes without counted minutes. */
const UNKNOWN = 'var(--edge)';

/** Marks of passes, in the colours of their peaks. */
export function passMarks(passes: readonly Pass[], scale: Scale): Mark[] {
  return passes.map(({ aosMs, losMs, maxElevationDeg, intensity }) => ({
    fromMs: aosMs,
    toMs: losMs,
    colour: intensity ? colourOf(scale, intensity.peak) : UNKNOWN,
    text: `pass of ${durationText((losMs - aosMs) / 1000)}, ${maxElevationDeg.toFixed(0)}°${
      intensity ? `, up to ${intensity.peak} others` : ''
    }`,
  }));
}

/** Instants at which encounters are closest. */
export function encounterInstants(encounters: Encounters | undefined): number[] {
  return encounters?.passes.flatMap((pass) => pass.encounters.map(({ closestMs }) => closestMs)) ?? [];
}

/** Pass that begins next after an instant, or the last that began before it. */
export function passBeside(passes: readonly Pass[], ms: number, direction: 1 | -1): Pass | undefined {
  return direction === 1 ? passes.find(({ aosMs }) => aosMs > ms) : passes.findLast(({ aosMs }) => aosMs < ms);
}

import { DAY_MS, EPOCH_MS } from '../../spec.js';
import { passAt } from '../sky/encounters.js';
import { dayText, minuteOfDay, roundTimes, timeText } from '../time.js';
import type { Zoom } from '../viewState.js';
import type { Pass } from './week.js';

/** Stretch of time, in milliseconds since 1970. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

interface Asked {
  /** Length of the close-up; undefined: the pass, if there is one and it is shorter than a day, else the day. */
  zoom: Zoom | undefined;
  passes: readonly Pass[];
  timeMs: number;
  startMs: number;
  epochCount: number;
}

/** Time shown before and after a pass, as a fraction of its length. */
const AROUND = 0.08;

/** Finds the stretch of the close-up, and its pass, if any. */
export function closeUp({ zoom, passes, timeMs, startMs, epochCount }: Asked): {
  zoom: Zoom;
  stretch: Stretch;
  pass: Pass | undefined;
} {
  const endMs = startMs + epochCount * EPOCH_MS;
  const pass = passAt(passes, timeMs);
  const isShort = pass !== undefined && pass.losMs - pass.aosMs < DAY_MS;
  const shown = zoom ?? (isShort ? 'pass' : 'day');
  if (shown === 'pass' && pass) {
    const aroundMs = AROUND * (pass.losMs - pass.aosMs);
    const stretch = { fromMs: Math.max(startMs, pass.aosMs - aroundMs), toMs: Math.min(endMs, pass.losMs + aroundMs) };
    return { zoom: shown, stretch, pass };
  }
  if (shown === 'week') return { zoom: shown, stretch: { fromMs: startMs, toMs: endMs }, pass };
  const fromMs = startMs + Math.floor((timeMs - startMs) / DAY_MS) * DAY_MS;
  return { zoom: 'day', stretch: { fromMs, toMs: Math.min(endMs, fromMs + DAY_MS) }, pass };
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const STEPS_MS = [
  ...[10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  DAY_MS,
];
/** Least distance between two times that are written on an axis. */
const LEAST_PX = 64;

function textOf(ms: number, stepMs: number): string {
  if (timeText(ms, 'clock') === '00:00:00') return dayText(ms);
  return stepMs < MINUTE ? timeText(ms, 'clock') : minuteOfDay(ms);
}

/** Round times to write at an axis of this width. */
export function timeTicks({ fromMs, toMs }: Stretch, widthPx: number): { ms: number; text: string }[] {
  const stepMs = STEPS_MS.find((step) => (step / (toMs - fromMs)) * widthPx >= LEAST_PX) ?? DAY_MS;
  return roundTimes(fromMs, toMs, stepMs).map((ms) => ({ ms, text: textOf(ms, stepMs) }));
}

import { DAY_MS } from '../../spec.js';
import { dayText } from '../time.js';
import { utcText } from '../time.js';
import type { Stretch } from '../place/stretch.js';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const STEPS_MS = [
  ...[10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  DAY_MS,
];
/** Least distance of two times on an axis. */
const LEAST_PX = 64;

function textOf(ms: number, stepMs: number): string {
  if (ms % DAY_MS === 0) return dayText(ms);
  return stepMs < MINUTE ? utcText(ms, 'clock') : utcText(ms).slice(11);
}

/** Round times in UTC to be named on an axis of this width. */
export function timeTicks({ fromMs, toMs }: Stretch, widthPx: number): { ms: number; text: string }[] {
  const stepMs = STEPS_MS.find((step) => (step / (toMs - fromMs)) * widthPx >= LEAST_PX) ?? DAY_MS;
  const first = Math.ceil(fromMs / stepMs) * stepMs;
  const count = Math.max(0, Math.floor((toMs - first) / stepMs) + 1);
  return Array.from({ length: count }, (_none, index) => first + index * stepMs).map((ms) => ({
    ms,
    text: textOf(ms, stepMs),
  }));
}

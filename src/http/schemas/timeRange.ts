import type { AnalysisWindow } from '../../compute/analysis.js';
import { ServiceError } from '../../errors.js';
import { EPOCH_MS, EPOCH_SECONDS, WINDOW_EPOCHS } from '../../spec.js';
import { ceilMinuteMs, compareInstants, floorMinuteMs, formatTime, type Instant } from './instant.js';

type Extent = Pick<AnalysisWindow, 'startMs' | 'epochCount'>;

/** Epochs [fromEpoch, toEpoch), never empty. */
export interface EpochRange {
  fromEpoch: number;
  toEpoch: number;
}

/** When epoch k of the window is, in milliseconds since 1970. */
export function epochMs(window: Extent, epoch: number): number {
  return window.startMs + epoch * EPOCH_MS;
}

function outside(window: Extent, asked: string): ServiceError {
  const start = formatTime(window.startMs);
  const end = formatTime(epochMs(window, window.epochCount));
  return new ServiceError(
    'TIMESTAMP_OUTSIDE_WINDOW',
    `${asked} lies outside the analysis window, which goes from ${start} to before ${end}`,
    { valid_range: { start, end } },
  );
}

/** The epoch whose minute holds the instant. Throws TIMESTAMP_OUTSIDE_WINDOW. */
export function epochAt(window: Extent, instant: Instant): number {
  const minuteMs = floorMinuteMs(instant);
  const epoch = (minuteMs - window.startMs) / EPOCH_MS;
  if (epoch < 0 || epoch >= window.epochCount) throw outside(window, `timestamp ${formatTime(minuteMs)}`);
  return epoch;
}

/**
 * The part of [start, end) that the window has, to whole minutes outwards: start floored, end ceiled, both clamped. A
 * missing end is the window's. Throws TIMESTAMP_OUTSIDE_WINDOW where nothing is left.
 */
export function epochRange(window: Extent, start: Instant | undefined, end: Instant | undefined): EpochRange {
  const windowEndMs = epochMs(window, window.epochCount);
  const fromMs = start === undefined ? window.startMs : floorMinuteMs(start);
  const toMs = end === undefined ? windowEndMs : ceilMinuteMs(end);
  if (fromMs >= windowEndMs || toMs <= window.startMs) {
    const from = start === undefined ? 'the start' : formatTime(fromMs);
    const to = end === undefined ? 'the end' : formatTime(toMs);
    throw outside(window, `the time range from ${from} to ${to}`);
  }
  return {
    fromEpoch: Math.max(0, (fromMs - window.startMs) / EPOCH_MS),
    toEpoch: Math.min(window.epochCount, (toMs - window.startMs) / EPOCH_MS),
  };
}

/** What is wrong with a range as it was asked for, before any rounding: the parameter and the rule that it breaks. */
export function rangeProblem(start: Instant, end: Instant): { parameter: string; rule: string } | undefined {
  if (compareInstants(start, end) >= 0) return { parameter: 'start_time', rule: 'must be before end_time' };
  const longest = { epochSecond: start.epochSecond + WINDOW_EPOCHS * EPOCH_SECONDS, fraction: start.fraction };
  if (compareInstants(end, longest) <= 0) return undefined;
  return { parameter: 'end_time', rule: 'must be at most 7 days after start_time' };
}

import type { AnalysisWindow } from '../../compute/query.js';
import { EPOCH_MS } from '../../spec.js';
import { ServiceError } from '../response/serviceError.js';
import { ceilMinuteMs, floorMinuteMs, formatTime, type Instant } from '../schemas/instant.js';

type Extent = Pick<AnalysisWindow, 'startMs' | 'epochCount'>;

/** Epochs [fromEpoch, toEpoch), never empty. */
export interface EpochRange {
  fromEpoch: number;
  toEpoch: number;
}

/** Start of an epoch of the window, in milliseconds since 1970. */
export function epochMs(window: Extent, epoch: number): number {
  return window.startMs + epoch * EPOCH_MS;
}

/** Fields of an answer that tell its range. */
export function rangeFields(window: Extent, { fromEpoch, toEpoch }: EpochRange) {
  return { start_time: formatTime(epochMs(window, fromEpoch)), end_time: formatTime(epochMs(window, toEpoch)) };
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

/** Throws TIMESTAMP_OUTSIDE_WINDOW where the instant lies outside the window. */
export function checkInWindow(window: Extent, instant: Instant): void {
  epochAt(window, instant);
}

/** Epoch whose minute holds the instant. Throws TIMESTAMP_OUTSIDE_WINDOW. */
export function epochAt(window: Extent, instant: Instant): number {
  const minuteMs = floorMinuteMs(instant);
  const epoch = (minuteMs - window.startMs) / EPOCH_MS;
  if (epoch < 0 || epoch >= window.epochCount) throw outside(window, `timestamp ${formatTime(minuteMs)}`);
  return epoch;
}

/**
 * Epochs of the window that [start, end) touches: start floored to the minute, end ceiled, both clamped to the window. A
 * missing start or end is the window's. Throws TIMESTAMP_OUTSIDE_WINDOW where nothing is left.
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

import { setTimeout as sleep } from 'node:timers/promises';
import { startOfDay } from '../../src/jobs/window/windowOptions.js';

interface Clock {
  now(): number;
}

/** Runs the work with this process's clock, or its stopwatch, showing so much more. */
export function ahead<T>(clock: Clock, ms: number, work: () => Promise<T>): Promise<T> {
  const now = clock.now.bind(clock);
  return showing(clock, () => now() + ms, work);
}

/** Runs the work while the clock stands still. */
export function stopped<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const stoppedMs = clock.now();
  return showing(clock, () => stoppedMs, work);
}

async function showing<T>(clock: Clock, time: () => number, work: () => Promise<T>): Promise<T> {
  const now = clock.now.bind(clock);
  Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: time });
  try {
    return await work();
  } finally {
    Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: now });
  }
}

const DAY_MS = 86_400_000;
/** Longer than any test takes. */
const LONG_ENOUGH_MS = 300_000;

/**
 * Start of the UTC day, which goes on for long enough for a test file: a day that is about to end is waited for. For
 * whatever takes the day from the clock: a service opens another window, and sweeps that one, when the day changes.
 */
export async function today(): Promise<Date> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < LONG_ENOUGH_MS) await sleep(leftMs);
  return startOfDay(Date.now());
}

import { setTimeout as sleep } from 'node:timers/promises';
import { startOfDay } from '../../src/jobs/window/windowOptions.js';

interface Clock {
  now(): number;
}

/** Runs the work while a clock (Date, or performance) shows `ms` more than it would. */
export function ahead<T>(clock: Clock, ms: number, work: () => Promise<T>): Promise<T> {
  const now = clock.now.bind(clock);
  return showing(clock, () => now() + ms, work);
}

/** Runs the work while a clock (Date, or performance) shows the same time. */
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
/** More time than any test file takes. */
const LONG_ENOUGH_MS = 300_000;

/**
 * Returns the start of the current UTC day, for tests that depend on it: when the day changes, a service opens and
 * sweeps another window. If the day ends soon, waits for the next one, so that the returned day outlasts the test file.
 */
export async function today(): Promise<Date> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < LONG_ENOUGH_MS) await sleep(leftMs);
  return startOfDay(Date.now());
}

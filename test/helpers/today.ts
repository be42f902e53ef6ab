import { setTimeout as sleep } from 'node:timers/promises';
import { startOfDay } from '../../src/jobs/window/windowOptions.js';

const DAY_MS = 86_400_000;
/** Longer than the tests of any file take. */
const LONG_ENOUGH_MS = 100_000;

/**
 * Start of the UTC day, which goes on for long enough for a test file: a day that is about to end is waited for. For
 * whatever takes the day from the clock: a service opens another window, and sweeps that one, when the day changes.
 */
export async function today(): Promise<Date> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < LONG_ENOUGH_MS) await sleep(leftMs);
  return startOfDay(Date.now());
}

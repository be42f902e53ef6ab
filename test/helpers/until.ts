import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds after which waiting fails; long, as no test is about speed and a busy machine may be many times slower.
 */
const LIMIT_MS = 150_000;

/**
 * Waits until `happens` returns true; calls it every 5 ms, or every `pauseMs`.
 *
 * @param what the awaited event, or a function that describes it after the failure
 * @throws Error that names `what` if it has not happened within 150 s
 */
export async function until(
  happens: () => boolean | Promise<boolean>,
  what: string | (() => string),
  pauseMs = 5,
): Promise<void> {
  const latestMs = performance.now() + LIMIT_MS;
  while (!(await happens())) {
    if (performance.now() > latestMs) {
      const told = typeof what === 'string' ? what : what();
      throw new Error(`waited ${LIMIT_MS / 1000} s in vain for ${told}`);
    }
    await sleep(pauseMs);
  }
}

/**
 * Settings of services that wait long for the database and for their turn, as beside other tests a statement or a
 * computation may take seconds. Tests of time-outs do without them.
 */
export const PATIENT = { DATABASE_TIMEOUT_MS: '120000', OVERLOAD_WAIT_MS: '60000' } as const;
export const PATIENCE_MS = Number(PATIENT.DATABASE_TIMEOUT_MS);

import { setTimeout as sleep } from 'node:timers/promises';

/** No test is about how long something takes: a machine that others use may be many times slower. */
const LIMIT_MS = 150_000;

/**
 * Waits until `happens` says true, asked every 5 ms or after other pauses.
 *
 * @param what what is waited for, or how to tell it once it has failed to come
 * @throws Error that names `what` where it has not happened within 150 s
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
 * Settings of services that wait longer for the database, and for a turn, than they would: beside other tests a statement
 * or a computation may take seconds. Tests of time-outs leave them out.
 */
export const PATIENT = { DATABASE_TIMEOUT_MS: '120000', OVERLOAD_WAIT_MS: '60000' } as const;
export const PATIENCE_MS = Number(PATIENT.DATABASE_TIMEOUT_MS);

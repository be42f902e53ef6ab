import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 5;
const LIMIT_MS = 20_000;

/**
 * Waits until `happens` says true, asked every 5 ms.
 *
 * @param what what is waited for, or how to tell it once it has failed to come
 * @throws Error that names `what` where it has not happened within 20 s
 */
export async function until(happens: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  const latestMs = performance.now() + LIMIT_MS;
  while (!(await happens())) {
    if (performance.now() > latestMs) {
      const told = typeof what === 'string' ? what : what();
      throw new Error(`waited ${LIMIT_MS / 1000} s in vain for ${told}`);
    }
    await sleep(PAUSE_MS);
  }
}

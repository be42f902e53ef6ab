import type { Held } from './fairPool.js';

/** Runs a task of the pool in its asker's turn. A task takes a few milliseconds, so that turns come round. */
export type Turn = <T>(task: () => Promise<T>) => Promise<T>;

/** The pool's threads, as one question takes turns at them. */
export interface Turns {
  readonly threads: number;
  take(signal: AbortSignal): Promise<Held<unknown>>;
}

/** Runs a task once a thread is held for it. */
export async function inTurn<T>(thread: Promise<Held<unknown>>, task: () => Promise<T>): Promise<T> {
  const held = await thread;
  try {
    return await task();
  } finally {
    held.release();
  }
}

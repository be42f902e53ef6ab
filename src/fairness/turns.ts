import type { Loan } from './fairPool.js';

/** Runs a task of the pool in its asker's turn. Tasks take a few milliseconds each, so that turns come round. */
export type Turn = <T>(task: () => Promise<T>) => Promise<T>;

/** The threads, as one question takes its turns at them. */
export interface Turns {
  readonly threads: number;
  take(signal: AbortSignal): Promise<Loan<unknown>>;
}

/** Runs a task when the thread is lent. */
export async function inTurn<T>(lent: Promise<Loan<unknown>>, task: () => Promise<T>): Promise<T> {
  const loan = await lent;
  try {
    return await task();
  } finally {
    loan.release();
  }
}

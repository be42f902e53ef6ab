import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { DatabaseAway } from './databaseAway.js';

/** Time that a job may still wait for the database. */
class Patience {
  #leftMs: number;
  #waits = 0;
  #sinceMs = 0;

  constructor(
    readonly totalMs: number,
    readonly requestId?: string,
  ) {
    this.#leftMs = totalMs;
  }

  leftMs(): number {
    return this.#leftMs - (this.#waits === 0 ? 0 : performance.now() - this.#sinceMs);
  }

  /** Subtracts the time that `ask` takes; the time of several waits at once is subtracted once. */
  async during<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#waits++ === 0) this.#sinceMs = performance.now();
    try {
      return await ask();
    } finally {
      const leftMs = this.leftMs();
      if (--this.#waits === 0) this.#leftMs = leftMs;
    }
  }
}

const storage = new AsyncLocalStorage<Patience | undefined>();

/**
 * Runs a job whose queries may wait for the database for `totalMs` milliseconds altogether; after that they throw
 * DatabaseAway.
 *
 * @param requestId request that the job answers, for the log
 */
export function withPatience<T>(job: () => T, totalMs: number, requestId?: string): T {
  return storage.run(new Patience(totalMs, requestId), job);
}

/** Runs a job that several callers may wait for: its queries may wait as long as queries outside of requests. */
export function withoutPatience<T>(job: () => T): T {
  return storage.run(undefined, job);
}

/**
 * Returns the field that adds the id of the request under way to a log line. The object is empty outside of a request,
 * or if the line or its logger has an id already. For pino's `mixin`.
 */
export function withRequestId(line: object, _level: number, log: Logger): object {
  const requestId = storage.getStore()?.requestId;
  if (requestId === undefined || 'request_id' in line || 'request_id' in log.bindings()) return {};
  return { request_id: requestId };
}

/**
 * Returns a function that runs jobs. Each has as much patience as the job around this call had at its begin, or no
 * limit if there is no such job.
 */
export function renewedPatience(): <T>(job: () => T) => T {
  const { totalMs, requestId } = storage.getStore() ?? {};
  return (job) => (totalMs === undefined ? job() : withPatience(job, totalMs, requestId));
}

/**
 * Calls `ask` with the milliseconds that the job around this call may still wait; Infinity if it has no limit.
 *
 * @throws DatabaseAway if less than a millisecond is left
 */
export async function wait<T>(ask: (leftMs: number) => Promise<T>): Promise<T> {
  const patience = storage.getStore();
  if (patience === undefined) return ask(Infinity);
  const leftMs = patience.leftMs();
  // Timers count whole milliseconds, so a timer for less than one would end too early.
  if (leftMs < 1) throw new DatabaseAway(`the queries of one request have waited ${patience.totalMs} ms`);
  return patience.during(() => ask(leftMs));
}

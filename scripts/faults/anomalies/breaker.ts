import knex from 'knex';
import { Piscina } from 'piscina';
import { DatabaseAway } from '../../../src/db/connection/databaseAway.js';

/** Lets the Nth call of a kind fail. */
export interface Breaker {
  readonly what: 'database' | 'worker';
  /** Runs a job whose `nth` call fails; tells whether there was one. */
  run(nth: number, job: () => Promise<unknown>): Promise<{ broke: boolean; error?: unknown }>;
}

type Call = (...args: unknown[]) => Promise<unknown>;

/** Breaks what all connections of this process ask, those of transactions too. */
function breakingDatabase(): Breaker {
  const client = Object.getPrototypeOf(knex({ client: 'pg' }).client) as { _query: Call };
  return {
    what: 'database',
    run: (nth, job) => withBroken(client, '_query', nth, job, { error: () => new DatabaseAway('made to fail') }),
  };
}

/** Breaks what all threads of this process are given to compute, as where the thread ends by itself. */
function breakingWorkers(): Breaker {
  const pool = Piscina.prototype as unknown as { run: Call };
  const isTask = (_task: unknown, options: unknown): boolean =>
    (options as { name?: string } | undefined)?.name === 'run';
  return {
    what: 'worker',
    run: (nth, job) =>
      withBroken(pool, 'run', nth, job, { counts: isTask, error: () => new Error('worker exited with code: 3') }),
  };
}

async function withBroken<Name extends string>(
  owner: Record<Name, Call>,
  name: Name,
  nth: number,
  job: () => Promise<unknown>,
  { error, counts = () => true }: { error: () => Error; counts?: (...args: unknown[]) => boolean },
): Promise<{ broke: boolean; error?: unknown }> {
  const whole = owner[name];
  let calls = 0;
  owner[name] = function broken(...args) {
    if (counts(...args) && ++calls === nth) return Promise.reject(error());
    return whole.apply(this, args);
  };
  try {
    await job();
    return { broke: calls >= nth };
  } catch (thrown) {
    return { error: thrown, broke: calls >= nth };
  } finally {
    owner[name] = whole;
  }
}

/** One of each kind. */
export const BREAKERS: readonly Breaker[] = [breakingDatabase(), breakingWorkers()];

import { createFairPool } from '../../fairness/fairPool.js';
import type { ApiMiddleware } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { askerOf } from '../request/asker.js';
import type { Metrics } from '../metrics.js';
import { whenClosed } from '../response/whenClosed.js';

/** Most requests of one account under way while nobody else asks; others wait. */
const MOST_ALONE = 16;
/** Number of accounts that can be served at the same time. */
const ACCOUNTS = 64;
const TERMS = { mostWaiting: 512, usualMs: 2 };

/** Answers sent as they come that are under way: of all accounts, of one, and of one while others ask. */
const STREAMS = { all: 64, most: 4, mostBeside: 2 };
/** They go behind all else of their account, so what they take is known badly: few wait, and those are served. */
const STREAM_TERMS = { mostWaiting: 16, usualMs: 100 };

/**
 * Shares the server among accounts: while several ask, each has at most half as many requests under way as there are
 * threads. One thread serves them all, and there may be only one connection to the database. A turn ends once the
 * answer is ready, not once it is read, or the question waits for a computation. What could not begin in time is refused
 * before it costs anything.
 *
 * @param metrics told who waits, where given
 */
export function takeTurns(
  { settings: { workers, overloadWaitMs: admittedMs }, analysis, sharing }: AppDependencies,
  metrics?: Pick<Metrics, 'waits' | 'requestTimes'>,
): ApiMiddleware {
  const most = Math.max(MOST_ALONE, 2 * workers);
  const mostBeside = Math.max(1, Math.floor(workers / 2));
  const requests = createFairPool(numbers(ACCOUNTS * most), {
    ...TERMS,
    ...sharing,
    most,
    mostBeside,
    admittedMs,
    // Where nothing goes on at all.
    patienceMs: 2 * admittedMs,
    ...(metrics && { watch: metrics.requestTimes }),
  });
  const { all, ...ofOne } = STREAMS;
  const streams = createFairPool(numbers(all), {
    ...STREAM_TERMS,
    ...sharing,
    ...ofOne,
    admittedMs,
    patienceMs: 15 * admittedMs,
  });
  return async (ctx, next) => {
    const { caller, location } = ctx.state;
    if (!caller) {
      await next();
      return;
    }
    const asker = askerOf(ctx, caller);
    const work = location.route?.work;
    if (work === 'whole') analysis.admit(caller.accountId);
    if (work === 'many') whenClosed(ctx.req, ctx.res, (await streams.acquire(asker)).release);
    const leave = metrics?.waits(caller.enterprise ? 'enterprise' : 'free');
    const turn = await requests.acquire(asker).finally(leave);
    ctx.state.endTurn = turn.release;
    try {
      // Those before it have come to wait for a computation meanwhile.
      if (work === 'whole') analysis.admit(caller.accountId);
      await next();
    } finally {
      turn.release();
    }
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

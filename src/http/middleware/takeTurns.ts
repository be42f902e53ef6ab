import { createFairPool } from '../../fairness/fairPool.js';
import type { ApiMiddleware } from '../context.js';
import { askerOf } from '../request/asker.js';

/** Most requests of one account under way while nobody else asks; others wait. */
const MOST_ALONE = 16;
/** Number of accounts that can be served at the same time. */
const ACCOUNTS = 64;
const TERMS = { mostWaiting: 512, patienceMs: 4000 };

/**
 * Shares the server among accounts: while several ask, each has at most half as many requests under way as there are
 * threads. One thread serves them all, and there may be only one connection to the database. A turn ends once the
 * answer is ready, not once it is read.
 */
export function takeTurns(workers: number): ApiMiddleware {
  const most = Math.max(MOST_ALONE, 2 * workers);
  const mostBeside = Math.max(1, Math.floor(workers / 2));
  const turns = Array.from({ length: ACCOUNTS * most }, (_, i) => i);
  const pool = createFairPool(turns, { ...TERMS, most, mostBeside });
  return async (ctx, next) => {
    const { caller } = ctx.state;
    if (!caller) {
      await next();
      return;
    }
    const held = await pool.acquire(askerOf(ctx, caller));
    try {
      await next();
    } finally {
      held.release();
    }
  };
}

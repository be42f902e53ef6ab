import { closingSignal } from '../response/whenClosed.js';
import { createFairPool } from '../../fairness/fairPool.js';
import type { ApiMiddleware } from '../context.js';

/** Requests of one account that are worked on at a time while nobody else asks; the others wait. */
const MOST_ALONE = 16;
/** So many accounts at a time. */
const ACCOUNTS = 64;
const TERMS = { mostWaiting: 512, patienceMs: 4000 };

/**
 * Lets the accounts take turns: while several ask, each has at most half as many requests under way as there are threads,
 * as one thread serves them all and one connection may lead to the database. Held until the answer is there, not until it is
 * read.
 */
export function takeTurns(workers: number): ApiMiddleware {
  const most = Math.max(MOST_ALONE, 2 * workers);
  const mostBeside = Math.max(1, Math.floor(workers / 2));
  const places = Array.from({ length: ACCOUNTS * most }, (_, i) => i);
  const pool = createFairPool(places, { ...TERMS, most, mostBeside });
  return async (ctx, next) => {
    const { caller } = ctx.state;
    if (!caller) {
      await next();
      return;
    }
    const held = await pool.acquire({ account: caller.accountId, signal: closingSignal(ctx.req, ctx.res) });
    try {
      await next();
    } finally {
      held.release();
    }
  };
}

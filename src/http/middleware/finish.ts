import type { ApiContext, ApiMiddleware } from '../context.js';

/** What is done to an answer, errors included, before it is sent. */
export type FinishingStep = (ctx: ApiContext) => Promise<void> | void;

/** Runs the steps, in this order, once later middleware has answered. Only those that return a promise are waited for. */
export function finish(...steps: readonly FinishingStep[]): ApiMiddleware {
  return async (ctx, next) => {
    await next();
    for (const step of steps) {
      const done = step(ctx);
      if (done !== undefined) await done;
    }
  };
}

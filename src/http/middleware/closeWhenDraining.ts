import type { ApiMiddleware } from '../context.js';
import type { Draining } from '../draining.js';

/** Tells clients of a service that stops to send what comes next elsewhere. */
export function closeWhenDraining(draining: Draining): ApiMiddleware {
  return async (ctx, next) => {
    await next();
    if (draining.begun && draining.isLast(ctx.req)) ctx.set('Connection', 'close');
  };
}

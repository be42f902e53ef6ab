import type { Logger } from 'pino';
import type { ApiMiddleware, RequestState } from '../context.js';
import { whenClosed } from '../response/whenClosed.js';

/** Statuses of refusals, which may be of somebody who guesses or probes. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Logs one line per request once its answer is sent or given up. The line names the route, not the path, and holds
 * neither headers nor the query, where clients put credentials by mistake. Of a refusal it also says from where.
 */
export function accessLog(log: Logger): ApiMiddleware {
  return (ctx, next) => {
    const startMs = performance.now();
    const { socket } = ctx.req;
    let isSent = false;
    // Node emits 'finish' even where the connection broke before the answer was sent.
    ctx.res.once('finish', () => (isSent = !socket.destroyed));
    whenClosed(ctx.req, ctx.res, () => {
      // A request refused early has no location yet.
      const { requestId, location, caller, address }: Partial<RequestState> = ctx.state;
      const line = {
        request_id: requestId,
        method: ctx.method,
        route: location?.onPath[0]?.path ?? null,
        status: ctx.res.headersSent ? ctx.res.statusCode : null,
        duration_ms: Math.round((performance.now() - startMs) * 10) / 10,
        account_id: caller?.accountId,
        address: REFUSED.has(ctx.res.statusCode) ? address : undefined,
        aborted: isSent ? undefined : true,
      };
      log.info(line, 'request');
    });
    return next();
  };
}

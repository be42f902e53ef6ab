import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiMiddleware, RequestState } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { clientAddresses, clientNetwork } from '../request/addresses.js';
import { whenClosed } from '../response/whenClosed.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Statuses of refusals: the client may be guessing or probing. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Request id of the client where it is a UUID, else a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && UUID.test(header) ? header : randomUUID();
}

/**
 * Gives the request its id and its client's address, and logs one line once its answer is sent or given up. The line
 * names the route, not the path, and holds neither headers nor the query, where clients put credentials by mistake. The
 * line of a refusal also has the address.
 */
export function begin({ log, build, settings }: AppDependencies): ApiMiddleware {
  const addressOf = clientAddresses(settings.trustProxy, warnOnce(log));
  return (ctx, next) => {
    const startMs = performance.now();
    const { state, req, res } = ctx;
    state.build = build;
    state.address = addressOf(req);
    state.network = clientNetwork(state.address);
    state.requestId = requestIdOf(ctx.headers['x-request-id']);
    ctx.set('X-Request-Id', state.requestId);
    const { socket } = req;
    let isSent = false;
    // Node emits 'finish' even where the connection broke before the answer was sent.
    res.once('finish', () => (isSent = !socket.destroyed));
    whenClosed(req, res, () => {
      // A request refused early has no location yet.
      const { requestId, location, caller, address }: Partial<RequestState> = state;
      const line = {
        request_id: requestId,
        method: ctx.method,
        route: location?.onPath[0]?.path ?? null,
        status: res.headersSent ? res.statusCode : null,
        duration_ms: Math.round((performance.now() - startMs) * 10) / 10,
        account_id: caller?.accountId,
        address: REFUSED.has(res.statusCode) ? address : undefined,
        aborted: isSent ? undefined : true,
      };
      log.info(line, 'request');
    });
    return next();
  };
}

/** Warns once about an untrusted proxy: behind it all clients share one address, and with it the limits by address. */
function warnOnce(log: Logger): (peer: string) => void {
  let warned = false;
  return (peer) => {
    if (warned) return;
    warned = true;
    log.warn(
      { peer },
      `X-Forwarded-For from ${peer} is not believed: if that is your proxy, set TRUST_PROXY=${peer}, else ignore this`,
    );
  };
}

import { randomUUID } from 'node:crypto';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import type { ApiMiddleware, RequestState } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { BUDGET_HEADERS } from '../limits.js';
import { clientAddresses, clientNetwork } from '../networks.js';
import { whenClosed } from '../response/whenClosed.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Statuses for which the log names the client's address: the client may be guessing or probing. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Returns the client's request id if it is a UUID, else a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && UUID.test(header) ? header : randomUUID();
}

const YEAR_SECONDS = 31_536_000;

/**
 * Gives the request its id and its client's address, sets the headers that every answer carries, and logs one line once
 * its answer is sent or given up. The line names the route, not the path, and holds neither headers nor the query,
 * where clients put credentials by mistake. With a status of REFUSED the line also has the address.
 */
export function begin({ log, build, settings }: AppDependencies): ApiMiddleware {
  const addressOf = clientAddresses(settings.trustProxy, warnOnce(log));
  const { hsts } = settings;
  const subdomains = hsts === 'subdomains' ? '; includeSubDomains' : '';
  return (ctx, next) => {
    const startMs = performance.now();
    const { state, req, res } = ctx;
    state.build = build;
    state.address = addressOf(req);
    state.network = clientNetwork(state.address);
    state.requestId = requestIdOf(ctx.headers['x-request-id']);
    ctx.set('X-Request-Id', state.requestId);
    // Accept-Encoding decides whether an answer is compressed.
    ctx.set('Vary', 'Accept-Encoding');
    // JSON needs only `nosniff` of all that Helmet sends: policies on frames, scripts and referrers are for documents.
    ctx.set('X-Content-Type-Options', 'nosniff');
    if (hsts !== 'off') ctx.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}${subdomains}`);
    const { socket } = req;
    let isSent = false;
    // Node emits 'finish' even if the connection broke before the answer was sent.
    res.once('finish', () => (isSent = !socket.destroyed));
    whenClosed(req, res, () => {
      // A request may be refused before `locate` finds its route.
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

/**
 * Returns a function that warns of the first peer whose X-Forwarded-For is not believed, and of no other. It may be a
 * proxy that TRUST_PROXY does not name: all its clients then appear under its address, and share the limits that are
 * counted by network.
 */
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

/**
 * Sets Helmet's headers for documents, without those that are set elsewhere: on every answer, or by the document's own
 * policy.
 */
const ofDocuments = helmet({
  contentSecurityPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  xFrameOptions: { action: 'deny' },
});

/** Sets the headers of a document, if the request's route answers with one. */
export const documentHeaders: ApiMiddleware = (ctx, next) => {
  if (ctx.state.location.route?.rendered !== true) return next();
  return ofDocuments(ctx, async () => {
    await next();
  });
};

/** Response headers that scripts of other origins may read, beside the ones that browsers always let them read. */
const EXPOSED = [...BUDGET_HEADERS, 'Retry-After', 'X-Request-Id', 'ETag', 'Location'].join(', ');
/** Request headers that scripts of other origins may send. */
const ACCEPTED = 'Authorization, Content-Type, If-None-Match, X-Request-Id';
const PREFLIGHT_SECONDS = 3_600;

/**
 * Lets pages of these origins read answers (Fetch, section 3.3). Scripts send the token themselves, so cookies need not
 * be allowed.
 */
export function cors(origins: readonly string[]): ApiMiddleware {
  return async (ctx, next) => {
    // Also set on answers without the headers below: caches must keep answers apart by origin.
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    const isAllowed = origins.includes(origin);
    if (isAllowed) {
      ctx.set('Access-Control-Allow-Origin', origin);
      ctx.set('Access-Control-Expose-Headers', EXPOSED);
    }
    await next();
    if (isAllowed && ctx.method === 'OPTIONS' && ctx.status === 204) {
      ctx.set('Access-Control-Allow-Methods', ctx.response.get('Allow'));
      ctx.set('Access-Control-Allow-Headers', ACCEPTED);
      ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    }
  };
}

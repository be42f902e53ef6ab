import Koa from 'koa';
import type { Logger } from 'pino';
import { BASE_PATH } from '../spec.js';
import { clientAddresses, clientNetwork } from './request/clientAddress.js';
import type { RequestState } from './context.js';
import type { AppDependencies } from './dependencies.js';
import { accessLog } from './middleware/accessLog.js';
import { admit } from './middleware/admit.js';
import { authenticate } from './middleware/authenticate.js';
import { baseHeaders, documentHeaders } from './middleware/browserHeaders.js';
import { compress } from './middleware/compress.js';
import { closeWhenDraining } from './middleware/closeWhenDraining.js';
import { checkRequest } from './middleware/checkRequest.js';
import { cors } from './middleware/cors.js';
import { errors } from './middleware/errors.js';
import { finish } from './middleware/finish.js';
import { limitRate } from './middleware/limitRate.js';
import { locate } from './middleware/locate.js';
import { patience } from './middleware/patience.js';
import { requestId } from './middleware/requestId.js';
import { sameOrigin } from './middleware/sameOrigin.js';
import { apiOfPage, pageFiles, pageRoutes } from './page/index.js';
import { PAGE_PATH } from './response/pagePath.js';
import { documentRoutes } from './routes/documents.js';
import { healthRoutes, routes } from './routes/index.js';
import type { Metrics } from './metrics.js';
import { buildRouting } from './routing.js';

/**
 * The whole API as a Koa application. The order of the middleware is the order of the checks.
 *
 * @param metrics measures every request, where given
 */
export function createApp(dependencies: AppDependencies, metrics?: Metrics): Koa<RequestState> {
  const { log, settings, draining, build, clock = () => new Date() } = dependencies;
  const find = buildRouting(
    [
      { prefix: BASE_PATH, routes },
      { prefix: BASE_PATH, routes: healthRoutes },
      { prefix: '', routes: healthRoutes },
      { prefix: PAGE_PATH, routes: pageRoutes },
      { prefix: PAGE_PATH + BASE_PATH, routes: apiOfPage },
      { prefix: '', routes: pageFiles() },
      { prefix: '', routes: documentRoutes(settings) },
    ],
    dependencies,
  );
  const addressOf = clientAddresses(settings.trustProxy, warnOnce(log));
  const app = new Koa<RequestState>();
  // Without a listener Koa writes to the console. Broken connections are in the access log.
  app.on('error', (error: Error, ctx?: Koa.Context) => {
    if (ctx?.req.socket.destroyed === true) return;
    log.info({ err: error, request_id: ctx?.state['requestId'] }, 'an answer could not be sent');
  });
  app.use((ctx, next) => {
    ctx.state.build = build;
    ctx.state.address = addressOf(ctx.req);
    ctx.state.network = clientNetwork(ctx.state.address);
    return next();
  });
  app.use(requestId);
  app.use(accessLog(log));
  if (metrics) app.use(metrics.measure);
  app.use(draining ? finish(compress, closeWhenDraining(draining)) : finish(compress));
  app.use(errors(log, clock));
  app.use(patience(settings.databaseTimeoutMs));
  app.use(baseHeaders(settings));
  if (settings.corsOrigins.length > 0) app.use(cors(settings.corsOrigins));
  app.use(locate(find, settings.publicUrl));
  app.use(documentHeaders);
  app.use(sameOrigin);
  app.use(authenticate(dependencies));
  app.use(admit(dependencies));
  app.use(limitRate(dependencies));
  app.use(checkRequest(find, settings.publicUrl));
  app.use((ctx) => ctx.state.location.answer?.(ctx));
  return app;
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

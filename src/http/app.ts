import Koa from 'koa';
import { BASE_PATH } from '../spec.js';
import { PAGE_PATH, type RequestState } from './context.js';
import type { AppDependencies } from './dependencies.js';
import type { Metrics } from './metrics.js';
import { limitRate } from './limits.js';
import { admit } from './middleware/admit.js';
import { authenticate } from './middleware/authenticate.js';
import { begin, cors, documentHeaders } from './middleware/begin.js';
import { finish } from './middleware/finish.js';
import { answer, locate } from './middleware/locate.js';
import { apiOfPage, pageFiles, pageRoutes } from './page/index.js';
import { documentRoutes } from './routes/documents.js';
import { describedRoutes, healthRoutes, routes } from './routes/index.js';
import { buildRouting } from './routing.js';

/**
 * Creates the Koa application of API, page and documents. The order of the middleware is the order of the checks.
 *
 * @param metrics measures every request, if given
 */
export function createApp(dependencies: AppDependencies, metrics?: Metrics): Koa<RequestState> {
  const { log, settings } = dependencies;
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
  const app = new Koa<RequestState>();
  // Without a listener Koa would write to the console. Broken connections are not logged here: the access log has them.
  app.on('error', (error: Error, ctx?: Koa.Context) => {
    if (ctx?.req.socket.destroyed === true) return;
    log.info({ err: error, request_id: ctx?.state['requestId'] }, 'an answer could not be sent');
  });
  app.use(begin(dependencies));
  if (metrics) app.use(metrics.measure);
  app.use(finish(dependencies));
  if (settings.corsOrigins.length > 0) app.use(cors(settings.corsOrigins));
  app.use(locate(find, settings.publicUrl));
  app.use(documentHeaders);
  app.use(authenticate(dependencies));
  app.use(admit(dependencies));
  app.use(limitRate(dependencies));
  app.use(answer(find, describedRoutes, settings.publicUrl));
  return app;
}

import { createServer as createHttpServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { ApiMiddleware, RequestState } from './context.js';
import { addGauges, type Measured } from './gauges.js';
import { whenClosed } from './response/whenClosed.js';

export interface Metrics {
  /** Records how long each answer took, by method, route and status, and the code of each error. */
  readonly measure: ApiMiddleware;
  /** Records a wait in ms of a request, or of its question; `pool` names the thing waited for, such as `slot`. */
  readonly waited: (pool: string, ms: number) => void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
}

/** Histogram bounds, from answers out of memory up to COMPUTATION_SECONDS. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(measured: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addGauges(registry, measured);
  const durations = new Histogram({
    name: 'sidelobe_http_request_duration_seconds',
    help: 'From the end of a request’s headers until its answer was sent or given up',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'sidelobe_http_errors_total',
    help: 'Answers with an error, by its code; RATE_LIMITED and OVERLOADED are refusals',
    labelNames: ['code'],
    registers,
  });
  const waits = new Histogram({
    name: 'sidelobe_pool_wait_seconds',
    help: 'How long requests waited to be worked on, and their questions for a slot, a thread, a block of maps',
    labelNames: ['pool'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  return {
    measure: (ctx, next) => {
      const startMs = performance.now();
      whenClosed(ctx.req, ctx.res, () => {
        // Paths and unknown methods are no labels: anybody could create labels without end.
        const { location, errorCode }: Partial<RequestState> = ctx.state;
        const route = location?.route;
        const labels = { method: route?.method ?? 'other', route: route?.path ?? 'none', status: ctx.res.statusCode };
        durations.observe(labels, (performance.now() - startMs) / 1000);
        if (errorCode !== undefined) errors.inc({ code: errorCode });
      });
      return next();
    },
    waited: (pool, ms) => waits.observe({ pool }, ms / 1000),
    text: () => registry.metrics(),
  };
}

/** Server, not listening yet, that answers GET and HEAD of /metrics; other requests get 404 or 405. */
export function createMetricsServer(metrics: Pick<Metrics, 'text'>, log: Logger): Server {
  return createHttpServer((request, response) => {
    const isKnown = request.url === '/metrics';
    if (!isKnown || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(isKnown ? 405 : 404, isKnown ? { Allow: 'GET, HEAD' } : {}).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
}

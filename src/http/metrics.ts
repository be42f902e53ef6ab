import { createServer as createHttpServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolTimes, PoolWatch } from '../fairness/poolTimes.js';
import type { ApiMiddleware, RequestState } from './context.js';
import { addGauges, type Measured } from './gauges.js';
import { whenClosed } from './response/whenClosed.js';

/** Plan of an account. */
type AccountClass = 'enterprise' | 'free';

export interface Metrics {
  /** Records how long each answer took, by method, route and status, and the code of each error. */
  readonly measure: ApiMiddleware;
  /** Counts a request that waits for its turn, until the returned function is called. */
  waits(of: AccountClass): () => void;
  /** Records how long requests wait for their turn, and have it. */
  readonly requestTimes: PoolWatch;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
}

/** Histogram bounds, from answers out of memory up to the deadline of a computation. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** @param times tells how long questions wait and hold */
export function createMetrics(measured: Measured, times: PoolTimes): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addGauges(registry, measured);
  const durations = new Histogram({
    name: 'sidelobe_http_request_duration_seconds',
    help: 'From the first byte of a request until its answer was sent or given up',
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
  const waiting = new Gauge({
    name: 'sidelobe_requests_waiting',
    help: 'Requests that wait for their turn, by the plan of their account',
    labelNames: ['plan'],
    registers,
  });
  for (const plan of ['enterprise', 'free']) waiting.set({ plan }, 0);
  const phases = { wait: poolHistogram('wait', registers), hold: poolHistogram('hold', registers) };
  times.listen((pool, phase, ms) => phases[phase].observe({ pool }, ms / 1000));
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
    waits(plan) {
      waiting.inc({ plan });
      return () => waiting.dec({ plan });
    },
    requestTimes: times.watch('request'),
    text: () => registry.metrics(),
  };
}

function poolHistogram(phase: 'wait' | 'hold', registers: Registry[]): Histogram<'pool'> {
  const what = phase === 'wait' ? 'How long questions waited for' : 'How long questions held';
  return new Histogram({
    name: `sidelobe_pool_${phase}_seconds`,
    help: `${what} a turn among requests, a slot, a thread, a block of maps`,
    labelNames: ['pool'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
}

/** Server, not listening yet, that answers GET /metrics and nothing else. */
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

import { createServer as createHttpServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ApiMiddleware, RequestState } from './context.js';
import { whenClosed } from './response/whenClosed.js';

/** Values of the gauges, read at each scrape. */
export interface Measured {
  /** Number of tasks that wait for a thread. */
  poolWaiting(): number;
  /** Number of free slots for computations. */
  freeSlots(): number;
  series(): { bytes: number; count: number };
  /** Id of the window that answers. */
  window(): number | undefined;
  /** Progress of the sweep under way, 0 to 1; undefined without one. */
  sweepProgress(): number | undefined;
  /**
   * Age of the stalest data among the configured addresses, in seconds since its last successful import; undefined
   * while one has never had any.
   */
  refreshAgeSeconds(): number | undefined;
}

export interface Metrics {
  /** Records how long each answer took, by method, route and status. */
  readonly measure: ApiMiddleware;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
}

/** Histogram bounds, from answers out of memory up to the deadline of a computation. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(measured: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, value: () => number): void => {
    const collected = new Gauge({
      name,
      help,
      registers,
      collect() {
        collected.set(value());
      },
    });
  };
  gauge('sidelobe_pool_waiting_tasks', 'Tasks that wait for a thread', () => measured.poolWaiting());
  gauge('sidelobe_free_slots', 'Computations that could begin at once', () => measured.freeSlots());
  gauge('sidelobe_series_bytes', 'Memory that cell series take', () => measured.series().bytes);
  gauge('sidelobe_series_count', 'Cell series in memory', () => measured.series().count);
  gauge('sidelobe_window_id', 'The analysis window that answers; 0 without one', () => measured.window() ?? 0);
  gauge(
    'sidelobe_sweep_progress',
    'How far the sweep under way is, from 0 to 1; NaN without one',
    () => measured.sweepProgress() ?? Number.NaN,
  );
  gauge(
    'sidelobe_refresh_age_seconds',
    'Since the oldest of the last good answers of the addresses to import from; NaN without them, or before the first',
    () => measured.refreshAgeSeconds() ?? Number.NaN,
  );
  const durations = new Histogram({
    name: 'sidelobe_http_request_duration_seconds',
    help: 'From the first byte of a request until its answer was sent or given up',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  return {
    measure: (ctx, next) => {
      const startMs = performance.now();
      whenClosed(ctx.req, ctx.res, () => {
        // Label by route, never by path, or anybody could create labels without end; likewise for methods that no route
        // has.
        const { location }: Partial<RequestState> = ctx.state;
        const route = location?.route;
        const labels = { method: route?.method ?? 'other', route: route?.path ?? 'none', status: ctx.res.statusCode };
        durations.observe(labels, (performance.now() - startMs) / 1000);
      });
      return next();
    },
    text: () => registry.metrics(),
  };
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

import { createServer as createHttpServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ApiMiddleware, RequestState } from './context.js';
import { whenClosed } from './response/whenClosed.js';

/** What the gauges show, read whenever somebody looks. */
export interface Measured {
  /** Tasks that wait for a thread. */
  poolWaiting(): number;
  /** Of all that answers may use. */
  freeSlots(): number;
  series(): { bytes: number; count: number };
  /** The id of the window that answers. */
  window(): number | undefined;
  /** Of the sweep under way, from 0 to 1; undefined where there is none. */
  sweepProgress(): number | undefined;
  /** Since the address of the settings that has waited longest for data last had some; undefined where one never had. */
  refreshAgeSeconds(): number | undefined;
}

export interface Metrics {
  /** How long answers took, by method, route and status. */
  readonly measure: ApiMiddleware;
  /** Prometheus' text format. */
  text(): Promise<string>;
}

/** From what is in memory already to what is given up. */
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
    measure: async (ctx, next) => {
      const startMs = performance.now();
      whenClosed(ctx.req, ctx.res, () => {
        // The route and never the path, or anybody could make labels without end; so could methods that no route has.
        const { location }: Partial<RequestState> = ctx.state;
        const route = location?.route;
        const labels = { method: route?.method ?? 'other', route: route?.path ?? 'none', status: ctx.res.statusCode };
        durations.observe(labels, (performance.now() - startMs) / 1000);
      });
      await next();
    },
    text: () => registry.metrics(),
  };
}

/** Answers GET /metrics and nothing else, on a port of its own. Not listening yet. */
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

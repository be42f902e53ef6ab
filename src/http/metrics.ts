import { createServer as createHttpServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Analysis } from '../compute/analysis.js';
import type { Pool } from '../compute/pool.js';
import type { Door } from '../fairness/door.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import type { Slots } from '../memory/slots.js';
import type { ApiMiddleware, RequestState } from './context.js';
import { whenClosed } from './response/whenClosed.js';

/** State of the background work, for metrics. */
export interface BackgroundFacts {
  /** Share of the blocks of the sweep under way that are counted, from 0 to 1; undefined without a sweep or blocks. */
  sweepProgress(): number | undefined;
  /**
   * Seconds since the last success of the address to import from that has gone longest without one; undefined without
   * addresses, or if one never succeeded.
   */
  refreshAgeSeconds(): number | undefined;
  /** Number of attempts to import that failed since the start. */
  refreshFailures(): number;
  /**
   * Times at which the window that answers was opened and at which the next one is due, in ms since 1970; undefined
   * without a window.
   */
  windowTimes(): { openedMs: number; dueMs: number } | undefined;
}

/** Parts of the service whose state the gauges show, read at each scrape. */
export interface Measured {
  door: Pick<Door, 'waiting'>;
  pool: Pick<Pool, 'waiting'>;
  slots: Pick<Slots, 'free'>;
  series: Pick<SeriesCache, 'bytes' | 'maxBytes' | 'count' | 'made' | 'evicted'>;
  /** Numbers of connections to the database that are used and idle, and of callers that wait for one. */
  connections: () => Readonly<Record<'used' | 'idle' | 'waiting', number>>;
  analysis: Pick<Analysis, 'current'>;
  upkeep: BackgroundFacts;
}

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

/** Adds the metrics that are read at each scrape. */
function addGauges(
  registry: Registry,
  { door, pool, slots, series, connections: count, analysis, upkeep }: Measured,
): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number): void => {
    const collected: Gauge = new Gauge({ name, help, registers, collect: () => collected.set(value()) });
  };
  const counter = (name: string, help: string, value: () => number): void => {
    const collected = new Counter({
      name,
      help,
      registers,
      collect() {
        collected.reset();
        collected.inc(value());
      },
    });
  };
  gauge('sidelobe_requests_waiting', 'Requests that wait to be worked on', () => door.waiting);
  gauge('sidelobe_pool_waiting_tasks', 'Tasks that wait for a thread', () => pool.waiting);
  gauge('sidelobe_free_slots', 'Computations that could begin at once', () => slots.free);
  gauge('sidelobe_series_bytes', 'Bytes of memory that cell series take', () => series.bytes);
  gauge('sidelobe_series_max_bytes', 'Bytes of memory that cell series may take', () => series.maxBytes);
  gauge('sidelobe_series_count', 'Cell series in memory', () => series.count);
  counter('sidelobe_series_made_total', 'Cell series that were not in memory when asked for', () => {
    return series.made;
  });
  counter('sidelobe_series_evicted_total', 'Cell series that made room for others', () => series.evicted);
  const connections = new Gauge({
    name: 'sidelobe_database_connections',
    help: 'Connections to the database that are in use or idle, and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, number] of Object.entries(count())) connections.set({ state }, number);
    },
  });
  gauge('sidelobe_window_id', 'The analysis window that answers; 0 without one', () => analysis.current()?.id ?? 0);
  const times = (): { openedMs: number; dueMs: number } => {
    return upkeep.windowTimes() ?? { openedMs: Number.NaN, dueMs: Number.NaN };
  };
  gauge('sidelobe_window_age_seconds', 'Seconds since the window that answers was opened; NaN without one', () => {
    return (Date.now() - times().openedMs) / 1000;
  });
  gauge(
    'sidelobe_window_due_seconds',
    'Seconds until the next window is due, below 0 if it is late; NaN without one',
    () => {
      return (times().dueMs - Date.now()) / 1000;
    },
  );
  gauge(
    'sidelobe_sweep_progress',
    'How far the sweep under way is, from 0 to 1; NaN without one',
    () => upkeep.sweepProgress() ?? Number.NaN,
  );
  gauge(
    'sidelobe_refresh_age_seconds',
    'Since the oldest of the last good answers of the addresses to import from; NaN without them, or before the first',
    () => upkeep.refreshAgeSeconds() ?? Number.NaN,
  );
  counter('sidelobe_refresh_failures_total', 'Attempts to import from an address that failed', () => {
    return upkeep.refreshFailures();
  });
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

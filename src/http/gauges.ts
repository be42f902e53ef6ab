import { Counter, Gauge, type Registry } from 'prom-client';

/** Values of the gauges, read at each scrape. */
export interface Measured {
  /** Number of requests that wait to be worked on. */
  requestsWaiting(): number;
  /** Number of tasks that wait for a thread. */
  poolWaiting(): number;
  /** Number of free slots for computations. */
  freeSlots(): number;
  series(): Readonly<Record<'bytes' | 'maxBytes' | 'count' | 'made' | 'evicted', number>>;
  /** Number of connections to the database in each state. */
  connections(): Readonly<Record<'used' | 'idle' | 'waiting', number>>;
  /** Id of the window that answers. */
  window(): number | undefined;
  /** Times at which that window was opened and the next one is due, in ms since 1970. */
  windowTimes(): { openedMs: number; dueMs: number } | undefined;
  /** Progress of the sweep under way, 0 to 1; undefined without one. */
  sweepProgress(): number | undefined;
  /**
   * Age of the stalest data among the configured addresses, in seconds since its last successful import; undefined
   * while one has never had any.
   */
  refreshAgeSeconds(): number | undefined;
  /** Number of attempts to import that failed since the start. */
  refreshFailures(): number;
}

/** Adds the metrics that are read at each scrape. */
export function addGauges(registry: Registry, measured: Measured): void {
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
  gauge('sidelobe_requests_waiting', 'Requests that wait to be worked on', () => measured.requestsWaiting());
  gauge('sidelobe_pool_waiting_tasks', 'Tasks that wait for a thread', () => measured.poolWaiting());
  gauge('sidelobe_free_slots', 'Computations that could begin at once', () => measured.freeSlots());
  gauge('sidelobe_series_bytes', 'Memory that cell series take', () => measured.series().bytes);
  gauge('sidelobe_series_max_bytes', 'Memory that they may take', () => measured.series().maxBytes);
  gauge('sidelobe_series_count', 'Cell series in memory', () => measured.series().count);
  counter('sidelobe_series_made_total', 'Cell series that were not in memory when asked for', () => {
    return measured.series().made;
  });
  counter('sidelobe_series_evicted_total', 'Cell series that made room for others', () => measured.series().evicted);
  const connections = new Gauge({
    name: 'sidelobe_database_connections',
    help: 'Connections to the database that are in use or idle, and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(measured.connections())) connections.set({ state }, count);
    },
  });
  gauge('sidelobe_window_id', 'The analysis window that answers; 0 without one', () => measured.window() ?? 0);
  const times = (): { openedMs: number; dueMs: number } => {
    return measured.windowTimes() ?? { openedMs: Number.NaN, dueMs: Number.NaN };
  };
  gauge('sidelobe_window_age_seconds', 'Since the window that answers was opened; NaN without one', () => {
    return (Date.now() - times().openedMs) / 1000;
  });
  gauge(
    'sidelobe_window_due_seconds',
    'Until the next window is due, below 0 where it is late; NaN without one',
    () => {
      return (times().dueMs - Date.now()) / 1000;
    },
  );
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
  counter('sidelobe_refresh_failures_total', 'Attempts to import from an address that failed', () => {
    return measured.refreshFailures();
  });
}

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Analysis } from '../compute/analysis.js';
import type { Pool } from '../compute/pool.js';
import type { Door } from '../fairness/door.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import type { Slots } from '../memory/slots.js';

/** Work in the background, as far as metrics tell of it. */
export interface BackgroundFacts {
  /** Share of the blocks of the sweep under way that are counted, from 0 to 1; undefined without a sweep. */
  sweepProgress(): number | undefined;
  /**
   * Seconds since the oldest of the last successes of the addresses to import from; undefined without addresses, or if
   * one never succeeded.
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

/** Adds the metrics that are read at each scrape. */
export function addGauges(
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
  gauge('sidelobe_series_bytes', 'Memory that cell series take', () => series.bytes);
  gauge('sidelobe_series_max_bytes', 'Memory that they may take', () => series.maxBytes);
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

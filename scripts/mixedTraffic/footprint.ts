import { readdirSync, readFileSync } from 'node:fs';

/** What a server takes at a moment. */
export interface Footprint {
  minutes: number;
  megabytes: number;
  handles: number;
  threads: number;
  /** Connections to the database, in use and idle. */
  connections: number;
  /** Megabytes of cell series. */
  series: number;
  heap: number;
  window: number;
}

export const COLUMNS = ['megabytes', 'handles', 'threads', 'connections', 'series', 'heap'] as const;

/** Reads it from /proc and from the server's metrics. Linux only. */
export async function footprint(pid: number, metricsUrl: string, minutes: number): Promise<Footprint> {
  const metrics = await (await fetch(metricsUrl, { signal: AbortSignal.timeout(10_000) })).text();
  const sum = (name: string): number =>
    [...metrics.matchAll(new RegExp(`^${name} (\\S+)$`, 'gm'))].reduce((total, [, value]) => total + Number(value), 0);
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return {
    minutes,
    megabytes: field('VmRSS') / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
    connections: sum('sidelobe_database_connections\\{state="(?:used|idle)"\\}'),
    series: sum('sidelobe_series_bytes') / 2 ** 20,
    heap: sum('nodejs_heap_size_used_bytes') / 2 ** 20,
    window: sum('sidelobe_window_id'),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

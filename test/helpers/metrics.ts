import type { Measured } from '../../src/http/metrics.js';

/** Parts of a service without a window, from which the metrics are measured. */
export const QUIET: Measured = {
  door: { waiting: 5 },
  pool: { waiting: 3 },
  slots: { free: 40 },
  series: { bytes: 1_234, maxBytes: 5_678, count: 2, made: 9, evicted: 7 },
  connections: () => ({ used: 2, idle: 8, waiting: 1 }),
  analysis: { current: () => undefined },
  upkeep: {
    windowTimes: () => undefined,
    sweepProgress: () => undefined,
    refreshAgeSeconds: () => undefined,
    refreshFailures: () => 3,
  },
};

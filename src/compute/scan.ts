import type { CoreInstance } from '../core/instance.js';

/** The tracked satellite over one cell, at epochs [from, to); `window`, `series` and `slot` point into the shared memory. */
export interface ScanTask {
  window: number;
  series: number;
  slot: number;
  /** Index of the tracked satellite in the window. */
  satellite: number;
  /** Mask of the bands of which an interferer must have one; not 0. */
  bands: number;
  from: number;
  to: number;
}

/**
 * Writes the intensities of the epochs asked for to the slot's values, by the coverage that the slot has: some 10 us, and 50
 * for a satellite that never sets. Returns the core's status: `needsFill` where the series lacks some.
 */
export function scan({ kernels }: CoreInstance, { window, series, bands, from, to, slot }: ScanTask): number {
  kernels.coverRange(window, from, to, slot);
  return kernels.scanSeries(window, series, bands, slot);
}

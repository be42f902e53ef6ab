import type { CoreInstance } from '../instance.js';

const RAD_PER_DEG = Math.PI / 180;

/** Elevations from which satellites count over a station, in degrees: see assembly/footprint/leastSine. */
export interface MinElevations {
  /** Minimum elevation of the window. An emitter's own counts only where it is higher. */
  windowDeg: number;
  /** Elevation from which the station receives. */
  stationDeg: number;
}

/**
 * For places without a minimum elevation of their own: each satellite counts from the elevation that the window froze
 * for it.
 */
export const AS_FROZEN: MinElevations = { windowDeg: -90, stationDeg: -90 };

/** For looks at satellites wherever they stand: no minimum elevation counts, not even an emitter's own. */
export const WHEREVER: MinElevations = { windowDeg: 90, stationDeg: -90 };

/** Writes the sines of minimum elevations into a query's record. */
export function writeMinElevations(
  { view }: CoreInstance,
  { sinOfWindow, sinOfStation }: { sinOfWindow: number; sinOfStation: number },
  { windowDeg, stationDeg }: MinElevations,
): void {
  view.setFloat64(sinOfWindow, Math.sin(windowDeg * RAD_PER_DEG), true);
  view.setFloat64(sinOfStation, Math.sin(stationDeg * RAD_PER_DEG), true);
}

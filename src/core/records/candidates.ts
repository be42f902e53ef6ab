import type { CoreInstance } from '../instance.js';

const RAD_PER_DEG = Math.PI / 180;

/** Satellite that may interfere with the tracked one, seen from a site. */
export interface Candidate {
  /** Index in the window. */
  satellite: number;
  /** Elevation from which it counts, in degrees. */
  minElevationDeg: number;
}

/** Bytes of the records of so many candidates; what stands behind them starts on a multiple of 64. */
export function candidatesBytes({ layout }: CoreInstance, count: number): number {
  return Math.ceil((count * layout.CANDIDATE_BYTES) / 64) * 64;
}

/** Writes the records of candidates at a pointer to `candidatesBytes`. */
export function writeCandidates(
  { layout, view }: CoreInstance,
  pointer: number,
  candidates: readonly Candidate[],
): void {
  candidates.forEach(({ satellite, minElevationDeg }, i) => {
    const record = pointer + i * layout.CANDIDATE_BYTES;
    view.setFloat64(record + layout.CANDIDATE_SIN_MIN_ELEVATION, Math.sin(minElevationDeg * RAD_PER_DEG), true);
    view.setUint32(record + layout.CANDIDATE_SATELLITE, satellite, true);
  });
}

import type { Pool } from '../../compute/pool.js';
import type { Sweep } from '../../db/analysis/sweeps.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { runSweep } from './sweep.js';
import type { SweepParts, SweepProgress } from './sweepParts.js';
import { beginSweep, type WantedCells } from './sweepPlan.js';

export interface MissingParts extends Omit<SweepParts, 'pool'> {
  /** Runs a job with the threads that count; asked for only where something is missing. */
  withPool<T>(job: (pool: Pool) => Promise<T>): Promise<T>;
}

export interface SweepEvents {
  onBegin?: (sweep: Sweep) => void;
  onProgress?: (progress: SweepProgress) => void;
}

/** Sweep that was published, and the seconds that it took this process. */
export interface FinishedSweep {
  sweep: Sweep;
  seconds: number;
}

/**
 * Sweeps what a window lacks: runs of tracked satellites, and the series of `cells`. The caller keeps the window in
 * memory.
 *
 * @returns undefined where nothing is missing
 * @throws as `runSweep` does
 */
export async function sweepMissing(
  parts: MissingParts,
  window: LoadedWindow,
  cells: WantedCells,
  { onBegin, onProgress }: SweepEvents = {},
): Promise<FinishedSweep | undefined> {
  const sweep = await beginSweep(parts.knex, parts.core, window, cells);
  if (sweep === undefined) return undefined;
  onBegin?.(sweep);
  return parts.withPool(async (pool) => {
    const from = performance.now();
    await runSweep({ ...parts, pool }, window, sweep, onProgress);
    return { sweep, seconds: (performance.now() - from) / 1000 };
  });
}

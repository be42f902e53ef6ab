import type { AnalysisWindowRecord } from '../db/analysis/windows.js';
import { type LoadedWindow, loadStoredWindow } from '../memory/loadedWindow.js';
import type { Slots } from '../memory/slots.js';
import { sweepMissing } from './sweep/sweep.js';
import type { SweepParts, SweepProgress } from './sweep/sweepParts.js';
import type { SweptCells } from './sweep/sweepPlan.js';
import { findOrOpen } from './window/openWindow.js';
import { surveyWindow } from './window/surveyWindow.js';
import type { WindowOptions } from './window/windowOptions.js';
import { sweepSize, type SweepSize } from '../db/analysis/sweeps.js';

export interface PrecomputeParts extends SweepParts {
  slots: Slots;
}

export interface PrecomputeOptions extends WindowOptions {
  cells: SweptCells;
  onWindow: (window: LoadedWindow, record: AnalysisWindowRecord) => void;
  onProgress: (progress: SweepProgress) => void;
}

/** Result of a precompute; without a sweep if the window lacked nothing. */
export interface Precomputed {
  /** Number of satellites that cannot be propagated, or are below 90 km, at some epoch of the window. */
  failing: number;
  sweep: (SweepSize & { seconds: number }) | undefined;
}

/** Opens the window if need be, and sweeps the runs and cells that it lacks. */
export async function precompute(parts: PrecomputeParts, options: PrecomputeOptions): Promise<Precomputed> {
  const { knex, core, pool, slots } = parts;
  const record = await findOrOpen(knex, options);
  const window = await loadStoredWindow(knex, core, record);
  try {
    options.onWindow(window, record);
    const failures = record.propagationFailures ?? (await surveyWindow({ knex, pool, slots }, window));
    const cells = { which: options.cells, evenLater: true };
    const { onProgress } = options;
    const finished = await sweepMissing({ ...parts, withPool: (job) => job(pool) }, window, cells, { onProgress });
    if (finished === undefined) return { failing: failures.length, sweep: undefined };
    const size = await sweepSize(knex, finished.sweep);
    return { failing: failures.length, sweep: { ...size, seconds: finished.seconds } };
  } finally {
    window.unload();
  }
}

import type { Knex } from 'knex';
import { catalogueRevision, lockCatalogue } from '../db/catalogue/imports.js';
import { catalogueStatus } from '../db/catalogue/satellites.js';
import { type AnalysisWindowRecord, findWindow } from '../db/analysis/windows.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { Slots } from '../memory/slots.js';
import { loadStoredWindow } from '../memory/loadStoredWindow.js';
import { loadBundledCatalogue } from './import/importCatalogue.js';
import { openUnlessSame, type WindowOptions } from './window/openWindow.js';
import { surveyWindow } from './window/surveyWindow.js';
import { runSweep } from './sweep/sweep.js';
import type { SweepParts, SweepProgress } from './sweep/sweepParts.js';
import { beginSweep, type SweptCells } from './sweep/sweepPlan.js';
import { type SweepSize, sweepSize } from './sweep/sweepSize.js';

export interface PrecomputeParts extends SweepParts {
  slots: Slots;
}

export interface PrecomputeOptions extends WindowOptions {
  cells: SweptCells;
  onWindow: (window: LoadedWindow, record: AnalysisWindowRecord) => void;
  onProgress: (progress: SweepProgress) => void;
}

/** What was computed; without a sweep where the window lacked nothing. */
export interface Precomputed {
  /** Satellites that fail, or fall below 90 km, at some epoch of the window. */
  failing: number;
  sweep: (SweepSize & { seconds: number }) | undefined;
}

/** Opens the window if need be, and sweeps whatever it lacks. */
export async function precompute(parts: PrecomputeParts, options: PrecomputeOptions): Promise<Precomputed> {
  const { knex, core, pool, slots } = parts;
  const record = await findOrOpen(knex, options);
  const window = await loadStoredWindow(knex, core, record);
  try {
    options.onWindow(window, record);
    const failures = record.propagationFailures ?? (await surveyWindow({ knex, pool, slots }, window));
    const sweep = await beginSweep(knex, core, window, { which: options.cells, evenLater: true });
    if (sweep === undefined) return { failing: failures.length, sweep: undefined };
    const from = performance.now();
    await runSweep(parts, window, sweep, options.onProgress);
    const seconds = (performance.now() - from) / 1000;
    return { failing: failures.length, sweep: { ...(await sweepSize(knex, sweep)), seconds } };
  } finally {
    window.unload();
  }
}

/** The window of these options over the catalogue as it is. */
async function findOrOpen(knex: Knex, options: WindowOptions): Promise<AnalysisWindowRecord> {
  return knex.transaction(async (trx) => {
    await lockCatalogue(trx);
    const startUs = options.start.getTime() * 1000;
    if ((await catalogueStatus(trx)).bundled) await loadBundledCatalogue(trx, startUs);
    const { nside, minElevationDeg, uniformElevation } = options;
    const wanted = {
      startUs,
      nside,
      minElevationDeg,
      uniformElevation,
      catalogueRevision: await catalogueRevision(trx),
    };
    const existing = await findWindow(trx, wanted);
    if (existing !== undefined) return existing;
    await openUnlessSame(trx, options);
    const opened = await findWindow(trx, wanted);
    if (opened === undefined) throw new Error('the window that was just opened or renewed is not there');
    return opened;
  });
}

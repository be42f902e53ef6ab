import type { Knex } from 'knex';
import type { Pool } from '../../compute/pool.js';
import { type PropagationFailure, setPropagationFailures } from '../../db/analysis/windows.js';
import type { ListedSatellite, LoadedWindow } from '../../memory/loadedWindow.js';
import { SERVICE } from '../../fairness/asker.js';
import type { Slots } from '../../memory/slots.js';

/**
 * Step, in epochs, at which satellites are tried: one that fails goes on failing, as a rule. A satellite that fails at
 * one of these epochs, or may dip below 90 km, is tried at every epoch.
 */
const STEP_EPOCHS = 60;

export interface PrepareParts {
  pool: Pool;
  slots: Slots;
  /** Ends the work between two of its tasks. */
  signal?: AbortSignal;
}

/**
 * Finds the satellites that fail to propagate within a window, or fall below 90 km, and records them with it. The
 * caller keeps the window in memory.
 */
export async function surveyWindow(
  parts: PrepareParts & { knex: Knex },
  window: LoadedWindow,
): Promise<PropagationFailure[]> {
  const failures: PropagationFailure[] = [];
  await inPortions(parts, window, async (satellites) => {
    const { failing, next } = await parts.pool.survey({ ...satellites, step: STEP_EPOCHS });
    for (const { index, firstEpoch, epochs } of failing) {
      const { noradNumber } = window.satellites[index] as ListedSatellite;
      failures.push({ noradNumber, firstEpoch, epochs });
    }
    return next;
  });
  await setPropagationFailures(parts.knex, window.id, failures);
  return failures;
}

/**
 * Fits the ephemerides that counting by site uses, so that the first questions need not. The caller keeps the window in
 * memory.
 */
export async function prepareWindow(parts: PrepareParts, window: LoadedWindow): Promise<void> {
  await inPortions(parts, window, (satellites) => parts.pool.prepare(satellites));
}

/**
 * Runs a job on all satellites in portions, each in a slot of its own, so that questions get their turn between. The
 * job does some of the satellites [from, to), indexes in the window, and returns the first that it has not done.
 */
async function inPortions(
  { slots, signal }: PrepareParts,
  window: LoadedWindow,
  job: (satellites: { window: number; slot: number; from: number; to: number }) => Promise<number>,
): Promise<void> {
  for (let from = 0; from < window.satelliteCount;) {
    signal?.throwIfAborted();
    const slot = await slots.acquire(SERVICE);
    try {
      from = await job({ window: window.record.pointer, slot: slot.pointer, from, to: window.satelliteCount });
    } finally {
      slot.release();
    }
  }
}

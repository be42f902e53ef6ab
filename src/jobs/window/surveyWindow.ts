import type { Knex } from 'knex';
import type { Pool } from '../../compute/pool.js';
import { type PropagationFailure, setPropagationFailures } from '../../db/analysis/windows.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { SERVICE } from '../../fairness/asker.js';
import type { Slots } from '../../memory/slots.js';

/** Satellites in one task of the pool that looks for failures: some 50 ms of work. */
const SURVEYED_AT_ONCE = 512;
/** Satellites in one task that fits ephemerides: some milliseconds of work in low orbits, tens in high ones. */
const FITTED_AT_ONCE = 32;
/**
 * Step between tried epochs: failures last. A satellite that fails, or may dip into the air, is tried at every epoch.
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
  await inBlocks(parts, window, SURVEYED_AT_ONCE, async (block) => {
    for (const { index, firstEpoch, epochs } of await parts.pool.survey({ ...block, step: STEP_EPOCHS })) {
      failures.push({ noradNumber: window.numbers[index] as number, firstEpoch, epochs });
    }
  });
  await setPropagationFailures(parts.knex, window.id, failures);
  return failures;
}

/**
 * Fits the ephemerides that counting by site uses, so that the first questions need not. The caller keeps the window in
 * memory.
 */
export async function prepareWindow(parts: PrepareParts, window: LoadedWindow): Promise<void> {
  await inBlocks(parts, window, FITTED_AT_ONCE, (block) => parts.pool.prepare(block));
}

/**
 * Runs a job on blocks of `size` satellites, one after the other, each in a slot of its own: questions get their turn
 * between.
 */
async function inBlocks(
  { slots, signal }: PrepareParts,
  window: LoadedWindow,
  size: number,
  job: (block: { window: number; slot: number; from: number; to: number }) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < window.satelliteCount; from += size) {
    signal?.throwIfAborted();
    const slot = await slots.acquire(SERVICE);
    try {
      const to = Math.min(from + size, window.satelliteCount);
      await job({ window: window.record.pointer, slot: slot.pointer, from, to });
    } finally {
      slot.release();
    }
  }
}

import type { Knex } from 'knex';
import type { Pool } from '../../compute/pool.js';
import { type PropagationFailure, setPropagationFailures } from '../../db/analysis/windows.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { SERVICE } from '../../fairness/asker.js';
import type { Slots } from '../../memory/slots.js';

/** Number of satellites in one task of the pool: some 50 ms of work, so that queries get their turn. */
const BLOCK = 512;
/** Epochs between two that are tried: once they begin, failures last. Low orbits are tried throughout. */
const STEP_EPOCHS = 60;

export interface SurveyParts {
  knex: Knex;
  pool: Pool;
  slots: Slots;
  /** Ends the survey between two of its tasks. */
  signal?: AbortSignal;
}

/**
 * Finds the satellites that fail to propagate within a window, or fall below 90 km, and records them with it. The
 * caller keeps the window in memory.
 */
export async function surveyWindow(parts: SurveyParts, window: LoadedWindow): Promise<PropagationFailure[]> {
  const failures = await findFailures(parts, window);
  await setPropagationFailures(parts.knex, window.id, failures);
  return failures;
}

async function findFailures(parts: SurveyParts, window: LoadedWindow): Promise<PropagationFailure[]> {
  const { numbers } = window;
  const failures: PropagationFailure[] = [];
  for (let from = 0; from < numbers.length; from += BLOCK) {
    parts.signal?.throwIfAborted();
    const slot = await parts.slots.acquire(SERVICE);
    try {
      const found = await parts.pool.survey({
        window: window.record.pointer,
        slot: slot.pointer,
        from,
        to: Math.min(from + BLOCK, numbers.length),
        step: STEP_EPOCHS,
      });
      for (const { index, firstEpoch, epochs } of found) {
        failures.push({ noradNumber: numbers[index] as number, firstEpoch, epochs });
      }
    } finally {
      slot.release();
    }
  }
  return failures;
}

import { STATUS } from '../core/status.js';
import { ClientGone, Overloaded, Unavailable } from '../errors.js';
import { COMPUTATION_GRACE_SECONDS, COMPUTATION_SECONDS } from '../spec.js';
import type { Slot } from '../memory/slots.js';
import type { Pool } from './pool.js';

const ENDED_SECONDS = COMPUTATION_SECONDS + COMPUTATION_GRACE_SECONDS;
const RETRY_AFTER_SECONDS = 5;

/**
 * Runs what works in a slot and gives its result. What takes too long is cancelled: Overloaded. Kernels notice that
 * within a tenth of a second; a thread that does not is ended, and its slot is free once it is gone: Unavailable.
 */
export async function withinDeadline<T extends { status: number }>(
  pool: Pick<Pool, 'endSlot'>,
  slot: Slot,
  run: () => Promise<T>,
): Promise<T> {
  let overrun = false;
  const cancel = setTimeout(() => {
    slot.cancel();
  }, COMPUTATION_SECONDS * 1000);
  const end = setTimeout(() => {
    overrun = true;
    pool.endSlot(slot.pointer);
  }, ENDED_SECONDS * 1000);
  try {
    const result = await run().catch((error: unknown) => {
      if (!overrun || error instanceof ClientGone) throw error;
      const message = `The computation did not end, and was ended with its thread after ${ENDED_SECONDS} s`;
      throw new Unavailable(message, RETRY_AFTER_SECONDS);
    });
    if (result.status === STATUS.cancelled) {
      const message = `The computation was given up after ${COMPUTATION_SECONDS} s`;
      throw new Overloaded(message, RETRY_AFTER_SECONDS);
    }
    if (result.status !== STATUS.ok) throw new Error(`the core answered with status ${result.status}`);
    return result;
  } finally {
    clearTimeout(cancel);
    clearTimeout(end);
  }
}

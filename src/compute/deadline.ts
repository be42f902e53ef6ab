import { STATUS } from '../core/status.js';
import { Overloaded } from '../errors.js';
import { COMPUTATION_SECONDS } from '../spec.js';
import type { Slot } from '../memory/slots.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * Runs what works in a slot and gives its result. What takes too long is cancelled: Overloaded. Kernels notice that
 * within a tenth of a second; the pool ends a thread that does not.
 */
export async function withinDeadline<T extends { status: number }>(slot: Slot, run: () => Promise<T>): Promise<T> {
  const cancel = setTimeout(() => {
    slot.cancel();
  }, COMPUTATION_SECONDS * 1000);
  try {
    const result = await run();
    if (result.status === STATUS.cancelled) {
      const message = `The computation was given up after ${COMPUTATION_SECONDS} s`;
      throw new Overloaded(message, RETRY_AFTER_SECONDS);
    }
    if (result.status !== STATUS.ok) throw new Error(`the core answered with status ${result.status}`);
    return result;
  } finally {
    clearTimeout(cancel);
  }
}

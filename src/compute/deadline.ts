import { STATUS } from '../core/status.js';
import { ServiceError } from '../errors.js';
import { COMPUTATION_SECONDS } from '../spec.js';
import type { Slot } from '../store/slots.js';

const RETRY_AFTER_SECONDS = 5;

/** The result of what works in a slot. Whatever takes too long is cancelled: a ServiceError OVERLOADED. */
export async function withinDeadline<T extends { status: number }>(slot: Slot, run: () => Promise<T>): Promise<T> {
  const deadline = setTimeout(() => {
    slot.cancel();
  }, COMPUTATION_SECONDS * 1000);
  try {
    const result = await run();
    if (result.status === STATUS.cancelled) {
      const message = `The computation was given up after ${COMPUTATION_SECONDS} s`;
      throw new ServiceError('OVERLOADED', message, undefined, RETRY_AFTER_SECONDS);
    }
    if (result.status !== STATUS.ok) throw new Error(`the core answered with status ${result.status}`);
    return result;
  } finally {
    clearTimeout(deadline);
  }
}

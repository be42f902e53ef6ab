import { DEBUG, isRecord } from '../checks';
import { MAX_EPOCHS } from '../window';
import { MAX_BITMAP_BYTES, Work, WORK_BYTES, WORK_SCRATCH, WORK_SPANS } from './work';

/**
 * Scratch and output of one question, used by its tasks:
 *
 *   +------+----------+---------+------+--------+--------+------+
 *   | head | coverage | covered | work | values | ranges | text |
 *   +------+----------+---------+------+--------+--------+------+
 *
 * While satellites are counted, `work` extends over the room of the values. Threads that help with a fill or a search
 * work in the room of the text; they share the head and read `covered`, and every other region belongs to one thread.
 */
@unmanaged
export class Slot {
  /** Not 0 once the question is cancelled: the host's main thread sets it, kernels read it atomically. */
  cancel: i32;
  /**
   * Number of the first portion that no thread has taken. A portion is 4 satellites of a fill, or some passes and
   * candidates of a search. Threads take portions atomically.
   */
  nextPortion: u32;

  /** Whether the question is cancelled. */
  @inline
  get isCancelled(): bool {
    return atomic.load<i32>(this.cancelWord) != 0;
  }

  /** Address of `cancel`. */
  @inline
  get cancelWord(): usize {
    return changetype<usize>(this) + offsetof<Slot>('cancel');
  }

  /** Takes the next portion that no thread has taken; returns its number. */
  @inline
  takePortion(): u32 {
    return atomic.add<u32>(changetype<usize>(this), 1, offsetof<Slot>('nextPortion'));
  }


  @inline
  resetPortions(): void {
    atomic.store<u32>(changetype<usize>(this), 0, offsetof<Slot>('nextPortion'));
  }

  /** Bitmap of all epochs of the window at which the tracked satellite covers the site. */
  @inline
  get coverage(): usize {
    return changetype<usize>(this) + SLOT_COVERAGE;
  }

  /** Bitmap of the epochs asked for at which the tracked satellite covers the site; askAllEpochs marks all epochs. */
  @inline
  get covered(): usize {
    return changetype<usize>(this) + SLOT_COVERED;
  }

  /**
   * Work of the thread that runs the question's task; threads that help it fill have theirs in the room of the text.
   */
  @inline
  get work(): Work {
    if (DEBUG) assert(isRecord(this));
    return changetype<Work>(changetype<usize>(this) + SLOT_WORK);
  }

  /** Address of the answer's values, u16 per epoch; they overwrite the work's spans. */
  @inline
  get values(): usize {
    return changetype<usize>(this) + SLOT_VALUES;
  }
}

export const SLOT_COVERAGE: u32 = (offsetof<Slot>() + 63) & ~63;
export const SLOT_COVERED: u32 = SLOT_COVERAGE + MAX_BITMAP_BYTES;
export const SLOT_WORK: u32 = SLOT_COVERED + MAX_BITMAP_BYTES;
export const SLOT_SCRATCH: u32 = SLOT_WORK + WORK_SCRATCH;
export const SLOT_VALUES: u32 = SLOT_WORK + WORK_SPANS;
/** Offset of the ranges of epochs in the answer, two u16 each. */
export const SLOT_RANGES: u32 = SLOT_WORK + WORK_BYTES;
export const SLOT_TEXT: u32 = SLOT_RANGES + 4 * MAX_EPOCHS;

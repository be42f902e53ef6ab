import { DEBUG, isRecord } from '../checks';
import { MAX_EPOCHS } from '../window';
import { MAX_BITMAP_BYTES, Work, WORK_BYTES, WORK_SCRATCH, WORK_SPANS } from './work';

/**
 * Scratch and output of one task:
 *
 *   +------+----------+---------+------+--------+--------+------+
 *   | head | coverage | covered | work | values | ranges | text |
 *   +------+----------+---------+------+--------+--------+------+
 *
 * While a series is filled, the values belong to the work, and the text takes the work of helping threads. All threads
 * of a fill read the head and `covered`; everything else belongs to one thread.
 */
@unmanaged
export class Slot {
  /** Not 0 once the task is cancelled: the host sets it from its own thread, kernels read it atomically. */
  cancel: i32;
  /** Next portion of a fill's satellites that no thread counts yet; the fill's threads take it atomically. */
  nextPortion: u32;
  /** Number of exact positions that a fill took, for measuring; its threads add to it atomically. */
  exact: u32;
  private reserved0: u32;
  private reserved1: f64;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;
  private reserved5: f64;
  private reserved6: f64;

  /** Whether the task is cancelled. */
  @inline
  get isCancelled(): bool {
    return atomic.load<i32>(this.cancelWord) != 0;
  }

  /** Address of `cancel`. */
  @inline
  get cancelWord(): usize {
    return changetype<usize>(this) + offsetof<Slot>('cancel');
  }

  /** Takes the next portion that no thread counts yet. */
  @inline
  takePortion(): u32 {
    return atomic.add<u32>(changetype<usize>(this), 1, offsetof<Slot>('nextPortion'));
  }


  @inline
  resetPortions(): void {
    atomic.store<u32>(changetype<usize>(this), 0, offsetof<Slot>('nextPortion'));
  }


  @inline
  addExact(count: u32): void {
    atomic.add<u32>(changetype<usize>(this), count, offsetof<Slot>('exact'));
  }

  /** Bitmap of all epochs of the window at which the tracked satellite covers the site. */
  @inline
  get coverage(): usize {
    return changetype<usize>(this) + SLOT_COVERAGE;
  }

  /** Bitmap of the epochs asked for at which the tracked satellite covers the site. */
  @inline
  get covered(): usize {
    return changetype<usize>(this) + SLOT_COVERED;
  }

  /** The work of the thread that the slot belongs to. */
  @inline
  get work(): Work {
    if (DEBUG) assert(isRecord(this));
    return changetype<Work>(changetype<usize>(this) + SLOT_WORK);
  }

  /** Values of the answer, u16 per epoch; they lie where the work's spans do. */
  @inline
  get values(): usize {
    return changetype<usize>(this) + SLOT_VALUES;
  }
}

export const SLOT_COVERAGE: u32 = offsetof<Slot>();
export const SLOT_COVERED: u32 = SLOT_COVERAGE + MAX_BITMAP_BYTES;
export const SLOT_WORK: u32 = SLOT_COVERED + MAX_BITMAP_BYTES;
export const SLOT_SCRATCH: u32 = SLOT_WORK + WORK_SCRATCH;
export const SLOT_VALUES: u32 = SLOT_WORK + WORK_SPANS;
/** Offset of the ranges of epochs in the answer, two u16 each. */
export const SLOT_RANGES: u32 = SLOT_WORK + WORK_BYTES;
export const SLOT_TEXT: u32 = SLOT_RANGES + 4 * MAX_EPOCHS;

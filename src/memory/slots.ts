import type { OwnedCore } from '../core/instance.js';
import { cancelSlot, textBytes, writeSlot } from '../core/records/slotRecord.js';
import type { Asker } from '../fairness/asker.js';
import { createTurns, type TurnsOptions } from '../fairness/turns.js';

/**
 * Scratch and output of one question. The number of slots is fixed, which bounds their memory. While a slot is held,
 * the threads that run its holder's tasks write to it, each in its own region, or by atomic operations if they fill a
 * series together. The main thread reads the output when the tasks have ended. It may set the cancel word at any time;
 * kernels read that word atomically.
 */
export interface Slot {
  readonly pointer: number;
  /** Makes the kernels that work in this slot stop at their next check. */
  cancel(): void;
  /** Gives the slot back; may be called more than once. */
  release(): void;
}

export type Slots = ReturnType<typeof createSlots>;

/** Allocates `count` slots, and one for the main thread. @throws RangeError when the memory is too small */
export function createSlots(core: OwnedCore, count: number, options?: TurnsOptions) {
  const bytes = core.layout.SLOT_TEXT + textBytes(core);
  const allocate = (): number => {
    const pointer = core.arena.allocate(bytes);
    if (pointer === undefined)
      throw new RangeError(`the core's memory has no room for ${count + 1} slots of ${bytes} bytes`);
    return pointer;
  };
  const host = allocate();
  writeSlot(core, host);
  const turns = createTurns(Array.from({ length: count }, allocate), options);
  return {
    /** Waits for a slot in turn: see createTurns. */
    async acquire(asker: Asker, rank?: number): Promise<Slot> {
      const { item: pointer, release } = await turns.take(asker, rank);
      writeSlot(core, pointer);
      let held = true;
      return {
        pointer,
        cancel: () => {
          if (held) cancelSlot(core, pointer);
        },
        release: () => {
          held = false;
          release();
        },
      };
    },
    get free() {
      return turns.free;
    },
    /** Slot of the main thread: its content is valid until that thread waits for something. */
    host,
  };
}

import type { OwnedCore } from '../core/instance.js';
import { cancelSlot, writeSlot } from '../core/slotRecord.js';
import type { Asker } from '../fairness/asker.js';
import { createFairPool, type FairPoolLimits } from '../fairness/fairPool.js';

/** Scratch and output of one task, lent from a fixed set so that what all tasks together use is bounded. */
export interface Slot {
  readonly pointer: number;
  /** Makes the kernels that work in this slot stop at their next check. */
  cancel(): void;
  /** May be called more than once. */
  release(): void;
}

export interface Slots {
  /** Waits its turn, as a pool has it: within an account, the lowest rank first. */
  acquire(asker: Asker, rank?: number): Promise<Slot>;
  readonly free: number;
}

/** Of the text of 10,080 entries, in bytes. */
export function textBytes({ layout }: OwnedCore): number {
  return layout.MAX_EPOCHS * layout.MAX_ENTRY_BYTES;
}

/** @param count slots */
export function createSlots(core: OwnedCore, count: number, terms: FairPoolLimits): Slots {
  const bytes = core.layout.SLOT_TEXT + textBytes(core);
  const pointers: number[] = [];
  for (let i = 0; i < count; i++) {
    const pointer = core.arena.allocate(bytes);
    if (pointer === undefined)
      throw new RangeError(`the core's memory has no room for ${count} slots of ${bytes} bytes`);
    pointers.push(pointer);
  }
  const pool = createFairPool(pointers, terms);
  return {
    async acquire(asker, rank) {
      const { item: pointer, release } = await pool.acquire(asker, rank);
      writeSlot(core, pointer);
      let lent = true;
      return {
        pointer,
        cancel: () => {
          if (lent) cancelSlot(core, pointer);
        },
        release: () => {
          lent = false;
          release();
        },
      };
    },
    get free() {
      return pool.free;
    },
  };
}

import type { OwnedCore } from '../core/instance.js';
import { cancelSlot, placeSlot } from '../core/slotRecord.js';
import { createLender } from './lender.js';

/** Scratch and output of one task, lent from a fixed set so that what all tasks together use is bounded. */
export interface Slot {
  readonly pointer: number;
  /** Makes the kernels that work in this slot stop at their next check. */
  cancel(): void;
  /** May be called more than once. */
  release(): void;
}

export interface Slots {
  /** Waits its turn; a ServiceError OVERLOADED when too many wait already, or it takes too long. */
  acquire(): Promise<Slot>;
  readonly free: number;
}

/** What a response may put around a timeseries: its own fields before, the envelope's meta behind. */
const HEAD_BYTES = 4096;
const TAIL_BYTES = 1024;

export function textOffset(core: OwnedCore): number {
  return core.layout.SLOT_TEXT + HEAD_BYTES;
}

export const TEXT_ROOM = { head: HEAD_BYTES, tail: TAIL_BYTES } as const;

/** @param count slots; @param maxWaiting callers that may wait for one */
export function createSlots(core: OwnedCore, count: number, maxWaiting: number): Slots {
  const { layout } = core;
  const bytes = textOffset(core) + layout.MAX_EPOCHS * layout.MAX_ENTRY_BYTES + TAIL_BYTES;
  const pointers: number[] = [];
  for (let i = 0; i < count; i++) {
    const pointer = core.arena.allocate(bytes);
    if (pointer === undefined)
      throw new RangeError(`the core's memory has no room for ${count} slots of ${bytes} bytes`);
    pointers.push(pointer);
  }

  const lender = createLender(pointers, maxWaiting, (pointer, giveBack): Slot => {
    placeSlot(core, pointer);
    let lent = true;
    return {
      pointer,
      cancel: () => {
        if (lent) cancelSlot(core, pointer);
      },
      release: () => {
        if (lent) giveBack();
        lent = false;
      },
    };
  });
  return {
    acquire: () => lender.borrow(),
    get free() {
      return lender.free;
    },
  };
}

import type { CoreInstance } from './instance.js';

/** Makes a block of `SLOT_TEXT` bytes or more a slot: nothing is cancelled in it. */
export function placeSlot(core: CoreInstance, pointer: number): void {
  Atomics.store(cancelWord(core, pointer), 0, 0);
}

/** Makes the kernel that works in the slot stop at its next check. */
export function cancelSlot(core: CoreInstance, pointer: number): void {
  Atomics.store(cancelWord(core, pointer), 0, 1);
}

/** Whether the work in the slot is to stop. */
export function isCancelled(core: CoreInstance, pointer: number): boolean {
  return Atomics.load(cancelWord(core, pointer), 0) !== 0;
}

/** How many epochs the slot's `covered` bitmap has. */
export function coveredEpochs({ memory, layout, kernels }: CoreInstance, pointer: number): number {
  const words = new Uint32Array(
    memory.buffer,
    pointer + layout.SLOT_COVERED,
    kernels.bitmapBytes(layout.MAX_EPOCHS) / 4,
  );
  let count = 0;
  for (const word of words) for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function cancelWord({ memory, layout }: CoreInstance, pointer: number): Int32Array {
  return new Int32Array(memory.buffer, pointer + layout.SLOT_CANCEL, 1);
}

import type { CoreInstance, OwnedCore } from '../instance.js';
import { withScratch } from '../parts.js';

/** Size in bytes of a slot's text: room for 10,080 entries of JSON. */
export function textBytes({ layout }: CoreInstance): number {
  return layout.MAX_EPOCHS * layout.MAX_ENTRY_BYTES;
}

/** Turns a block of at least `SLOT_TEXT` bytes into a slot that is not cancelled. */
export function writeSlot(core: CoreInstance, pointer: number): void {
  Atomics.store(cancelWord(core, pointer), 0, 0);
}

/** Lends a slot without text during a call of `use`; returns its result. @throws RangeError when memory is too small */
export function withSlot<T>(core: OwnedCore, use: (slot: number) => T): T {
  return withScratch(core, core.layout.SLOT_TEXT, (slot) => {
    writeSlot(core, slot);
    return use(slot);
  });
}

/** Makes the kernels that work in the slot stop at their next check. */
export function cancelSlot(core: CoreInstance, pointer: number): void {
  Atomics.store(cancelWord(core, pointer), 0, 1);
}

/** Whether the work in the slot is to stop. */
export function isCancelled(core: CoreInstance, pointer: number): boolean {
  return Atomics.load(cancelWord(core, pointer), 0) !== 0;
}

/** Makes portion 0 the next one that `takePortion` takes. */
export function resetPortions(core: CoreInstance, pointer: number): void {
  Atomics.store(portionWord(core, pointer), 0, 0);
}

/** Takes the next portion of the slot's work that no thread has taken yet; returns its number. */
export function takePortion(core: CoreInstance, pointer: number): number {
  return Atomics.add(portionWord(core, pointer), 0, 1);
}

/** Marks the first `epochCount` epochs, and no others, in the slot's `covered` bitmap, so that a fill counts them. */
export function askAllEpochs({ bytes, layout, kernels }: CoreInstance, pointer: number, epochCount: number): void {
  const asked = pointer + layout.SLOT_COVERED;
  bytes.fill(0, asked, asked + kernels.bitmapBytes(epochCount));
  bytes.fill(0xff, asked, asked + (epochCount >> 3));
  if (epochCount % 8 !== 0) bytes[asked + (epochCount >> 3)] = (1 << (epochCount % 8)) - 1;
}

function portionWord({ memory, layout }: CoreInstance, pointer: number): Uint32Array {
  return new Uint32Array(memory.buffer, pointer + layout.SLOT_NEXT_PORTION, 1);
}

function cancelWord({ memory, layout }: CoreInstance, pointer: number): Int32Array {
  return new Int32Array(memory.buffer, pointer + layout.SLOT_CANCEL, 1);
}

import type { OwnedCore } from '../../src/core/instance.js';
import type { MeanElements } from '../../src/core/elements.js';
import { initRecord } from '../../src/core/records/satelliteRecord.js';
import { type WindowPlan, type WindowRecord, writeWindow } from '../../src/core/records/windowRecord.js';

/** Allocates memory; returns its address. @throws Error if there is no room */
export function block({ arena }: OwnedCore, bytes: number): number {
  const pointer = arena.allocate(bytes);
  if (pointer === undefined) throw new Error(`no memory for ${bytes} bytes`);
  return pointer;
}

/** Float64 numbers at an address: a view of the memory. */
export function f64({ memory }: OwnedCore, pointer: number, length: number): Float64Array {
  return new Float64Array(memory.buffer, pointer, length);
}

/** Bitmap of `bits` bits, rounded up to a multiple of 64, in which the bits with the numbers in `set` are 1. */
export function bitmapOf(bits: number, set: Iterable<number>): Uint8Array {
  const bytes = new Uint8Array(8 * Math.ceil(bits / 64));
  for (const k of set) bytes[k >> 3] = (bytes[k >> 3] as number) | (1 << (k & 7));
  return bytes;
}

/** Whether bit k of a bitmap is set. */
export function hasBit(bitmap: Uint8Array, k: number): boolean {
  return (((bitmap[k >> 3] ?? 0) >> (k & 7)) & 1) === 1;
}

/** Marks epochs, and no others, in a slot's bitmap of epochs to count. */
export function askEpochs({ bytes, kernels, layout }: OwnedCore, slot: number, epochs: Iterable<number>): void {
  bytes.set(bitmapOf(8 * kernels.bitmapBytes(layout.MAX_EPOCHS), epochs), slot + layout.SLOT_COVERED);
}

/** Returns a function that writes the record of a satellite, and returns its status. */
export function recordWriter(core: OwnedCore): (record: number, elements: MeanElements) => number {
  const scratch = block(core, core.layout.SCRATCH_BYTES + core.layout.ELEMENTS_BYTES);
  return (record, elements) => initRecord(core, record, elements, scratch);
}

/** Writes a window; a satellite without `bands` gets the mask 1. @throws Error if there is no room */
export function placeWindow(
  core: OwnedCore,
  plan: Omit<WindowPlan, 'satellites'> & {
    satellites: readonly (Omit<WindowPlan['satellites'][number], 'bands'> & { bands?: number })[];
  },
): WindowRecord {
  const satellites = plan.satellites.map((satellite) => ({ bands: 1, ...satellite }));
  const window = writeWindow(core, { ...plan, satellites });
  if (window === undefined) throw new Error('no memory for the window');
  return window;
}

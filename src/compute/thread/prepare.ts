import type { CoreInstance } from '../../core/instance.js';

/** The satellites [from, to) of a window. */
interface PrepareTask {
  window: number;
  slot: number;
  from: number;
  to: number;
}

/** Fits the satellites' motions before a question needs them. */
export function prepare({ kernels, layout }: CoreInstance, { window, slot, from, to }: PrepareTask): void {
  kernels.fitEphemerides(window, from, to, slot + layout.SLOT_SCRATCH);
}

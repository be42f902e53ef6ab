import type { OwnedCore } from './instance.js';

/** Lends a block for the scratch of one call. */
export function withScratch<T>(core: OwnedCore, use: (scratch: number) => T, bytes = core.layout.SCRATCH_BYTES): T {
  const scratch = core.arena.allocate(bytes);
  if (scratch === undefined) throw new RangeError(`the core's memory has no ${bytes} bytes left`);
  try {
    return use(scratch);
  } finally {
    core.arena.free(scratch);
  }
}

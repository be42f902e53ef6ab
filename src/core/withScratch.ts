import type { OwnedCore } from './instance.js';

/**
 * Allocates `bytes` bytes for the length of a call of `use`; returns its result. @throws RangeError when memory is too
 * small
 */
export function withScratch<T>(core: OwnedCore, use: (scratch: number) => T, bytes = core.layout.SCRATCH_BYTES): T {
  const scratch = core.arena.allocate(bytes);
  if (scratch === undefined) throw new RangeError(`the core's memory has no ${bytes} bytes left`);
  try {
    return use(scratch);
  } finally {
    core.arena.free(scratch);
  }
}

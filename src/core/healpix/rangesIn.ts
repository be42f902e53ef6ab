import type { Stage } from './batch.js';
import { withScratch } from '../withScratch.js';

/** Ranges that there is room for at first. */
const FIRST_CAPACITY = 4096;

/**
 * Pairs [from, to) that a kernel finds, copied out of the core's memory: `find` writes up to `capacity` of them to `out`,
 * 16 bytes each, and returns how many there are, or a code below 0.
 */
export function foundRanges(
  stage: Stage,
  find: (out: number, capacity: number) => number,
  refused?: (code: number) => Error,
): BigUint64Array {
  for (let capacity = FIRST_CAPACITY; ; capacity *= 4) {
    const found = withScratch(
      stage.core,
      (out) => {
        const count = find(out, capacity);
        if (count < 0) throw refused?.(count) ?? new RangeError(`code ${count}`);
        if (count > capacity) return undefined;
        return new BigUint64Array(stage.core.memory.buffer, out, 2 * count).slice();
      },
      16 * capacity,
    );
    if (found !== undefined) return found;
  }
}

/** Lends copies of arrays of 64-bit numbers in the core's memory. */
export function withCopies<T>(
  { core }: Stage,
  arrays: readonly (BigUint64Array | Float64Array)[],
  use: (...pointers: number[]) => T,
): T {
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return withScratch(
    core,
    (block) => {
      let next = block;
      const pointers = arrays.map((array) => {
        core.bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), next);
        next += array.byteLength;
        return next - array.byteLength;
      });
      return use(...pointers);
    },
    bytes,
  );
}

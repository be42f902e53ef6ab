import type { Stage } from './batch.js';
import { withScratch } from '../withScratch.js';

/** Ranges that there is room for at first. */
const FIRST_CAPACITY = 4096;

/** Takes ranges where they stand in the core's memory. */
export type UseRanges<T> = (pointer: number, count: number) => T;

/**
 * Lends pairs [from, to) that a kernel finds: `find` writes up to `capacity` of them to `out`, 16 bytes each, and returns how
 * many there are, or a code below 0.
 */
export function foundRanges<T>(
  stage: Stage,
  find: (out: number, capacity: number) => number,
  use: UseRanges<T>,
  refused?: (code: number) => Error,
): T {
  for (let capacity = FIRST_CAPACITY; ; capacity *= 4) {
    const found = withScratch(
      stage.core,
      (out) => {
        const count = find(out, capacity);
        if (count < 0) throw refused?.(count) ?? new RangeError(`code ${count}`);
        return count > capacity ? undefined : { value: use(out, count) };
      },
      16 * capacity,
    );
    if (found !== undefined) return found.value;
  }
}

/** Copies ranges out of the core's memory. */
export function copied({ core }: Stage): UseRanges<BigUint64Array> {
  return (pointer, count) => new BigUint64Array(core.memory.buffer, pointer, 2 * count).slice();
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

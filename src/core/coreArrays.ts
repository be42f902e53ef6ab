import { checkAttached, checkChoice, unfit } from './arguments.js';
import type { OwnedCore } from './instance.js';

/** Types of typed arrays that can stand in the core's memory. */
export type ArrayType =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Int32ArrayConstructor
  | Float32ArrayConstructor
  | Float64ArrayConstructor;

const ARRAY_TYPES = ['Uint8Array', 'Uint16Array', 'Int32Array', 'Float32Array', 'Float64Array'];

/** Type of the arrays that a constructor makes. */
export type ArrayOf<T extends ArrayType> = T extends Float64ArrayConstructor
  ? Float64Array
  : T extends Int32ArrayConstructor
    ? Int32Array
    : T extends Float32ArrayConstructor
      ? Float32Array
      : T extends Uint16ArrayConstructor
        ? Uint16Array
        : Uint8Array;

/**
 * Typed arrays in the core's memory. Methods of grids read them in place; methods with an `out` write results to them
 * in place, without copies.
 */
export interface CoreArrays {
  /**
   * Allocates an array of zeros, whose memory stays taken until the array is given to `free`. RangeError when the
   * memory is too small.
   *
   * @param type Float64Array, Float32Array, Int32Array, Uint16Array or Uint8Array
   * @param length number of elements, a whole number from 0
   */
  allocate<T extends ArrayType>(type: T, length: number): ArrayOf<T>;
  /**
   * Frees an array's memory; the array must not be used afterwards. Methods and `free` refuse a freed array with a
   * RangeError, but only until its memory is allocated again. RangeError for an array that `allocate` did not give.
   */
  free(array: ArrayOf<ArrayType>): void;
}

export function createCoreArrays(core: OwnedCore): CoreArrays {
  const { lent } = core;
  return {
    allocate<T extends ArrayType>(type: T, length: number) {
      checkChoice('type', (type as T | undefined)?.name, ARRAY_TYPES);
      if (!Number.isInteger(length) || length < 0) throw unfit('length', length, 'a whole number from 0');
      const pointer = core.arena.allocate(length * type.BYTES_PER_ELEMENT);
      if (pointer === undefined) {
        throw new RangeError(
          `the core's memory has no room for ${length} elements of ${type.name}: ${core.arena.freeBytes} bytes are free`,
        );
      }
      lent.set(pointer, length * type.BYTES_PER_ELEMENT);
      core.bytes.fill(0, pointer, pointer + length * type.BYTES_PER_ELEMENT);
      const view: new (buffer: ArrayBufferLike, offset: number, length: number) => ArrayOf<ArrayType> = type;
      return new view(core.memory.buffer, pointer, length) as ArrayOf<T>;
    },

    free({ buffer, byteOffset }) {
      if (buffer !== core.memory.buffer || !lent.delete(byteOffset)) {
        throw new RangeError('the array is none that allocate gave, or is free already');
      }
      core.arena.free(byteOffset);
    },
  };
}

/**
 * Whether an array is in the core's memory, where it is read and written in place. @throws RangeError if it was freed,
 * as its place may be another array's by now
 */
export function isInCore({ memory, arena, lent }: OwnedCore, array: ArrayBufferView, where: string): boolean {
  if (array.buffer !== memory.buffer) return false;
  const { byteOffset, byteLength } = array;
  // An array outside of the arena is one of another thread's core.
  if (!arena.covers(byteOffset) || (lent.get(byteOffset) ?? -1) >= byteLength) return true;
  for (const [from, bytes] of lent) if (byteOffset >= from && byteOffset + byteLength <= from + bytes) return true;
  throw new RangeError(`${where}: the array is free already, or none that allocate gave`);
}

/**
 * Returns the array for a result of a known length: the caller's `out`, or a new one. @throws RangeError if `out` has
 * another length, TypeError if it has another type or its memory was transferred
 */
export function outputOf<T extends ArrayBufferView & { length: number }>(
  out: unknown,
  length: number,
  type: { readonly name: string; new (length: number): T },
): T {
  if (out === undefined) return new type(length);
  if (!(out instanceof type)) throw unfit('out', out, type.name);
  if (out.length === length) return out;
  checkAttached('out', out);
  throw new RangeError(`out has ${out.length} elements: ${length} are needed`);
}

import { isInCore, outputOf } from '../coreArrays.js';
import type { OwnedCore } from '../instance.js';

type Numbers = Int32Array | Float64Array;

/** Constructor of the arrays that a kernel reads or writes. */
interface ArrayType<T extends Numbers> {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
}

/** A core, and a block of STAGE_BYTES of its memory through which arrays of other memory are copied. */
export interface Stage {
  core: OwnedCore;
  pointer: number;
}

/** Size of the stage's block: so small that it stays in the processor's cache. */
const STAGE_BYTES = 131_072;
const ALIGNMENT = 8;

/**
 * Allocates a stage.
 * @throws RangeError when the memory is too small
 */
export function createStage(core: OwnedCore): Stage {
  const pointer = core.arena.allocate(STAGE_BYTES);
  if (pointer === undefined) throw new RangeError(`the core's memory has no ${STAGE_BYTES} bytes left`);
  return { core, pointer };
}

/** A kernel that works on many items: it reads `fromWidth` numbers for each of them, and writes `toWidth`. */
export interface Operation<I extends Numbers, O extends Numbers> {
  from: ArrayType<I>;
  fromWidth: number;
  to: ArrayType<O>;
  toWidth: number;
  /**
   * Works on `count` items; `from` and `to` are pointers. Returns the index of the first item that is not valid, or -1.
   */
  kernel: (from: number, count: number, to: number) => number;
  /** Returns why an item is not valid. */
  fault: (item: ArrayLike<number>) => string | undefined;
  /** Name of an item in messages. */
  item: 'point' | 'cell';
}

/**
 * Runs a kernel over all items. Arrays of the core's memory are read and written in place; others are copied through
 * the stage, piece by piece.
 *
 * @param out array for the results; a new one by default
 * @throws RangeError that names the first item that is not valid
 */
export function runBatch<I extends Numbers, O extends Numbers>(
  { core, pointer }: Stage,
  { from, fromWidth, to, toWidth, kernel, fault, item }: Operation<I, O>,
  items: I,
  out?: unknown,
): O {
  const { buffer } = core.memory;
  const count = items.length / fromWidth;
  const results = outputOf(out, count * toWidth, to);
  const [readsIn, writesIn] = [isInCore(core, items, `${item}s`), isInCore(core, results, 'out')];
  const inBytes = from.BYTES_PER_ELEMENT * fromWidth;
  const outBytes = to.BYTES_PER_ELEMENT * toWidth;
  const stagedBytes = (readsIn ? 0 : inBytes) + (writesIn ? 0 : outBytes);
  const most = stagedBytes === 0 ? count : Math.floor((STAGE_BYTES - ALIGNMENT) / stagedBytes);
  const outAt = readsIn ? pointer : pointer + Math.ceil((most * inBytes) / ALIGNMENT) * ALIGNMENT;
  for (let done = 0; done < count; done += most) {
    const size = Math.min(most, count - done);
    const read = readsIn ? items.byteOffset + done * inBytes : pointer;
    const write = writesIn ? results.byteOffset + done * outBytes : outAt;
    if (!readsIn) {
      new from(buffer, pointer, size * fromWidth).set(items.subarray(done * fromWidth, (done + size) * fromWidth));
    }
    const wrong = kernel(read, size, write);
    if (wrong >= 0) {
      const index = done + wrong;
      throw new RangeError(`${item} ${index}: ${fault(items.subarray(index * fromWidth, (index + 1) * fromWidth))}`);
    }
    if (!writesIn) results.set(new to(buffer, write, size * toWidth), done * toWidth);
  }
  return results;
}

import type { OwnedCore } from '../instance.js';
import { withScratch } from '../withScratch.js';

/** Arrays that kernels read and write. */
export type CoreArray = Int32Array | Float32Array | Float64Array | BigUint64Array | Uint8Array;

/** One of a batch's arrays: `width` elements for each item. */
export interface Operand {
  array: CoreArray;
  width: number;
}

/** A core with a block for what passes through it, STAGE_BYTES, and one for what kernels keep meanwhile. */
export interface Stage {
  core: OwnedCore;
  pointer: number;
  located: number;
}

/** @throws RangeError when the memory is too small */
export function createStage(core: OwnedCore): Stage {
  const pointer = core.arena.allocate(STAGE_BYTES + LOCATED_BYTES);
  if (pointer === undefined) throw new RangeError(`the core's memory has no ${STAGE_BYTES} bytes left`);
  return { core, pointer, located: pointer + STAGE_BYTES };
}

/** Takes pointers, of the inputs and then of the outputs, and a count; returns the index of the first item that is wrong, or -1. */
type BatchKernel = (pointers: readonly number[], count: number) => number;

/** What passes through it stays in the processor's cache. */
const STAGE_BYTES = 131_072;
const LOCATED_BYTES = 128;
const ALIGNMENT = 8;

/**
 * Runs a kernel over `count` items. Arrays of the core's memory are used where they lie; others pass through the stage,
 * piece by piece.
 */
export function runBatch(
  { core, pointer }: Pick<Stage, 'core' | 'pointer'>,
  inputs: readonly Operand[],
  outputs: readonly Operand[],
  count: number,
  kernel: BatchKernel,
): number {
  const operands = [...inputs, ...outputs];
  const staged = operands.filter(({ array }) => array.buffer !== core.memory.buffer);
  const itemBytes = staged.reduce((sum, { array, width }) => sum + array.BYTES_PER_ELEMENT * width, 0);
  if (itemBytes === 0) {
    return kernel(
      operands.map(({ array }) => array.byteOffset),
      count,
    );
  }
  const slack = ALIGNMENT * staged.length;
  const pieces = (stage: number, most: number): number =>
    runPieces({ core, pointer: stage }, { operands, inputs: inputs.length, count, most }, kernel);
  // Pieces of an even number of items: kernels take two at a time.
  const most = Math.floor((STAGE_BYTES - slack) / itemBytes) & ~1;
  if (most > 0) return pieces(pointer, most);
  return withScratch(core, (block) => pieces(block, 1), itemBytes + slack);
}

function runPieces(
  { core, pointer }: Pick<Stage, 'core' | 'pointer'>,
  batch: { operands: readonly Operand[]; inputs: number; count: number; most: number },
  kernel: BatchKernel,
): number {
  const { operands, inputs, count, most } = batch;
  let next = pointer;
  const placed = operands.map(({ array, width }): Placed => {
    const { byteOffset: at, BYTES_PER_ELEMENT: bytes } = array;
    if (array.buffer === core.memory.buffer) return { array, width, at, itemBytes: bytes * width };
    const staged = viewLike(array, core.memory.buffer, next, most * width);
    next += Math.ceil(staged.byteLength / ALIGNMENT) * ALIGNMENT;
    return { array, width, at: staged.byteOffset, itemBytes: 0, staged };
  });
  for (let done = 0; done < count; done += most) {
    const size = Math.min(most, count - done);
    placed.forEach(({ array, width, staged }, k) => {
      if (k < inputs) staged?.set(array.subarray(done * width, (done + size) * width) as never);
    });
    const wrong = kernel(
      placed.map(({ at, itemBytes }) => at + done * itemBytes),
      size,
    );
    if (wrong >= 0) return done + wrong;
    placed.forEach(({ array, width, staged }, k) => {
      if (k < inputs || staged === undefined) return;
      array.set((size === most ? staged : staged.subarray(0, size * width)) as never, done * width);
    });
  }
  return -1;
}

/** An operand, and where the kernel finds it: `itemBytes` further on with each item, or in the stage. */
interface Placed extends Operand {
  at: number;
  itemBytes: number;
  staged?: CoreArray;
}

/** An array of the same type over a part of the memory. */
function viewLike(array: CoreArray, buffer: ArrayBufferLike, offset: number, length: number): CoreArray {
  const type = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => CoreArray;
  return new type(buffer, offset, length);
}

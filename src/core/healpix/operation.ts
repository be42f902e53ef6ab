import { type CoreArray, runBatch, type Stage } from './batch.js';
import { outputOf } from './arguments.js';

/** A type of typed arrays. */
interface ArrayType<T extends CoreArray> {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
}

/** What a kernel does with each of many items: takes some numbers and gives some. */
export interface Operation<I extends CoreArray, O extends CoreArray> {
  stage: Stage;
  from: ArrayType<I>;
  fromWidth: number;
  to: ArrayType<O>;
  toWidth: number;
  /** Returns the index of the first item that is wrong, or -1. */
  kernel: (from: number, count: number, to: number) => number;
  /** What is wrong with an item. */
  fault: (item: ArrayLike<unknown>) => string;
  /** What items are called. */
  item: 'point' | 'cell';
}

/** Does it with a batch. @throws RangeError that names the first item that is wrong */
export function runMany<I extends CoreArray, O extends CoreArray>(
  operation: Operation<I, O>,
  items: I,
  out: unknown,
): O {
  const { stage, fromWidth, to, toWidth, kernel, fault, item } = operation;
  const count = items.length / fromWidth;
  const results = outputOf(out, count * toWidth, to);
  const wrong = runBatch(
    stage,
    [{ array: items, width: fromWidth }],
    [{ array: results, width: toWidth }],
    count,
    ([from = 0, into = 0], size) => kernel(from, size, into),
  );
  if (wrong < 0) return results;
  throw new RangeError(`${item} ${wrong}: ${fault(items.subarray(wrong * fromWidth, (wrong + 1) * fromWidth))}`);
}

/** Where, in the stage, one item's results stand. */
const RESULTS_AT = 64;

/** Does it with one item; what it returns is overwritten by the next. @throws RangeError that names its value */
export function one<I extends CoreArray, O extends CoreArray>(
  operation: Operation<I, O>,
): (a: I[number], b?: I[number], c?: I[number]) => O {
  const { stage, from, fromWidth, to, toWidth, kernel, fault } = operation;
  const { pointer, core } = stage;
  const item = new from(core.memory.buffer, pointer, fromWidth);
  const results = new to(core.memory.buffer, pointer + RESULTS_AT, toWidth);
  return (a, b, c) => {
    item[0] = a as never;
    if (fromWidth > 1) item[1] = b as never;
    if (fromWidth > 2) item[2] = c as never;
    if (kernel(pointer, 1, pointer + RESULTS_AT) < 0) return results;
    throw new RangeError(fault(item));
  };
}

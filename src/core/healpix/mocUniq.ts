import type { Stage } from './batch.js';
import { withCopies } from './rangesIn.js';

const LARGEST_UNIQ = 4n ** 31n - 1n;
const LARGEST_ORDER = 29;

/** Order of the cell of a NUNIQ number. */
export function orderOfUniq(uniq: bigint): number {
  return (uniq.toString(2).length - 1) >> 1;
}

/** Ranges of order 29 of cells of any orders, and their finest order. @throws RangeError */
export function rangesOfUniq(
  stage: Stage,
  numbers: BigUint64Array | readonly bigint[],
): { ranges: BigUint64Array; order: number } {
  numbers.forEach((uniq: bigint, k: number) => {
    if (typeof uniq === 'bigint' && uniq >= 4n && uniq <= LARGEST_UNIQ) return;
    throw new RangeError(`number ${k}: ${uniq} is not a NUNIQ number, a bigint from 4 to ${LARGEST_UNIQ}`);
  });
  const sorted = BigUint64Array.from(numbers).sort();
  const { kernels, memory } = stage.core;
  let ranges = new BigUint64Array();
  let order = 0;
  for (let from = 0; from < sorted.length;) {
    order = orderOfUniq(sorted[from] as bigint) - 1;
    const first = 4n ** BigInt(order + 1);
    const beyond = sorted.findIndex((uniq, k) => k > from && uniq >= 4n * first);
    const to = beyond === -1 ? sorted.length : beyond;
    const cells = sorted.subarray(from, to).map((uniq) => uniq - first);
    const room = new BigUint64Array(2 * cells.length);
    const all = new BigUint64Array(ranges.length + room.length);
    ranges = withCopies(stage, [cells, room, ranges, all], (cell = 0, own = 0, before = 0, out = 0) => {
      const count = kernels.rangesOfCells(cell, cells.length, 2 * (LARGEST_ORDER - order), own);
      const edges = 2 * kernels.combineRanges(0, own, count, before, ranges.length / 2, out);
      return new BigUint64Array(memory.buffer, out, edges).slice();
    });
    from = to;
  }
  return { ranges, order };
}

/** Some of the cells of one epoch, in the order of their numbers. */
export interface EpochSpan {
  epoch: number;
  skip: number;
  take: number;
}

/**
 * Finds the epochs that hold the cells [from, to) of a run: `counts` says how many cells each epoch has. Cells beyond the
 * last are left out.
 */
export function spansOf(counts: ArrayLike<number>, from: number, to: number): EpochSpan[] {
  const spans: EpochSpan[] = [];
  let first = 0;
  for (let epoch = 0; epoch < counts.length && first < to; epoch++) {
    const end = first + (counts[epoch] as number);
    const skip = Math.max(from - first, 0);
    const take = Math.min(end, to) - first - skip;
    if (take > 0) spans.push({ epoch, skip, take });
    first = end;
  }
  return spans;
}

import { type Counts, NOT_COUNTED, OUT_OF_VIEW, UNKNOWN } from '../place/week.js';

/**
 * Rank of the states where one value stands for several minutes: the highest state is shown, unless a minute has a
 * count.
 */
const STANDING: Record<number, number> = { [OUT_OF_VIEW]: -3, [UNKNOWN]: -2, [NOT_COUNTED]: -1 };

function standing(count: number): number {
  return count >= 0 ? count : (STANDING[count] ?? OUT_OF_VIEW);
}

/**
 * Condenses counts to `parts` values, each the highest count of its epochs. If none of its epochs has a count, the
 * value is "not counted" if an epoch has that state, else "unknown" if one has that, else "out of view".
 */
export function condensed(counts: Counts, parts: number): Counts {
  const { length } = counts;
  return Int32Array.from({ length: length === 0 ? 0 : parts }, (_none, part) => {
    const from = Math.floor((part * length) / parts);
    const to = Math.max(from + 1, Math.floor(((part + 1) * length) / parts));
    let most = counts[from] ?? OUT_OF_VIEW;
    for (let at = from + 1; at < to; at++) {
      const count = counts[at] ?? OUT_OF_VIEW;
      if (standing(count) > standing(most)) most = count;
    }
    return most;
  });
}

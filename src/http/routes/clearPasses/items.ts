import { type StreamedItem, textItem } from '../../response/streamed.js';
import type { ClearPassJson } from '../../schemas/clearPasses.js';

function byRank(a: ClearPassJson, b: ClearPassJson): number {
  if (a.clear_stretch.seconds !== b.clear_stretch.seconds) return b.clear_stretch.seconds - a.clear_stretch.seconds;
  if (a.aos !== b.aos) return a.aos < b.aos ? -1 : 1;
  return a.tracked_satellite_id - b.tracked_satellite_id || a.ground_station_id - b.ground_station_id;
}

/** The best passes, ranked, once all are found; no more than `limit` are kept meanwhile. */
export async function* ranked(
  found: AsyncGenerator<ClearPassJson[], void>,
  limit: number,
): AsyncGenerator<StreamedItem, void> {
  let best: ClearPassJson[] = [];
  for await (const passes of found) {
    const worst = best.length < limit ? undefined : best.at(-1);
    const better = passes.filter((pass) => worst === undefined || byRank(pass, worst) < 0);
    if (better.length > 0) best = [...best, ...better].sort(byRank).slice(0, limit);
  }
  for (const pass of best) yield textItem(JSON.stringify(pass));
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** All passes as they are found, a line each, the lines of a pair together; before the first, which satellites were left out, if any. */
export async function* lines(
  found: AsyncGenerator<ClearPassJson[], void>,
  leftOut: readonly number[],
  limit = Infinity,
): AsyncGenerator<StreamedItem, void> {
  // With the first passes, not before them: until something is sent, what goes wrong is answered as an error.
  let first = leftOut.length === 0 ? '' : lineOf({ left_out: leftOut });
  let left = limit;
  for await (const passes of found) {
    const text = passes.slice(0, left).map(lineOf).join('');
    if (text !== '') {
      yield textItem(first + text);
      first = '';
    }
    left -= passes.length;
    if (left <= 0) return;
  }
  if (first !== '') yield textItem(first);
}

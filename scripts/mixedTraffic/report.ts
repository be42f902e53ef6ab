import { COLUMNS, type Footprint, median } from './footprint.js';

/** Part of the time before which memory may grow: caches fill, and as many windows are opened as stay in memory. */
const SETTLED = 1 / 6;
/** Growth that is none: what a median of memory differs by from one quarter of an hour to the next. */
const ALIKE = { megabytes: 20, handles: 2, threads: 0, connections: 1 };

/** What an hour has brought. */
export interface Outcome {
  minutes: number;
  asked: number;
  /** Number of questions that were not asked, as too many waited for their answers. */
  leftOut: number;
  /** Number of answers, and of other things, that were not as they must be. */
  wrong: number;
  /** Milliseconds of questions by kind. */
  times: ReadonlyMap<string, number[]>;
  samples: readonly Footprint[];
}

/** Prints times, and what has grown; returns whether nothing was wrong and nothing has grown. */
export function report(
  print: (line: string) => void,
  { minutes, asked, leftOut, wrong, times, samples }: Outcome,
): boolean {
  for (const [name, list] of times) {
    const sorted = list.toSorted((a, b) => a - b);
    const at = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? NaN).toFixed(0);
    print(`${name}: ${list.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
  }
  const settled = samples.filter((found) => found.minutes >= SETTLED * minutes);
  const quarter = Math.max(1, Math.floor(settled.length / 4));
  const growth = COLUMNS.map((name) => {
    const [before, after] = [settled.slice(0, quarter), settled.slice(-quarter)].map((some) =>
      median(some.map((found) => found[name])),
    ) as [number, number];
    return { name, before, after };
  });
  for (const { name, before, after } of growth) {
    print(
      `${name}: ${before.toFixed(0)} after ${(SETTLED * minutes).toFixed(0)} minutes, ${after.toFixed(0)} at the end`,
    );
  }
  const grown = growth.filter(
    ({ name, before, after }) => name in ALIKE && after - before > ALIKE[name as keyof typeof ALIKE],
  );
  print(
    `${asked} questions in ${minutes} minutes, ${leftOut} left out: ${wrong} wrong; grown: ${grown.map(({ name }) => name).join(', ') || 'nothing'}`,
  );
  return wrong + leftOut === 0 && grown.length === 0;
}

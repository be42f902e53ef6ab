import { median } from '../bench/measure.js';

/** Somebody who does a piece of work. */
export interface Subject {
  who: string;
  /** Does it once; returns the seconds of processor time that it took. */
  run: () => number | Promise<number>;
}

/** A piece of work that several do, this project's core first. */
export interface Contest {
  work: string;
  /** How many items it has, and what they are counted in. */
  items: number;
  unit: 'M/s' | 'µs';
  subjects: readonly Subject[];
}

/** Median rate or time of a subject, and how many times as long as the first one it took. */
export interface Outcome {
  who: string;
  value: number;
  ratio: number;
}

/** Seconds of this process's processor time. */
export function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Round by round, so that what else the machine does meets all; ratios are medians of each round's. */
export async function hold({ items, unit, subjects }: Contest, rounds: number): Promise<Outcome[]> {
  const taken: number[][] = subjects.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [i, { run }] of subjects.entries()) {
      const seconds = await run();
      // The first round warms up.
      if (round >= 0) taken[i]?.push(seconds);
    }
  }
  const own = taken[0] ?? [];
  return subjects.map(({ who }, i) => {
    const seconds = taken[i] ?? [];
    const each = median(seconds) / items;
    return {
      who,
      value: unit === 'µs' ? 1e6 * each : 1e-6 / each,
      ratio: median(seconds.map((time, round) => time / (own[round] ?? Number.NaN))),
    };
  });
}

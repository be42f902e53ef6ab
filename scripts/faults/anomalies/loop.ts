import type { Report } from '../report.js';
import type { Breaker } from './breaker.js';

/** Most calls of one job that are made to fail, one after the other. */
const MOST_CALLS = 400;

/** A job that is run again and again, each time with another call that fails. */
export interface Trial {
  name: string;
  /** Makes what the job needs. */
  before?: () => Promise<unknown>;
  job: () => Promise<unknown>;
  /** Tells what is broken after a run, whether or not it failed half way; undefined where all is well. */
  wrong: () => Promise<string | undefined>;
}

/** Lets the Nth call fail, N = 1, 2, … until a run has no Nth, and counts the runs that left something broken. */
export async function loop(report: Report, breaker: Breaker, { name, before, job, wrong }: Trial): Promise<void> {
  const broken: string[] = [];
  let nth = 1;
  for (; nth <= MOST_CALLS; nth++) {
    await before?.();
    const { broke, error } = await breaker.run(nth, job);
    if (!broke && error !== undefined) throw error;
    const found = await wrong();
    if (found !== undefined) broken.push(`call ${nth}: ${found}`);
    if (!broke) break;
  }
  const isWhole = nth <= MOST_CALLS;
  const failed = `${nth - 1} ${breaker.what} calls failed in turn${isWhole ? '' : ', and not all'}`;
  const what = `${failed}: ${broken.length} broken invariants`;
  report.line(
    `anomaly loop: ${name}`,
    broken.length === 0 ? what : `${what} (${broken[0]})`,
    '0',
    broken.length === 0 && isWhole,
  );
}

import type { Report } from '../report.js';
import { BREAKERS, type Breaker } from './breaker.js';

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

/** Lets the Nth call of each kind fail, N = 1, 2, … until a run has no Nth, and counts the runs that left something broken. */
export async function loop(report: Report, trial: Trial): Promise<void> {
  const failed: string[] = [];
  const broken: string[] = [];
  for (const breaker of BREAKERS) {
    const calls = await breakEach(breaker, trial, (what) => broken.push(what));
    failed.push(`${calls} ${breaker.what}`);
  }
  const what = `${failed.join(', ')} calls failed in turn: ${broken.length} broken invariants`;
  report.line(
    `anomaly loop: ${trial.name}`,
    broken.length === 0 ? what : `${what} (${broken[0]})`,
    '0',
    broken.length === 0,
  );
}

/** Returns how many calls failed. @throws Error where a run fails in which none did, or there is no end of them */
async function breakEach(
  breaker: Breaker,
  { before, job, wrong }: Trial,
  tell: (broken: string) => void,
): Promise<number> {
  for (let nth = 1; nth <= MOST_CALLS; nth++) {
    await before?.();
    const { broke, error } = await breaker.run(nth, job);
    if (!broke && error !== undefined) throw error;
    const found = await wrong();
    if (found !== undefined) tell(`${breaker.what} call ${nth}: ${found}`);
    if (!broke) return nth - 1;
  }
  throw new Error(`more than ${MOST_CALLS} ${breaker.what} calls`);
}

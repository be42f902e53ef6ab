import { clearSeconds, encounteredIn, type EncounteredPass, type Encounters } from '../sky/encounters.js';
import type { Pass } from './week.js';

/** Pass of the table, with its encounters if they are known. */
export interface PassRow {
  pass: Pass;
  /** Undefined where encounters are not known. */
  encountered: EncounteredPass | undefined;
  /** Rank among the passes by clear seconds, 1 for the longest; undefined where they are not known, or 0. */
  rank: number | undefined;
}

/** Seconds of the longest clear stretch; -1 where that is not known. */
export function clearOf({ encountered }: Pick<PassRow, 'encountered'>): number {
  return encountered ? clearSeconds(encountered) : -1;
}

export function byTime(a: PassRow, b: PassRow): number {
  return a.pass.aosMs - b.pass.aosMs;
}

/** Rows of the passes by time, ranked by clear seconds; passes that are equally long share a rank. */
export function passRows(passes: readonly Pass[], encounters: Encounters | undefined): PassRow[] {
  const rows = passes.map((pass) => ({ pass, encountered: encounters && encounteredIn(encounters, pass) }));
  const seconds = rows.map(clearOf).sort((a, b) => b - a);
  return rows.map((row) => {
    const clear = clearOf(row);
    return { ...row, rank: clear > 0 ? 1 + seconds.indexOf(clear) : undefined };
  });
}

import { clearSeconds, encounteredIn, type EncounteredPass, type Encounters } from '../sky/encounters.js';
import type { Pass } from './week.js';

/** Pass of the table, with its encounters if they are known. */
export interface PassRow {
  pass: Pass;
  /** Undefined where encounters are not known. */
  encountered: EncounteredPass | undefined;
  /**
   * Rank of the pass by its longest clear stretch, 1 for the longest; undefined if the stretch is not known or 0 s
   * long.
   */
  rank: number | undefined;
}

/** Seconds of the longest clear stretch; -1 where that is not known. */
export function clearOf({ encountered }: Pick<PassRow, 'encountered'>): number {
  return encountered ? clearSeconds(encountered) : -1;
}

export function byTime(a: PassRow, b: PassRow): number {
  return a.pass.aosMs - b.pass.aosMs;
}

/**
 * Rows of the passes by time, each with its rank; passes whose longest clear stretches are equally long share a rank.
 */
export function passRows(passes: readonly Pass[], encounters: Encounters | undefined): PassRow[] {
  const rows = passes.map((pass) => ({ pass, encountered: encounters && encounteredIn(encounters, pass) }));
  const seconds = rows.map(clearOf).sort((a, b) => b - a);
  return rows.map((row) => {
    const clear = clearOf(row);
    return { ...row, rank: clear > 0 ? 1 + seconds.indexOf(clear) : undefined };
  });
}

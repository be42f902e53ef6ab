import { clearSeconds, encounteredIn, type EncounteredPass, type Encounters } from '../sky/encounters.js';
import type { Pass } from './passes.js';

/** Pass of the table, with what is known of its encounters. */
export interface PassRow {
  pass: Pass;
  /** Undefined where encounters are not known. */
  encountered: EncounteredPass | undefined;
}

export type PassKey = 'rise' | 'elevation' | 'peak' | 'clear';

const COMPARE: Record<PassKey, (a: PassRow, b: PassRow) => number> = {
  rise: (a, b) => a.pass.aosMs - b.pass.aosMs,
  elevation: (a, b) => a.pass.maxElevationDeg - b.pass.maxElevationDeg,
  peak: (a, b) => (a.pass.intensity?.peak ?? -1) - (b.pass.intensity?.peak ?? -1),
  clear: (a, b) => clearOf(a) - clearOf(b),
};

function clearOf({ encountered }: PassRow): number {
  return encountered ? clearSeconds(encountered) : -1;
}

/** Rows of the passes in an order; those that are equal in it, by time. */
export function passRows(
  passes: readonly Pass[],
  encounters: Encounters | undefined,
  { key, descending }: { key: PassKey; descending: boolean },
): PassRow[] {
  const rows = passes.map((pass) => ({ pass, encountered: encounters && encounteredIn(encounters, pass) }));
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => sign * COMPARE[key](a, b) || COMPARE.rise(a, b));
}

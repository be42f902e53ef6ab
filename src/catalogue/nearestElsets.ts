import type { MeanElements } from '../core/elements.js';
import type { Pieces } from '../core/pieces.js';
import type { Elset } from './elsets/elset.js';

/** Element set of a satellite: its number, its name, its own number and its elements. */
export type DatedElset = Pick<Elset, 'noradNumber' | 'name' | 'elementSetNo' | keyof MeanElements>;

/** The element set of a satellite that is nearest to a time. */
interface Nearest<E> {
  elset: E;
  /** Name of its newest element set that has one; empty where none has. */
  name: string;
}

/** Element sets between two pauses: a millisecond of work at most. */
const PIECE_ELSETS = 2_000;

/**
 * Chooses, per catalogue number, the element set whose epoch is nearest to a time, microseconds since 1970; of two that
 * are equally near the later, then the one with the higher number, then the last. Ascending by catalogue number.
 */
export function* nearestElsets<E extends DatedElset>(elsets: readonly E[], toUs: number): Pieces<Nearest<E>[]> {
  const chosen = new Map<number, Nearest<E> & { nameUs: number }>();
  for (const [i, elset] of elsets.entries()) {
    if (i % PIECE_ELSETS === PIECE_ELSETS - 1) yield;
    const { noradNumber, name, epochUs } = elset;
    const known = chosen.get(noradNumber);
    if (known === undefined) {
      chosen.set(noradNumber, { elset, name, nameUs: name === '' ? -Infinity : epochUs });
      continue;
    }
    if (!isPreferred(known.elset, elset, toUs)) known.elset = elset;
    if (name === '' || epochUs < known.nameUs) continue;
    known.name = name;
    known.nameUs = epochUs;
  }
  return [...chosen.values()].sort((a, b) => a.elset.noradNumber - b.elset.noradNumber);
}

/** Whether an element set is preferred to one that comes later. */
function isPreferred(a: DatedElset, later: DatedElset, toUs: number): boolean {
  const further = Math.abs(later.epochUs - toUs) - Math.abs(a.epochUs - toUs);
  return (further || a.epochUs - later.epochUs || a.elementSetNo - later.elementSetNo) > 0;
}

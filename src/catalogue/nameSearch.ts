import { constellationOf } from './constellations.js';

/** Number and name of a satellite, by which it is found. */
interface Named {
  noradNumber: number;
  name: string;
}

/** Satellite with the forms of its name that are searched. */
export interface NameEntry<S extends Named> {
  readonly satellite: S;
  readonly number: string;
  /** Name in lower case, its words with one blank between. */
  readonly words: string;
  /** Key of its constellation, by which people also search: `gps` finds NAVSTAR 43; empty without one. */
  readonly constellation: string;
  /** Key to sort by: the name with its numbers padded, so that STARLINK-99 comes before STARLINK-100. */
  readonly order: string;
}

export interface Found<S> {
  /** Matches up to the limit, the best first. */
  satellites: S[];
  /** Number of all matches, beyond the limit too. */
  count: number;
}

const NUMBER_WIDTH = 9;

/** Makes the entries of some satellites, not sorted yet. */
export function nameEntries<S extends Named>(satellites: readonly S[]): NameEntry<S>[] {
  return satellites.map((satellite) => {
    const words = wordsOf(satellite.name);
    const order = words.replaceAll(/\d+/g, (digits) => digits.padStart(NUMBER_WIDTH, '0'));
    const constellation = constellationOf(satellite.name)?.key ?? '';
    return { satellite, number: String(satellite.noradNumber), words, constellation, order };
  });
}

/** Sorts entries by name, then by number; fast if only some entries at the end are out of order. */
export function inOrder<S extends Named>(entries: readonly NameEntry<S>[]): NameEntry<S>[] {
  return entries.toSorted((a, b) => {
    if (a.order !== b.order) return a.order < b.order ? -1 : 1;
    return a.satellite.noradNumber - b.satellite.noradNumber;
  });
}

/**
 * Finds the satellites that a text names, in any case and with any separators between words. The best matches come
 * first: the satellite whose number the text is; names that begin with the text; names with a word that begins with it;
 * names that contain it; satellites of the constellation with that key; satellites whose number begins with it; names
 * that contain its words and numbers in any order.
 *
 * @param entries sorted by `inOrder`
 */
export function findByName<S extends Named>(entries: readonly NameEntry<S>[], text: string, limit: number): Found<S> {
  const asked = wordsOf(text);
  if (asked === '') return { satellites: [], count: 0 };
  const parts = asked.match(/\d+|[^\d ]+/g) ?? [];
  const ranked: S[][] = [];
  let count = 0;
  for (const entry of entries) {
    const rank = rankOf(entry, asked, parts);
    if (rank === undefined) continue;
    count++;
    const same = (ranked[rank] ??= []);
    if (same.length < limit) same.push(entry.satellite);
  }
  return { satellites: ranked.flat().slice(0, limit), count };
}

/** Rank of a match, lower is better; undefined for a satellite that the text does not name. */
function rankOf(
  { number, words, constellation }: NameEntry<Named>,
  asked: string,
  parts: readonly string[],
): number | undefined {
  if (number === asked) return 0;
  if (words.startsWith(asked)) return 1;
  const at = words.indexOf(asked);
  if (at > 0) return words.includes(` ${asked}`) ? 2 : 3;
  if (constellation === asked) return 4;
  if (number.startsWith(asked)) return 5;
  return parts.length > 1 && parts.every((part) => words.includes(part)) ? 6 : undefined;
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import { constellationOf } from './constellations.js';
import type { Pieces } from '../core/pieces.js';

/** Satellite with the forms of its name that are searched. */
export interface NameEntry {
  readonly noradNumber: number;
  /** Catalogue number as text. */
  readonly number: string;
  /** Name in lower case, its words with one blank between. */
  readonly words: string;
  /** Key of its constellation, by which people also search: `gps` finds NAVSTAR 43; empty without one. */
  readonly constellation: string;
  /** Key to sort by: the name with its numbers padded, so that STARLINK-99 comes before STARLINK-100. */
  readonly order: string;
}

export interface Found {
  /** Catalogue numbers of the matches up to the limit, the best first. */
  noradNumbers: number[];
  /** Number of all matches, beyond the limit too. */
  count: number;
}

const NUMBER_WIDTH = 9;
/** Number of satellites handled between two pauses: a millisecond of work at most. */
const PIECE_SATELLITES = 250;

/** Makes the entries of satellites, whose names are given by catalogue number. */
export function* nameEntries(names: ReadonlyMap<number, string>): Pieces<NameEntry[]> {
  const entries: NameEntry[] = [];
  for (const [noradNumber, name] of names) {
    const words = wordsOf(name);
    const order = words.replaceAll(/\d+/g, (digits) => digits.padStart(NUMBER_WIDTH, '0'));
    const constellation = constellationOf(name)?.key ?? '';
    entries.push({ noradNumber, number: String(noradNumber), words, constellation, order });
    if (entries.length % PIECE_SATELLITES === 0) yield;
  }
  return entries;
}

/**
 * Finds the satellites that a text names, in any case and with any separators between words. The best matches come
 * first: the satellite whose number the text is, with or without zeros before it; names that begin with the text; names
 * with a word that begins with it; names that contain it; satellites of the constellation with that key; satellites
 * whose number begins with it; names that contain its words and numbers in any order. Equal matches come by name, then
 * by number.
 */
export function* findByName(entries: readonly NameEntry[], text: string, limit: number): Pieces<Found> {
  const asked = wordsOf(text);
  const askedNumber = asked.replace(/^0+(?=\d+$)/, '');
  const best: Ranked[] = [];
  let count = 0;
  if (asked !== '') {
    const parts = asked.match(/\d+|[^\d ]+/g) ?? [];
    for (const [i, entry] of entries.entries()) {
      if (i % PIECE_SATELLITES === 0) yield;
      const rank = rankOf(entry, asked, askedNumber, parts);
      if (rank === undefined) continue;
      count++;
      insert(best, rank, entry, limit);
    }
  }
  return { noradNumbers: best.map(({ entry }) => entry.noradNumber), count };
}

/** A match; the lower its rank, the better. */
interface Ranked {
  rank: number;
  entry: NameEntry;
}

/** Inserts a match among the best ones, which are in order; beyond the limit the last one goes. */
function insert(best: Ranked[], rank: number, entry: NameEntry, limit: number): void {
  let at = best.length;
  while (at > 0 && isBefore(rank, entry, best[at - 1] as Ranked)) at--;
  if (at === limit) return;
  best.splice(at, 0, { rank, entry });
  best.length = Math.min(best.length, limit);
}

function isBefore(rank: number, a: NameEntry, { rank: other, entry: b }: Ranked): boolean {
  if (rank !== other) return rank < other;
  return a.order === b.order ? a.noradNumber < b.noradNumber : a.order < b.order;
}

/** Rank of a match, lower is better; undefined for a satellite that the text does not name. */
function rankOf(
  { number, words, constellation }: NameEntry,
  asked: string,
  askedNumber: string,
  parts: readonly string[],
): number | undefined {
  if (number === askedNumber) return 0;
  if (words.startsWith(asked)) return 1;
  const at = words.indexOf(asked);
  if (at > 0) return words.includes(` ${asked}`) ? 2 : 3;
  if (constellation === asked) return 4;
  if (number.startsWith(askedNumber)) return 5;
  return parts.length > 1 && parts.every((part) => words.includes(part)) ? 6 : undefined;
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

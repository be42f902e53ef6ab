import type { Company } from './company.js';

/** When an account's turns may follow each other on the one thread that answers everybody. */
export interface Pace {
  /** Whether nobody gets a turn before the loop has looked who else has asked. */
  readonly isBreak: boolean;
  /** Counts a turn; every few of them are followed by a break. */
  count(): void;
  /** How long an account that had a turn of that length rests, in ms. */
  restMs(turnMs: number): number;
}

/** Rest between two turns while others are there, by the turn's length: what comes before and behind it, parsing and sending, takes as long. */
const REST = 2;
/** Longest rest, in ms: turns in which something is waited for are long. */
const MOST_REST_MS = 1;
/** Turns between two breaks: some milliseconds. */
const TURNS = 16;

/**
 * Where all that an account asks is in memory, or threads answer as fast as they are asked, one turn leads to the next without
 * a turn of the loop, and nobody else is even heard: hence breaks. While others are there, an account rests after each
 * turn: they ask again only once they have read their answers, and would otherwise find the thread busy each time.
 */
export function createPace(company: Pick<Company, 'size'>): Pace {
  let turns = 0;
  let isBreak = false;
  return {
    get isBreak() {
      return isBreak;
    },
    count() {
      if (++turns % TURNS > 0) return;
      isBreak = true;
      setImmediate(() => (isBreak = false));
    },
    restMs: (turnMs) => (company.size > 1 ? Math.min(REST * turnMs, MOST_REST_MS) : 0),
  };
}

import type { Overlap } from './interferer.js';

/** Stretch of time in which another satellite stands in the beam. */
export interface Encounter {
  noradNumber: number;
  name: string;
  operator: string | undefined;
  entersMs: number;
  leavesMs: number;
  closestMs: number;
  closestDeg: number;
  /** Degrees within which `closestDeg` is right in 68 of 100 cases. */
  sigmaDeg: number;
  /** Seconds within which `closestMs` is right in 68 of 100 cases; undefined if over a day. */
  timeSigmaSeconds: number | undefined;
  /** Probability that the satellite comes into the beam at all, 0 to 1. */
  probability: number;
  overlap: Overlap | undefined;
}

/** Pass over a receiver, or the part of it that was asked about, with its encounters. */
export interface EncounteredPass {
  aosMs: number;
  losMs: number;
  /** Number of encounters in the pass, including those that `encounters` leaves out. */
  encounterCount: number;
  encounters: readonly Encounter[];
  /** Probability, 0 to 1, that nobody comes into the beam in the longest clear stretch; undefined if there is none. */
  clearProbability?: number | undefined;
}

/** Encounters under way at an instant, ascending by `closestDeg`. */
export function metAt(encounters: readonly Encounter[], ms: number): Encounter[] {
  return encounters
    .filter(({ entersMs, leavesMs }) => entersMs <= ms && ms <= leavesMs)
    .sort((a, b) => a.closestDeg - b.closestDeg);
}

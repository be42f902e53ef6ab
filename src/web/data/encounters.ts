import { EPOCH_MS } from '../../spec.js';
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
  /** Degrees within which `closestDeg` is right in 68 of 100 cases; likewise seconds, undefined where over a day. */
  sigmaDeg: number;
  timeSigmaSeconds: number | undefined;
  /** Probability that it is in the beam at all, 0 to 1. */
  probability: number;
  overlap: Overlap | undefined;
}

/** Pass over a receiver, or the part of it that was asked about, with its encounters. */
export interface EncounteredPass {
  aosMs: number;
  losMs: number;
  /** Number of encounters in the pass, also those that `encounters` leaves out. */
  encounterCount: number;
  encounters: readonly Encounter[];
  /** Probability that its longest stretch with nobody in the beam stays so; undefined where there is none. */
  clearProbability?: number | undefined;
}

/** Encounters in a beam over a receiver. */
export interface Encounters {
  passes: readonly EncounteredPass[];
}

/** Encounters under way at any time of the minute that begins at `ms`. */
export function encountersAt({ passes }: Encounters, ms: number): Encounter[] {
  const isIn = ({ entersMs, leavesMs }: Encounter): boolean => entersMs < ms + EPOCH_MS && ms <= leavesMs;
  return passes.flatMap(({ encounters }) => encounters.filter(isIn));
}

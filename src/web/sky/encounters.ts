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

/** Pass over a station, with its encounters. */
export interface EncounteredPass {
  aosMs: number;
  losMs: number;
  maxElevationMs: number;
  inBeamSeconds: number;
  /**
   * Longest stretch with nobody else in the beam, and the probability that it stays so, 0 to 1; undefined where there is
   * always somebody.
   */
  clear: { startMs: number; endMs: number; probability: number } | undefined;
  /** Number of encounters in the pass, also those that `encounters` leaves out. */
  encounterCount: number;
  encounters: readonly Encounter[];
  /** Names of satellites that fly with the tracked one, such as a ship that is docked to it. */
  colocated: readonly string[];
}

/** Encounters in the beam of a station over its week. */
export interface Encounters {
  /**
   * Whether a downlink of the tracked satellite is known; if not, an empty list does not mean that nobody interferes.
   */
  isDownlinkKnown: boolean;
  /** Separation in degrees below which others are in the beam. */
  beamDeg: number;
  beamSource: string;
  passes: readonly EncounteredPass[];
}

/** Pass that contains an instant; else the next one, else the last. */
export function passAt<P extends { aosMs: number; losMs: number }>(passes: readonly P[], ms: number): P | undefined {
  return passes.find(({ losMs }) => ms < losMs) ?? passes.at(-1);
}

/** Encounters under way at any time of the minute that begins at `ms`. */
export function encountersAt({ passes }: Encounters, ms: number): Encounter[] {
  const isIn = ({ entersMs, leavesMs }: Encounter): boolean => entersMs < ms + EPOCH_MS && ms <= leavesMs;
  return passes.flatMap(({ encounters }) => encounters.filter(isIn));
}

/** Seconds of the longest clear stretch. */
export function clearSeconds({ clear }: Pick<EncounteredPass, 'clear'>): number {
  return clear ? (clear.endMs - clear.startMs) / 1000 : 0;
}

/**
 * Finds the pass with encounters that is the same as a pass of another list. The two lists may have different minimum
 * elevations, so the begins and ends of their passes differ.
 */
export function encounteredIn(
  { passes }: Encounters,
  { aosMs, losMs }: { aosMs: number; losMs: number },
): EncounteredPass | undefined {
  return passes.find(({ maxElevationMs }) => aosMs <= maxElevationMs && maxElevationMs <= losMs);
}

/** Encounter that comes closest, of those under way at an instant, and the number of them. */
export function nearestIn({ passes }: Encounters, ms: number): { nearest: Encounter | undefined; count: number } {
  const met = passes
    .flatMap(({ encounters }) => encounters)
    .filter(({ entersMs, leavesMs }) => entersMs <= ms && ms <= leavesMs);
  const nearest = met.reduce<Encounter | undefined>(
    (best, one) => (best && best.closestDeg <= one.closestDeg ? best : one),
    undefined,
  );
  return { nearest, count: met.length };
}

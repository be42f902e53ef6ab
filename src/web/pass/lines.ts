import type { Encounter, EncounteredPass } from '../data/encounters.js';

/** Encounter as a line of the chart: the separation of another satellite from the tracked one over time. */
export interface Line extends Encounter {
  /** Speed in degrees per ms at which the two pass each other. */
  degPerMs: number;
}

/**
 * Lines of separation of the encounters of a pass, as if the two satellites passed each other straight and evenly in
 * the sky. The speed follows from the end that is farther from the closest instant, because a rise, a set or the end of
 * the pass may cut the other one. If the pass cuts both ends, the speed is not known; it is then 0.
 *
 * @param withinDeg separation at which encounters begin and end
 * @param narrower lines of the same pass within fewer degrees; no encounter gets a higher speed than its line there
 */
export function linesOf(
  { aosMs, losMs, encounters }: EncounteredPass,
  withinDeg: number,
  narrower: readonly Line[] = [],
): Line[] {
  return encounters.map((one) => {
    const { noradNumber, entersMs, leavesMs, closestMs, closestDeg } = one;
    const edgeMs = Math.max(closestMs - entersMs, leavesMs - closestMs);
    const isCut = entersMs <= aosMs && leavesMs >= losMs;
    const degPerMs = isCut || edgeMs <= 0 ? 0 : Math.sqrt(Math.max(0, withinDeg ** 2 - closestDeg ** 2)) / edgeMs;
    const isSame = (line: Line): boolean =>
      line.noradNumber === noradNumber && entersMs <= line.closestMs && line.closestMs <= leavesMs;
    return { ...one, degPerMs: Math.min(degPerMs, narrower.find(isSame)?.degPerMs ?? degPerMs) };
  });
}

/** Separation of a line in degrees at an instant. */
export function separationAt({ closestMs, closestDeg, degPerMs }: Line, ms: number): number {
  return Math.hypot(closestDeg, degPerMs * (ms - closestMs));
}

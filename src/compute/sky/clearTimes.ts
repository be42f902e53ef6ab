import type { Encounter } from '../../core/encounters.js';
import type { Pass } from '../../core/passes.js';

/** Stretch of time, microseconds since 1970. */
export interface Stretch {
  fromUs: number;
  toUs: number;
}

/** When a pass is clear of encounters; microseconds since 1970. */
export interface ClearTimes {
  /** Time in microseconds during which another satellite is in the beam. */
  inBeamUs: number;
  /** Longest stretch during which no other satellite is in the beam; undefined if there is none. */
  clear: Stretch | undefined;
}

/** Finds the times at which a pass is clear of encounters, which are given in the order in which they begin. */
export function clearTimes(
  { aosUs, losUs }: Pick<Pass, 'aosUs' | 'losUs'>,
  encounters: Iterable<Pick<Encounter, 'entersUs' | 'leavesUs'>>,
): ClearTimes {
  let [fromUs, toUs] = [aosUs, aosUs];
  let [endUs, clearUs] = [aosUs, 0];
  const stretch = (untilUs: number): void => {
    if (untilUs <= endUs) return;
    clearUs += untilUs - endUs;
    if (untilUs - endUs > toUs - fromUs) [fromUs, toUs] = [endUs, untilUs];
  };
  for (const { entersUs, leavesUs } of encounters) {
    stretch(entersUs);
    endUs = Math.max(endUs, leavesUs);
  }
  stretch(losUs);
  return { inBeamUs: losUs - aosUs - clearUs, clear: toUs > fromUs ? { fromUs, toUs } : undefined };
}

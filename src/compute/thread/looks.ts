import type { CoreInstance } from '../../core/instance.js';
import { lookAround, type LookRoom, type Looks } from '../../core/looks.js';
import type { MinElevations } from '../../core/records/minElevations.js';
import type { Place } from '../../core/records/seriesRecord.js';

/** The tracked satellite in the sky over a station, and the others that count there. */
export interface SkyTask {
  window: number;
  slot: number;
  /** Index of the tracked satellite in the window. */
  satellite: number;
  place: Place;
  minElevations: MinElevations;
  /** Pointer to the indexes of the others, u32 each, in ascending order; and their number. */
  others: number;
  otherCount: number;
}

export interface LooksTask extends SkyTask {
  /** Instant, microseconds since 1970. */
  tUs: number;
  room: LookRoom;
}

/**
 * Finds where satellites stand in the sky over a station: the others by their separation from the tracked one, nearest first.
 * Undefined where the tracked one cannot be propagated.
 */
export function looks(core: CoreInstance, task: LooksTask): Looks | undefined {
  const found = lookAround(core, { ...task, tracked: task.satellite }, task.place, task.room);
  found?.others.sort((a, b) => a.separationDeg - b.separationDeg || a.satellite - b.satellite);
  return found;
}

import type { CoreInstance } from '../../core/instance.js';
import { lookAround, type LookRoom } from '../../core/looks.js';
import type { Place } from '../../core/records/seriesRecord.js';

export interface RangesTask {
  window: number;
  slot: number;
  /** Index of the tracked satellite in the window. */
  satellite: number;
  place: Place;
  /** Pointer to room for the index of one other. */
  other: number;
  room: LookRoom;
  /** Instant in microseconds since 1970 and index of the other, one after the other. */
  rows: Float64Array;
}

/** Wherever satellites stand: as no mask is above the one of the window, the station's counts alone. */
const ANYWHERE = { windowDeg: 90, stationDeg: -90 };

/** Finds how far from a place the tracked satellite and another are, in km, instant by instant; NaN where one fails. */
export function ranges(core: CoreInstance, { rows, other, satellite, ...task }: RangesTask): Float64Array {
  const found = new Float64Array(rows.length).fill(NaN);
  for (let i = 0; i < rows.length; i += 2) {
    core.view.setUint32(other, rows[i + 1] as number, true);
    const query = { ...task, tracked: satellite, tUs: rows[i] as number, others: other, otherCount: 1 };
    const looks = lookAround(core, { ...query, minElevations: ANYWHERE }, task.place, task.room);
    if (looks === undefined) continue;
    found[i] = looks.tracked.rangeKm;
    found[i + 1] = looks.others[0]?.rangeKm ?? NaN;
  }
  return found;
}

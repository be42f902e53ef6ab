import { EPOCH_MS } from '../spec.js';
import type { CoreInstance } from './instance.js';
import { writeWords } from './layout.js';
import { type Room, type SkyQuery, writeStation } from './records/station.js';

const EPOCH_US = 1000 * EPOCH_MS;

/**
 * A maximal stretch of time in which a satellite stands at or above its minimum elevation and the place's horizon mask,
 * cut to the range of the search; microseconds since 1970.
 */
export interface Pass {
  aosUs: number;
  losUs: number;
  /** When the satellite stands highest; `maxElevationDeg`: its elevation then. */
  maxElevationUs: number;
  maxElevationDeg: number;
  /** False if the range cuts the pass. */
  complete: boolean;
}

export interface PassQuery extends SkyQuery {
  /** Range of the search, in epochs from the window's start, whole or not. */
  from: number;
  to: number;
}

/**
 * Finds the passes of a satellite over a place, by time. Rises and sets are good to a millisecond, the time of the
 * highest elevation to 20 ms. A pass shorter than a quarter of a second may be missing. Returns undefined if the slot
 * was cancelled meanwhile.
 *
 * @param slot pointer to the slot that lends its scratch
 * @param room memory: PASS_QUERY_PASSES bytes, and PASS_BYTES for each pass; passes that do not fit are left out
 * @throws RangeError for a horizon mask of too many points
 */
export function findPasses(core: CoreInstance, query: PassQuery, slot: number, room: Room): Pass[] | undefined {
  const { kernels, layout, view } = core;
  const records = room.pointer + layout.PASS_QUERY_PASSES;
  writeWords(core, 'PASS_QUERY', room.pointer, {
    WINDOW: query.window,
    SATELLITE: query.satellite,
    CAPACITY: Math.floor((room.bytes - layout.PASS_QUERY_PASSES) / layout.PASS_BYTES),
  });
  const startUs = view.getFloat64(query.window + layout.WINDOW_START_US, true);
  view.setFloat64(room.pointer + layout.PASS_QUERY_FROM_US, startUs + EPOCH_US * query.from, true);
  view.setFloat64(room.pointer + layout.PASS_QUERY_TO_US, startUs + EPOCH_US * query.to, true);
  writeStation(core, room.pointer + layout.PASS_QUERY_STATION, query);
  const count = kernels.findPasses(room.pointer, slot);
  if (count < 0) return undefined;
  return Array.from({ length: count }, (_, i) => {
    const record = records + i * layout.PASS_BYTES;
    const field = (offset: number): number => view.getFloat64(record + offset, true);
    return {
      aosUs: field(layout.PASS_AOS_US),
      losUs: field(layout.PASS_LOS_US),
      maxElevationUs: field(layout.PASS_MAX_US),
      maxElevationDeg: (field(layout.PASS_MAX_RAD) * 180) / Math.PI,
      complete: view.getUint32(record + layout.PASS_CUT, true) === 0,
    };
  });
}

import type { CoreInstance } from './instance.js';
import { writeWords } from './layout.js';
import { type Room, type SkyQuery, writeStation } from './records/station.js';

/**
 * A maximal stretch of time in which another satellite is up, and nearer to the tracked one in the sky than the query's
 * separation; times are microseconds since 1970.
 */
export interface Encounter {
  /** Index of the other satellite in the window. */
  satellite: number;
  entersUs: number;
  leavesUs: number;
  /** Time at which the two stand nearest; `closestDeg`: their separation then. */
  closestUs: number;
  closestDeg: number;
  /** Distance of the tracked satellite from the place at `closestUs`; `otherKm`: of the other satellite. */
  trackedKm: number;
  otherKm: number;
  /**
   * Largest separation, in degrees, at the instants at which the search looked; at others, such as the encounter's
   * begin and end, it may be larger.
   */
  farthestDeg: number;
  /**
   * Degrees, 0 or more, by which `closestDeg` changes for each kilometre that the tracked satellite is off along its
   * track; `otherDegPerKm`: the other satellite.
   */
  trackedDegPerKm: number;
  otherDegPerKm: number;
  /**
   * Seconds, 0 or more, by which `closestUs` moves for each kilometre that the tracked satellite is off along its
   * track; `otherSecondsPerKm`: the other satellite. Infinity if neither moves relative to the other.
   */
  trackedSecondsPerKm: number;
  otherSecondsPerKm: number;
  /** Whether the encounter is already under way when the searched range begins. */
  entersCut: boolean;
  /** Whether the encounter is still under way when the searched range ends. */
  leavesCut: boolean;
}

export interface EncounterQuery extends SkyQuery {
  /**
   * Begin and end of each range of time to search, at most MOST_RANGES: microseconds since 1970. The tracked satellite
   * is up all through each.
   */
  ranges: Float64Array;
  /** Separation, in degrees, below which two satellites have an encounter. */
  maxSeparationDeg: number;
  /** Pointer to the indexes in the window of the other satellites, u32 each. */
  others: number;
  /** Index in the list of others of the first one to search. */
  first: number;
}

const RAD_PER_DEG = Math.PI / 180;

/**
 * Prepares a search for the encounters of a satellite with others in the sky over a place, in some ranges of time.
 * `openRange` and `findEncounters` then search range after range, in the same room.
 *
 * @param room ENCOUNTER_QUERY_ENCOUNTERS bytes, and ENCOUNTER_BYTES for each encounter that one of the others may have
 *   in a range; any later encounters of that satellite are left out
 * @throws RangeError if there is no room for one encounter, or for a horizon mask of too many points
 */
export function openEncounters(core: CoreInstance, query: EncounterQuery, room: Room): void {
  const { kernels, layout, view } = core;
  const record = room.pointer;
  const capacity = Math.floor((room.bytes - layout.ENCOUNTER_QUERY_ENCOUNTERS) / layout.ENCOUNTER_BYTES);
  if (capacity < 1) throw new RangeError(`${room.bytes} bytes are too few to look for encounters`);
  view.setFloat64(record + layout.ENCOUNTER_QUERY_MAX_SEPARATION_RAD, query.maxSeparationDeg * RAD_PER_DEG, true);
  writeWords(core, 'ENCOUNTER_QUERY', record, {
    WINDOW: query.window,
    TRACKED: query.satellite,
    CANDIDATES: query.others,
    FIRST: query.first,
    RANGE_COUNT: query.ranges.length / 2,
    CAPACITY: capacity,
  });
  writeStation(core, record + layout.ENCOUNTER_QUERY_STATION, query);
  new Float64Array(core.memory.buffer, record + layout.ENCOUNTER_QUERY_RANGES, query.ranges.length).set(query.ranges);
  kernels.openEncounters(record);
}

/** Prepares `findEncounters` to search all others in range number `range` of the query's ranges, counted from 0. */
export function openRange({ kernels }: CoreInstance, room: number, range: number): void {
  kernels.openRange(room, range);
}

/**
 * Searches the others from `nextOther` on, up to but not including index `end` of their list, and passes each encounter
 * to `found`: by satellite, then by time. Stops early once performance.now() reaches `endMs`; `nextOther` then tells
 * where to continue. Begin, end and closest moment are good to some milliseconds; an encounter shorter than half a
 * second may be missing. Returns false if the slot was cancelled.
 *
 * @param room pointer to a room in which a range is open
 * @param slot pointer to the slot whose cancel word ends the search
 */
export function findEncounters(
  core: CoreInstance,
  room: number,
  end: number,
  slot: number,
  found: (encounter: Encounter) => void,
  endMs = Infinity,
): boolean {
  const { kernels, layout, view } = core;
  view.setUint32(room + layout.ENCOUNTER_QUERY_END, end, true);
  while (nextOther(core, room) < end) {
    const count = kernels.findEncounters(room, slot, endMs);
    if (count < 0) return false;
    for (let i = 0; i < count; i++) found(readEncounter(core, room, i));
    if (performance.now() >= endMs) break;
  }
  return true;
}

/** Index, in the list of others, of the satellite that `findEncounters` searches next. */
export function nextOther({ layout, view }: CoreInstance, room: number): number {
  return view.getUint32(room + layout.ENCOUNTER_QUERY_NEXT, true);
}

const ENTERS_CUT = 1;
const LEAVES_CUT = 2;

function readEncounter({ layout, view }: CoreInstance, query: number, index: number): Encounter {
  const record = query + layout.ENCOUNTER_QUERY_ENCOUNTERS + index * layout.ENCOUNTER_BYTES;
  const field = (offset: number): number => view.getFloat64(record + offset, true);
  const cut = view.getUint32(record + layout.ENCOUNTER_CUT, true);
  return {
    satellite: view.getUint32(record + layout.ENCOUNTER_SATELLITE, true),
    entersUs: field(layout.ENCOUNTER_ENTERS_US),
    leavesUs: field(layout.ENCOUNTER_LEAVES_US),
    closestUs: field(layout.ENCOUNTER_CLOSEST_US),
    closestDeg: field(layout.ENCOUNTER_CLOSEST_RAD) / RAD_PER_DEG,
    trackedKm: field(layout.ENCOUNTER_TRACKED_KM),
    otherKm: field(layout.ENCOUNTER_OTHER_KM),
    farthestDeg: field(layout.ENCOUNTER_FARTHEST_RAD) / RAD_PER_DEG,
    trackedDegPerKm: field(layout.ENCOUNTER_TRACKED_RAD_PER_KM) / RAD_PER_DEG,
    otherDegPerKm: field(layout.ENCOUNTER_OTHER_RAD_PER_KM) / RAD_PER_DEG,
    trackedSecondsPerKm: field(layout.ENCOUNTER_TRACKED_SECONDS_PER_KM),
    otherSecondsPerKm: field(layout.ENCOUNTER_OTHER_SECONDS_PER_KM),
    entersCut: (cut & ENTERS_CUT) !== 0,
    leavesCut: (cut & LEAVES_CUT) !== 0,
  };
}

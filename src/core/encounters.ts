import type { CoreInstance } from './instance.js';
import { AS_FROZEN, type MinElevations, writeMinElevations } from './records/minElevations.js';
import { type Place, writeSite } from './records/seriesRecord.js';

/** A maximal stretch of time in which two satellites stand near each other in the sky; microseconds since 1970. */
export interface Encounter {
  /** Index of the other satellite in the window. */
  satellite: number;
  entersUs: number;
  leavesUs: number;
  /** When they stand nearest, and how near: degrees. */
  closestUs: number;
  closestDeg: number;
  /** Whether it has begun before the range. */
  entersCut: boolean;
  /** Whether it ends behind the range. */
  leavesCut: boolean;
}

export interface EncounterQuery {
  /** Pointer to the window's record, and the tracked satellite's index in it. */
  window: number;
  tracked: number;
  /** Range in which the tracked satellite is up, microseconds since 1970. */
  fromUs: number;
  toUs: number;
  /** Separation below which two satellites meet, in degrees. */
  maxSeparationDeg: number;
  /** Pointer to the indexes of the others, u32 each, in ascending order; and which of them count: [from, to). */
  others: number;
  from: number;
  to: number;
  minElevations?: MinElevations;
}

/** A search for encounters that goes on where it ended. */
export interface EncounterSearch {
  /**
   * Looks at so many others more, and hands what it finds to `found`, other by other and then by time. False where the slot was
   * cancelled before.
   */
  goOn(most: number, found: (encounter: Encounter) => void): boolean;
  /** Whether all of the others have been looked at. */
  readonly isDone: boolean;
}

const RAD_PER_DEG = Math.PI / 180;

/**
 * Begins to look for the encounters of a satellite with others in the sky over a place: edges and the smallest separation are
 * good to some milliseconds. One shorter than half a second may be missing.
 *
 * @param slot pointer to the slot whose cancel word counts
 * @param room memory to work in until the search is done, on a multiple of 64: ENCOUNTER_QUERY_ENCOUNTERS, and ENCOUNTER_BYTES
 *   for each encounter of one of the others with the tracked satellite; whatever more there are is left out
 */
export function searchEncounters(
  core: CoreInstance,
  query: EncounterQuery,
  place: Place,
  slot: number,
  room: { pointer: number; bytes: number },
): EncounterSearch {
  const { kernels, layout, view } = core;
  const record = room.pointer;
  const capacity = Math.floor((room.bytes - layout.ENCOUNTER_QUERY_ENCOUNTERS) / layout.ENCOUNTER_BYTES);
  if (capacity < 1) throw new RangeError(`${room.bytes} bytes are too few to look for encounters`);
  view.setFloat64(record + layout.ENCOUNTER_QUERY_FROM_US, query.fromUs, true);
  view.setFloat64(record + layout.ENCOUNTER_QUERY_TO_US, query.toUs, true);
  view.setFloat64(record + layout.ENCOUNTER_QUERY_MAX_SEPARATION_RAD, query.maxSeparationDeg * RAD_PER_DEG, true);
  const words: [offset: number, value: number][] = [
    [layout.ENCOUNTER_QUERY_WINDOW, query.window],
    [layout.ENCOUNTER_QUERY_TRACKED, query.tracked],
    [layout.ENCOUNTER_QUERY_CANDIDATES, query.others],
    [layout.ENCOUNTER_QUERY_NEXT, query.from],
    [layout.ENCOUNTER_QUERY_CAPACITY, capacity],
  ];
  for (const [offset, value] of words) view.setUint32(record + offset, value, true);
  const sines = {
    sinOfWindow: record + layout.ENCOUNTER_QUERY_SIN_OF_WINDOW,
    sinOfStation: record + layout.ENCOUNTER_QUERY_SIN_OF_STATION,
  };
  writeMinElevations(core, sines, query.minElevations ?? AS_FROZEN);
  writeSite(core, record + layout.ENCOUNTER_QUERY_SITE, place);
  kernels.openEncounters(record);
  const next = (): number => view.getUint32(record + layout.ENCOUNTER_QUERY_NEXT, true);
  return {
    goOn(most, found) {
      const end = Math.min(query.to, next() + most);
      view.setUint32(record + layout.ENCOUNTER_QUERY_END, end, true);
      while (next() < end) {
        const count = kernels.findEncounters(record, slot);
        if (count < 0) return false;
        for (let i = 0; i < count; i++) found(readEncounter(core, record, i));
      }
      return true;
    },
    get isDone() {
      return next() >= query.to;
    },
  };
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
    entersCut: (cut & ENTERS_CUT) !== 0,
    leavesCut: (cut & LEAVES_CUT) !== 0,
  };
}

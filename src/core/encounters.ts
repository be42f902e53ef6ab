import type { CoreInstance } from './instance.js';
import { type Candidate, candidatesBytes, writeCandidates } from './records/candidates.js';
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
  candidates: readonly Candidate[];
}

const RAD_PER_DEG = Math.PI / 180;

/**
 * The encounters of a satellite with others in the sky over a place, candidate by candidate and then by time: edges and the
 * smallest separation are good to some milliseconds. One shorter than half a second may be missing. Undefined where the slot
 * was cancelled before they were found.
 *
 * @param slot pointer to the slot whose cancel word counts
 * @param room memory to work in: CANDIDATE_BYTES for each candidate, ENCOUNTER_QUERY_ENCOUNTERS, and ENCOUNTER_BYTES for each
 *   encounter of one candidate
 */
export function findEncounters(
  core: CoreInstance,
  query: EncounterQuery,
  place: Place,
  slot: number,
  room: { pointer: number; bytes: number },
): Encounter[] | undefined {
  const { kernels, layout, view } = core;
  const inFront = candidatesBytes(core, query.candidates.length);
  const record = room.pointer + inFront;
  const capacity = Math.floor((room.bytes - inFront - layout.ENCOUNTER_QUERY_ENCOUNTERS) / layout.ENCOUNTER_BYTES);
  if (capacity < 1) throw new RangeError(`${room.bytes} bytes are too few for ${query.candidates.length} candidates`);
  writeCandidates(core, room.pointer, query.candidates);
  view.setFloat64(record + layout.ENCOUNTER_QUERY_FROM_US, query.fromUs, true);
  view.setFloat64(record + layout.ENCOUNTER_QUERY_TO_US, query.toUs, true);
  view.setFloat64(record + layout.ENCOUNTER_QUERY_MAX_SEPARATION_RAD, query.maxSeparationDeg * RAD_PER_DEG, true);
  const words: [offset: number, value: number][] = [
    [layout.ENCOUNTER_QUERY_WINDOW, query.window],
    [layout.ENCOUNTER_QUERY_TRACKED, query.tracked],
    [layout.ENCOUNTER_QUERY_CANDIDATES, room.pointer],
    [layout.ENCOUNTER_QUERY_NEXT, 0],
    [layout.ENCOUNTER_QUERY_END, query.candidates.length],
    [layout.ENCOUNTER_QUERY_CAPACITY, capacity],
  ];
  for (const [offset, value] of words) view.setUint32(record + offset, value, true);
  writeSite(core, record + layout.ENCOUNTER_QUERY_SITE, place);
  const found: Encounter[] = [];
  do {
    const count = kernels.findEncounters(record, slot);
    if (count < 0) return undefined;
    for (let i = 0; i < count; i++) found.push(readEncounter(core, record, i));
  } while (view.getUint32(record + layout.ENCOUNTER_QUERY_NEXT, true) < query.candidates.length);
  return found;
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

import {
  type Encounter,
  findEncounters,
  nextOther,
  openEncounters,
  type EncounterRoom,
} from '../../core/encounters.js';
import type { CoreInstance } from '../../core/instance.js';
import { lookAround, type LookRoom, type Looks } from '../../core/looks.js';
import { findPasses, type Pass } from '../../core/passes.js';
import type { MinElevations } from '../../core/records/minElevations.js';
import type { Place } from '../../core/records/seriesRecord.js';
import { takePortion } from '../../core/records/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { PORTION_MS } from '../../spec.js';
import { isTogether, pushRow } from '../sky/encounterRow.js';

/** The tracked satellite in the sky over a station, and the others that count there. */
export interface SkyTask {
  window: number;
  slot: number;
  /** Index of the tracked satellite in the window. */
  satellite: number;
  place: Place;
  minElevations: MinElevations;
  /** Pointer to the indexes of the others, u32 each, and their number. */
  others: number;
  otherCount: number;
}

export interface LooksTask extends SkyTask {
  /** Instant, microseconds since 1970. */
  tUs: number;
  room: LookRoom;
}

/**
 * Finds where satellites stand in the sky over a station: the others by their separation from the tracked one, nearest
 * first. Undefined where the tracked one cannot be propagated.
 */
export function looks(core: CoreInstance, task: LooksTask): Looks | undefined {
  const found = lookAround(core, { ...task, tracked: task.satellite }, task.place, task.room);
  found?.others.sort((a, b) => a.separationDeg - b.separationDeg || a.satellite - b.satellite);
  return found;
}

/** Search that several threads share: each takes the next piece by the slot's counter of portions. */
export interface EncountersTask extends SkyTask {
  maxSeparationDeg: number;
  /** Memory of this thread alone. */
  room: EncounterRoom;
  /** Shortest clear stretch of use, in microseconds: a pass left without one is given up. None is where absent. */
  leastClearUs?: number | undefined;
}

/** Pieces of a search: each is one pass and a part of the others. */
export interface Pieces {
  /** Begin and end of each pass, microseconds since 1970. */
  passes: Float64Array;
  /** Number of parts that the others are cut into. */
  parts: number;
}

/** Unfinished piece: its pass, the end of its others, and how many of them to look at before looking at the clock. */
export interface OpenPiece {
  pass: number;
  end: number;
  most: number;
  /** Stretches of the pass that are clear so far and long enough; undefined where the pass is not given up. */
  clear: readonly Stretch[] | undefined;
}

type Stretch = readonly [fromUs: number, toUs: number];

export interface EncountersPartTask extends EncountersTask {
  pieces: Pieces;
  /** Piece that the task before left in the same room. */
  open: OpenPiece | undefined;
}

export interface EncountersPart {
  status: number;
  /** Rows of encounters. */
  rows: Float64Array;
  open: OpenPiece | undefined;
}

export interface PassesTask extends EncountersTask {
  /** Epochs [from, to). */
  from: number;
  to: number;
}

/** Finds the passes of the tracked satellite over the station. */
export function passes(core: CoreInstance, task: PassesTask): { status: number; passes: Pass[] } {
  const found = findPasses(core, task, task.place, task.slot, task.room);
  return found === undefined ? { status: STATUS.cancelled, passes: [] } : { status: STATUS.ok, passes: found };
}

const FIRST_MOST = 16;
/** Most clear stretches that are told apart: a pass of more is searched to its end. */
const MOST_CLEAR = 64;

/** Looks for encounters piece by piece for some milliseconds; `needsFill` where something is left then. */
export function encountersPart(core: CoreInstance, task: EncountersPartTask): EncountersPart {
  const { slot, room, leastClearUs = 0 } = task;
  const endMs = performance.now() + PORTION_MS;
  const rows: number[] = [];
  const ended = (status: number, open?: OpenPiece): EncountersPart => ({ status, rows: Float64Array.from(rows), open });
  let open = task.open;
  for (let nowMs = endMs - PORTION_MS; nowMs < endMs;) {
    open ??= openNext(core, task);
    if (open === undefined) return ended(STATUS.ok);
    const { pass, end, most } = open;
    let { clear } = open;
    const [aosUs = 0, losUs = 0] = task.pieces.passes.subarray(2 * pass);
    const until = Math.min(end, nextOther(core, room.pointer) + most);
    const isFound = findEncounters(core, room.pointer, until, slot, (it) => {
      pushRow(rows, pass, it);
      if (!isTogether({ aosUs, losUs }, it)) clear &&= clearOf(clear, it, leastClearUs);
    });
    if (!isFound) return ended(STATUS.cancelled);
    const sinceMs = nowMs;
    nowMs = performance.now();
    if (until === end || clear?.length === 0) open = undefined;
    else open = { pass, end, clear, most: nowMs - sinceMs < PORTION_MS / 8 ? 2 * most : most };
  }
  return ended(STATUS.needsFill, open);
}

/** Takes an encounter out of the clear stretches, and those that it makes too short; undefined where too many are left. */
function clearOf(clear: readonly Stretch[], { entersUs, leavesUs }: Encounter, leastUs: number): Stretch[] | undefined {
  const left = clear
    .flatMap(([from, to]): Stretch[] => [
      [from, Math.min(to, entersUs)],
      [Math.max(from, leavesUs), to],
    ])
    .filter(([from, to]) => to > from && to - from >= leastUs);
  return left.length > MOST_CLEAR ? undefined : left;
}

/** Opens the next piece that no thread has taken; undefined where there is none. */
function openNext(core: CoreInstance, task: EncountersPartTask): OpenPiece | undefined {
  const { satellite, otherCount, pieces, room, slot } = task;
  const piece = takePortion(core, slot);
  const pass = Math.floor(piece / pieces.parts);
  const part = piece % pieces.parts;
  if (2 * pass >= pieces.passes.length) return undefined;
  const [fromUs, toUs] = [pieces.passes[2 * pass] as number, pieces.passes[2 * pass + 1] as number];
  const next = Math.floor((part * otherCount) / pieces.parts);
  const end = Math.floor(((part + 1) * otherCount) / pieces.parts);
  openEncounters(core, { ...task, tracked: satellite, fromUs, toUs, next }, task.place, room);
  return { pass, end, most: FIRST_MOST, clear: task.leastClearUs === undefined ? undefined : [[fromUs, toUs]] };
}

import { type Encounter, findEncounters, nextOther, openEncounters, openRange } from '../../core/encounters.js';
import type { CoreInstance } from '../../core/instance.js';
import { lookAround, type Looks } from '../../core/looks.js';
import { findPasses, type Pass } from '../../core/passes.js';
import type { Room, SkyQuery } from '../../core/records/station.js';
import { takePortion } from '../../core/records/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { PORTION_MS } from '../../spec.js';
import { isTogether, pushRow } from '../sky/encounterRow.js';

/** The tracked satellite in the sky over a station, and the other satellites that count there. */
export interface SkyTask extends SkyQuery {
  slot: number;
  /** Pointer to the indexes of the other satellites (u32, ascending); `otherCount`: their number. */
  others: number;
  otherCount: number;
}

export interface LooksTask extends SkyTask {
  /** Instant, microseconds since 1970. */
  tUs: number;
  room: Room;
}

/**
 * Finds where satellites stand in the sky over a station: the other satellites by their separation from the tracked
 * one, nearest first. Undefined if the tracked one cannot be propagated or is below 90 km.
 */
export function looks(core: CoreInstance, task: LooksTask): Looks | undefined {
  const found = lookAround(core, task, task.room);
  found?.others.sort((a, b) => a.separationDeg - b.separationDeg || a.satellite - b.satellite);
  return found;
}

/** Search that several threads share: a counter in the slot gives each thread its next piece. */
export interface EncountersTask extends SkyTask {
  maxSeparationDeg: number;
  /** Memory of this thread alone. */
  room: Room;
  /** Clear stretches up to this long, in µs, are of no use: a pass whose encounter leaves no longer one is given up. */
  shortClearUs?: number | undefined;
}

/** Pieces of a search: each is some passes and a part of the other satellites. */
export interface Pieces {
  /** Begin and end of each pass, microseconds since 1970. */
  passes: Float64Array;
  /** Number of passes of a piece. */
  passesEach: number;
  /** Number of parts that the other satellites are cut into. */
  parts: number;
}

/** Unfinished piece: its first pass, the pass under way, the ends of its passes and of its list of other satellites. */
export interface OpenPiece {
  firstPass: number;
  pass: number;
  endPass: number;
  end: number;
}

export interface EncountersPartTask extends EncountersTask {
  pieces: Pieces;
  /** Piece that the previous task left unfinished in the same room. */
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
  const found = findPasses(core, task, task.slot, task.room);
  return found === undefined ? { status: STATUS.cancelled, passes: [] } : { status: STATUS.ok, passes: found };
}

/** Milliseconds after which a search checks whether the pass under way is to be given up. */
const LOOK_MS = 0.5;

/** Searches for encounters piece by piece for some milliseconds; returns `needsFill` if pieces may be left then. */
export function encountersPart(core: CoreInstance, task: EncountersPartTask): EncountersPart {
  const { slot, room, shortClearUs = -1 } = task;
  const endMs = performance.now() + PORTION_MS;
  const rows: number[] = [];
  const ended = (status: number, open?: OpenPiece): EncountersPart => ({ status, rows: Float64Array.from(rows), open });
  let open = task.open;
  do {
    open ??= openNext(core, task);
    if (open === undefined) return ended(STATUS.ok);
    const { pass, end } = open;
    const [aosUs = 0, losUs = 0] = task.pieces.passes.subarray(2 * pass);
    let isTaken = false;
    const found = (it: Encounter): void => {
      pushRow(rows, pass, it);
      const clearUs = Math.max(it.entersUs - aosUs, losUs - it.leavesUs);
      isTaken ||= clearUs <= shortClearUs && !isTogether({ aosUs, losUs }, it);
    };
    const lookMs = shortClearUs < 0 ? endMs : performance.now() + LOOK_MS;
    if (!findEncounters(core, room.pointer, end, slot, found, lookMs)) return ended(STATUS.cancelled);
    if (nextOther(core, room.pointer) >= end || isTaken) open = nextPass(core, room.pointer, open);
  } while (performance.now() < endMs);
  return ended(STATUS.needsFill, open);
}

/** Opens the next piece that no thread has taken; undefined if there is none. */
function openNext(core: CoreInstance, task: EncountersPartTask): OpenPiece | undefined {
  const { otherCount, pieces, room, slot } = task;
  const piece = takePortion(core, slot);
  const { passesEach, parts } = pieces;
  const firstPass = Math.floor(piece / parts) * passesEach;
  const part = piece % parts;
  const endPass = Math.min(firstPass + passesEach, pieces.passes.length / 2);
  if (firstPass >= endPass) return undefined;
  const ranges = pieces.passes.subarray(2 * firstPass, 2 * endPass);
  const first = Math.floor((part * otherCount) / parts);
  const end = Math.floor(((part + 1) * otherCount) / parts);
  openEncounters(core, { ...task, ranges, first }, room);
  return nextPass(core, room.pointer, { firstPass, pass: firstPass - 1, endPass, end });
}

/** Opens the next pass of a piece; undefined behind the last. */
function nextPass(core: CoreInstance, room: number, { pass: last, ...piece }: OpenPiece): OpenPiece | undefined {
  const pass = last + 1;
  if (pass >= piece.endPass) return undefined;
  openRange(core, room, pass - piece.firstPass);
  return { ...piece, pass };
}

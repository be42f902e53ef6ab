import type { EncounterRoom } from '../../core/encounters.js';
import type { OwnedCore } from '../../core/instance.js';
import { resetPortions, textBytes } from '../../core/records/slotRecord.js';
import { MemoryTooSmall } from '../../errors.js';
import { STATUS } from '../../core/status.js';
import type { Pool } from '../pool.js';
import { together, type UnderWay } from '../questions.js';
import type { EncountersTask, OpenPiece, Pieces } from '../thread/sky.js';

/** Fewest pieces of a search for each thread: with several pieces each, the threads end at about the same time. */
const PIECES_PER_THREAD = 4;

/** Most encounters of two satellites in one pass. */
const MOST_ENCOUNTERS = 256;

/** Use of a slot's text in a search: the indexes of the other satellites, then a room (work memory) for each thread. */
export interface SkyLayout {
  others: number;
  otherCount: number;
  rooms: readonly EncounterRoom[];
}

/**
 * Writes the indexes of the other satellites into a slot's text, and cuts the rest of it into a room (work memory) for
 * each thread. If the rest is too small, fewer threads get a room.
 *
 * @throws MemoryTooSmall if it is too small for one room
 */
export function layOut(core: OwnedCore, slot: number, others: Uint32Array, threads: number): SkyLayout {
  const { layout, memory } = core;
  const pointer = slot + layout.SLOT_TEXT;
  const end = pointer + Math.floor(textBytes(core) / 64) * 64;
  const first = pointer + Math.ceil(others.byteLength / 64) * 64;
  const least = layout.ENCOUNTER_QUERY_ENCOUNTERS + MOST_ENCOUNTERS * layout.ENCOUNTER_BYTES;
  const count = Math.min(threads, Math.floor((end - first) / least));
  if (count < 1) {
    const most = Math.floor((end - pointer - least) / 64) * 16;
    throw new MemoryTooSmall(
      `The memory of a question is too small for ${others.length} other satellites: it has room for ${most}; import fewer`,
    );
  }
  new Uint32Array(memory.buffer, pointer, others.length).set(others);
  const bytes = Math.floor((end - first) / count / 64) * 64;
  const rooms = Array.from({ length: count }, (_, i) => ({ pointer: first + i * bytes, bytes }));
  return { others: pointer, otherCount: others.length, rooms };
}

/**
 * Cuts a search into pieces, several for each thread: by passes and, if passes are few, also by the other satellites.
 */
export function piecesOf(passes: Float64Array, otherCount: number, threads: number): Pieces {
  const count = passes.length / 2;
  const wanted = threads === 1 ? 1 : Math.ceil((PIECES_PER_THREAD * threads) / Math.max(1, count));
  return { passes, parts: Math.max(1, Math.min(otherCount, wanted)) };
}

/** Searches for encounters, with one thread for each room. Returns rows of encounters, in any order. */
export async function searchTogether(
  core: OwnedCore,
  pool: Pool,
  underWay: UnderWay,
  task: Omit<EncountersTask, 'room'>,
  pieces: Pieces,
  rooms: readonly EncounterRoom[],
): Promise<{ status: number; rows: Float64Array[] }> {
  const rows: Float64Array[] = [];
  let status: number = STATUS.ok;
  /** Unfinished piece of each thread, by the number of its room. */
  const open = rooms.map((): OpenPiece | undefined => undefined);
  resetPortions(core, task.slot);
  await together(underWay, rooms.length, async (i) => {
    const part = await pool.encountersPart({ ...task, pieces, room: rooms[i] as EncounterRoom, open: open[i] });
    rows.push(part.rows);
    open[i] = part.open;
    if (part.status === STATUS.needsFill) return part.open === undefined ? 'shared' : 'own';
    if (part.status !== STATUS.ok) ({ status } = part);
    return 'nothing';
  });
  return { status, rows };
}

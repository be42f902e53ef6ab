import { setMaxListeners } from 'node:events';
import type { EncounterRoom } from '../core/encounters.js';
import type { OwnedCore } from '../core/instance.js';
import { cancelSlot, resetPortions } from '../core/records/slotRecord.js';
import { STATUS } from '../core/status.js';
import type { ThreadTurns } from './questions.js';
import { textBytes } from '../memory/slots.js';
import type { Pool } from './pool.js';
import type { EncountersTask, OpenPiece, Pieces } from './thread/encounters.js';

/** Pieces that a search is cut into at least, for each thread: the last ones end at about the same time. */
const PIECES_PER_THREAD = 4;

/** Encounters of two satellites in one pass that there is room for. */
const MOST_ENCOUNTERS = 256;

/** How a slot's text is shared out: the others first, then a room for each thread. */
export interface SkyLayout {
  others: number;
  otherCount: number;
  rooms: readonly EncounterRoom[];
}

/** Writes the others to a slot's text, and shares what is left of it out among so many threads, or fewer where it is too small. */
export function layOut(core: OwnedCore, slot: number, others: Uint32Array, threads: number): SkyLayout {
  const { layout, memory } = core;
  const pointer = slot + layout.SLOT_TEXT;
  const end = pointer + Math.floor(textBytes(core) / 64) * 64;
  const first = pointer + Math.ceil(others.byteLength / 64) * 64;
  const least = layout.ENCOUNTER_QUERY_ENCOUNTERS + MOST_ENCOUNTERS * layout.ENCOUNTER_BYTES;
  const count = Math.min(threads, Math.floor((end - first) / least));
  if (count < 1) throw new RangeError(`${others.length} other satellites do not fit into a slot`);
  new Uint32Array(memory.buffer, pointer, others.length).set(others);
  const bytes = Math.floor((end - first) / count / 64) * 64;
  const rooms = Array.from({ length: count }, (_, i) => ({ pointer: first + i * bytes, bytes }));
  return { others: pointer, otherCount: others.length, rooms };
}

/** Cuts passes, or where there are few of them the others too, into pieces for so many threads. */
export function piecesOf(passes: Float64Array, otherCount: number, threads: number): Pieces {
  const count = passes.length / 2;
  const wanted = threads === 1 ? 1 : Math.ceil((PIECES_PER_THREAD * threads) / Math.max(1, count));
  return { passes, parts: Math.max(1, Math.min(otherCount, wanted)) };
}

/**
 * Looks for encounters in a thread for each room, as the account gets turns, some milliseconds each. Gives rows of encounters,
 * in any order; when the signal aborts, its reason is thrown. In any case no thread works in the slot any more when this ends.
 */
export async function searchTogether(
  core: OwnedCore,
  pool: Pool,
  turns: ThreadTurns,
  task: Omit<EncountersTask, 'room'>,
  pieces: Pieces,
  rooms: readonly EncounterRoom[],
  signal: AbortSignal,
): Promise<{ status: number; rows: Float64Array[] }> {
  const rows: Float64Array[] = [];
  let status: number = STATUS.ok;
  // Aborts when nothing is left: threads that still wait for a turn need not begin.
  const ended = new AbortController();
  const waiting = AbortSignal.any([signal, ended.signal]);
  setMaxListeners(0, waiting);
  const search = async (room: EncounterRoom): Promise<void> => {
    let held = await turns.take(waiting);
    try {
      let open: OpenPiece | undefined;
      for (;;) {
        const part = await pool.encountersPart({ ...task, pieces, room, open });
        rows.push(part.rows);
        if (part.status !== STATUS.needsFill) {
          if (part.status !== STATUS.ok) status = part.status;
          break;
        }
        open = part.open;
        // Asked for before this turn ends, so that the thread goes on here where nobody else comes first.
        const next = turns.take(open === undefined ? waiting : signal);
        held.release();
        held = await next;
      }
      ended.abort();
    } finally {
      held.release();
    }
  };
  resetPortions(core, task.slot);
  const settled = await Promise.allSettled(
    rooms.map((room) =>
      search(room).catch((error: unknown) => {
        if (error === ended.signal.reason) return;
        cancelSlot(core, task.slot);
        ended.abort();
        throw error;
      }),
    ),
  );
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  return { status, rows };
}

import type { Stretch } from './clearTimes.js';
import { ROW, ROW_NUMBERS } from './encounterRow.js';
import type { OwnedCore } from '../../core/instance.js';
import type { Room } from '../../core/records/station.js';
import { resetPortions, textBytes } from '../../core/records/slotRecord.js';
import { allocateParts } from '../../memory/parts.js';
import { STATUS } from '../../core/status.js';
import type { Pool } from '../pool.js';
import { together, type UnderWay } from '../questions.js';
import type { GatheredPass } from '../thread/gather.js';
import type { EncountersTask, OpenPiece, Pieces } from '../thread/sky.js';

/** Fewest pieces of a search for each of several threads: with several each, they end at about the same time. */
const PIECES_PER_THREAD = 4;

/** Longest pass, in µs, in which rough forms may show that a satellite does not rise (assembly/encounters/rise.ts). */
const SHORT_PASS_US = 30 * 60e6;

/** Number of encounters of two satellites in one pass for which each room has space. */
const MOST_ENCOUNTERS = 256;

/** Memory of a search: the indexes of the other satellites, and a room (work memory) for each thread. */
export interface SkyLayout {
  others: number;
  otherCount: number;
  rooms: readonly [Room, ...Room[]];
}

/**
 * Runs `work` with the indexes of the other satellites in memory, and a room for each thread, or fewer rooms if the
 * slot's text has no space for all. The indexes stand in front of the rooms or, if they would take more than half of
 * the text, in a block of their own.
 *
 * @throws the errors of allocateParts
 */
export async function laidOut<T>(
  core: OwnedCore,
  slot: number,
  others: Uint32Array,
  threads: number,
  work: (layout: SkyLayout) => Promise<T>,
): Promise<T> {
  const { layout, memory } = core;
  const text = slot + layout.SLOT_TEXT;
  const end = text + Math.floor(textBytes(core) / 64) * 64;
  const what = `${others.length} other satellites`;
  const apart =
    2 * others.byteLength > end - text ? allocateParts(core, { others: others.byteLength }, what) : undefined;
  try {
    const pointer = apart?.pointers.others ?? text;
    const first = apart === undefined ? text + Math.ceil(others.byteLength / 64) * 64 : text;
    const least = layout.ENCOUNTER_QUERY_ENCOUNTERS + MOST_ENCOUNTERS * layout.ENCOUNTER_BYTES;
    const count = Math.max(1, Math.min(threads, Math.floor((end - first) / least)));
    new Uint32Array(memory.buffer, pointer, others.length).set(others);
    const bytes = Math.floor((end - first) / count / 64) * 64;
    const room = (i: number): Room => ({ pointer: first + i * bytes, bytes });
    const more = Array.from({ length: count - 1 }, (_, i) => room(i + 1));
    return await work({ others: pointer, otherCount: others.length, rooms: [room(0), ...more] });
  } finally {
    apart?.free();
  }
}

/**
 * Cuts a search into pieces, several for each of several threads. A piece has one pass, or MOST_RANGES if all are
 * short. If pieces are too few, or have more than MOST_CANDIDATES other satellites, these are cut into parts too.
 */
function piecesOf({ layout }: OwnedCore, passes: Float64Array, otherCount: number, threads: number): Pieces {
  const areShort = passes.every((toUs, i) => i % 2 === 0 || toUs - (passes[i - 1] as number) <= SHORT_PASS_US);
  const passesEach = areShort ? layout.MOST_RANGES : 1;
  const count = Math.ceil(passes.length / 2 / passesEach);
  const wanted = threads === 1 ? 1 : Math.ceil((PIECES_PER_THREAD * threads) / Math.max(1, count));
  const parts = Math.max(wanted, Math.ceil(otherCount / layout.MOST_CANDIDATES));
  return { passes, passesEach, parts: Math.max(1, Math.min(otherCount, parts)) };
}

/**
 * Searches for encounters in stretches of time, with one thread for each room. Returns a status, and rows of encounters
 * in any order; the `pass` of a row is the number of its stretch.
 */
export async function searchTogether(
  core: OwnedCore,
  pool: Pool,
  underWay: UnderWay,
  task: Omit<EncountersTask, 'room'>,
  stretches: readonly Stretch[],
  rooms: readonly Room[],
): Promise<{ status: number; rows: Float64Array[] }> {
  const ranges = Float64Array.from(stretches.flatMap(({ fromUs, toUs }) => [fromUs, toUs]));
  const pieces = piecesOf(core, ranges, task.otherCount, rooms.length);
  const rows: Float64Array[] = [];
  let status: number = STATUS.ok;
  /** Unfinished piece of each thread, by the number of its room. */
  const open = rooms.map((): OpenPiece | undefined => undefined);
  resetPortions(core, task.slot);
  await together(underWay, rooms.length, async (i) => {
    const part = await pool.encountersPart({ ...task, pieces, room: rooms[i] as Room, open: open[i] });
    rows.push(part.rows);
    open[i] = part.open;
    if (part.status === STATUS.needsFill) return part.open === undefined ? 'shared' : 'own';
    if (part.status !== STATUS.ok) ({ status } = part);
    return 'nothing';
  });
  return { status, rows };
}

export const NO_ROWS = new Float64Array(0);

/**
 * Searches the longest clear stretch of each pass, unless below `shortClearUs`, for satellites that pass by at most
 * `nearDeg` outside of the beam; `rowsOf` returns the rows of a pass. This is a search of its own, as a wider bound
 * makes a search look at other instants: what is found in the beam must not change by a bit.
 */
export async function searchNear(
  core: OwnedCore,
  pool: Pool,
  underWay: UnderWay,
  { nearDeg, shortClearUs = 0, ...task }: Omit<EncountersTask, 'room'> & { nearDeg: number },
  passes: readonly GatheredPass[],
  rooms: readonly Room[],
): Promise<{ status: number; rowsOf: (pass: GatheredPass) => Float64Array }> {
  const searched: GatheredPass[] = [];
  const stretches: Stretch[] = [];
  for (const pass of passes) {
    if (pass.clear === undefined || pass.clear.toUs - pass.clear.fromUs < shortClearUs) continue;
    searched.push(pass);
    stretches.push(pass.clear);
  }
  const wide = { ...task, maxSeparationDeg: task.maxSeparationDeg + nearDeg };
  const { status, rows } = await searchTogether(core, pool, underWay, wide, stretches, rooms);
  const found = new Map(searched.map((pass): [GatheredPass, number[]] => [pass, []]));
  for (const part of rows) {
    for (let at = 0; at < part.length; at += ROW_NUMBERS) {
      const row = part.subarray(at, at + ROW_NUMBERS);
      const pass = searched[row[ROW.pass] as number] as GatheredPass;
      const isOutside = (row[ROW.closestDeg] as number) >= task.maxSeparationDeg;
      if (isOutside && isWithin(pass, row[ROW.closestUs] as number)) found.get(pass)?.push(...row);
    }
  }
  return { status, rowsOf: (pass) => Float64Array.from(found.get(pass) ?? NO_ROWS) };
}

/**
 * Whether an instant is in the clear stretch of a pass. An end of the stretch belongs to it only if the pass begins or
 * ends there too.
 */
function isWithin({ aosUs, losUs, clear }: GatheredPass, tUs: number): boolean {
  if (clear === undefined) return false;
  return (tUs > clear.fromUs || tUs === aosUs) && (tUs < clear.toUs || tUs === losUs);
}

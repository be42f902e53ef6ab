import { crc32 } from 'node:zlib';
import type { Knex } from 'knex';
import { ELEMENT_NAMES, elementsFrom, type MeanElements } from '../../core/elements.js';
import { inTurns, type Pieces } from '../../core/pieces.js';

/** Satellite of a window as it was when the window was opened. */
export interface FrozenSatellite {
  noradNumber: number;
  /** Mask of its downlink bands, bit k for entry k of `BANDS`. */
  bands: number;
  minElevationDeg: number;
  elements: MeanElements;
  /** Whether the elements are of the bundled, generated catalogue. */
  bundled: boolean;
  /** Frequencies of the satellite as `encodeRanges` writes them. */
  downlinks: string;
}

// A window's satellites are stored as one value, all numbers little-endian:
//
//     u32 CRC-32 of all that follows | u32 count | count records of RECORD_BYTES, ascending by catalogue number | lists
//
// A record is its FIELDS, each a float64. `lists` is the JSON text of an array with each list of frequencies once; a
// record has the index of its list.
const COUNT_AT = 4;
const RECORDS_AT = 8;
const FIELDS = 13;
const RECORD_BYTES = 8 * FIELDS;

/** Number of satellites packed or unpacked between two pauses: a millisecond of work at most. */
const PIECE_SATELLITES = 500;
/** Number of bytes that one query reads or writes: some milliseconds in the embedded database. */
export const PART_BYTES = 2 ** 20;

/** Packs satellites, ascending by catalogue number, as a window stores them; equal satellites give equal bytes. */
export async function packSatellites(satellites: readonly FrozenSatellite[]): Promise<Buffer> {
  const lists = new Map<string, number>();
  for (const { downlinks } of satellites) if (!lists.has(downlinks)) lists.set(downlinks, lists.size);
  const text = Buffer.from(JSON.stringify([...lists.keys()]));
  const listsAt = RECORDS_AT + RECORD_BYTES * satellites.length;
  const packed = Buffer.alloc(listsAt + text.length);
  function* writing(): Pieces<void> {
    for (const [i, satellite] of satellites.entries()) {
      writeRecord(packed, RECORDS_AT + RECORD_BYTES * i, satellite, lists.get(satellite.downlinks) ?? 0);
      if (i % PIECE_SATELLITES === 0) yield;
    }
  }
  await inTurns(writing());
  text.copy(packed, listsAt);
  packed.writeUInt32LE(satellites.length, COUNT_AT);
  packed.writeUInt32LE(await inTurns(summing(packed)));
  return packed;
}

/** Computes the CRC-32 of all bytes after the first four, in which it is stored. */
function* summing(packed: Buffer): Pieces<number> {
  let sum = 0;
  for (let at = COUNT_AT; at < packed.length; at += PART_BYTES) {
    sum = crc32(packed.subarray(at, at + PART_BYTES), sum);
    yield;
  }
  return sum;
}

function writeRecord(packed: Buffer, at: number, satellite: FrozenSatellite, list: number): void {
  const { noradNumber, bands, minElevationDeg, bundled, elements } = satellite;
  const orbit = ELEMENT_NAMES.map((name) => elements[name]);
  const fields = [noradNumber, bands, minElevationDeg, Number(bundled), list, ...orbit];
  fields.forEach((field, i) => packed.writeDoubleLE(field, at + 8 * i));
}

function readRecord(packed: Buffer, at: number, lists: readonly string[]): FrozenSatellite {
  const field = (i: number): number => packed.readDoubleLE(at + 8 * i);
  return {
    noradNumber: field(0),
    bands: field(1),
    minElevationDeg: field(2),
    bundled: field(3) === 1,
    downlinks: lists[field(4)] ?? '[]',
    elements: elementsFrom((_, k) => field(5 + k)),
  };
}

/** Unpacks satellites; those with equal frequencies share one string. @throws Error if the bytes are damaged */
function* unpacking(packed: Buffer): Pieces<FrozenSatellite[]> {
  const count = packed.length < RECORDS_AT ? Infinity : packed.readUInt32LE(COUNT_AT);
  const listsAt = RECORDS_AT + RECORD_BYTES * count;
  if (packed.length < listsAt) throw new Error(`satellites of ${packed.length} bytes: at least ${listsAt} are needed`);
  const sum = yield* summing(packed);
  if (sum !== packed.readUInt32LE()) throw new Error(`CRC-32 ${sum}, stored ${packed.readUInt32LE()}`);
  const lists = JSON.parse(packed.toString('utf8', listsAt)) as string[];
  const satellites: FrozenSatellite[] = [];
  for (let i = 0; i < count; i++) {
    satellites.push(readRecord(packed, RECORDS_AT + RECORD_BYTES * i, lists));
    if (i % PIECE_SATELLITES === 0) yield;
  }
  return satellites;
}

/** Reads the packed satellites of a window, in parts; undefined if the window is gone. */
export async function readPacked(db: Knex, windowId: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (;;) {
    const { rows } = await db.raw<{ rows: { part: Buffer }[] }>(
      'select substring(satellites from ? for ?) as part from windows where id = ?',
      [1 + parts.length * PART_BYTES, PART_BYTES, windowId],
    );
    const part = rows[0]?.part;
    if (part === undefined) return undefined;
    parts.push(part);
    if (part.length < PART_BYTES) return Buffer.concat(parts);
  }
}

/**
 * Loads the satellites of a window, by catalogue number; undefined if the window is gone.
 *
 * @throws Error if the stored bytes are damaged
 */
export async function loadSatellites(db: Knex, windowId: number): Promise<FrozenSatellite[] | undefined> {
  const packed = await readPacked(db, windowId);
  if (packed === undefined) return undefined;
  try {
    return await inTurns(unpacking(packed));
  } catch (error) {
    throw new Error(`the satellites of window ${windowId} cannot be read`, { cause: error });
  }
}

/**
 * SQL expression: the packed record of satellite `:noradNumber` in the window aliased `w`; null if the window lacks it.
 */
export const RECORD = `substring(w.satellites
  from ${1 + RECORDS_AT} + ${RECORD_BYTES} * (array_position(w.norad_numbers, cast(:noradNumber as bigint)) - 1)
  for ${RECORD_BYTES})`;

/** Reads a record that `RECORD` has selected. */
export function satelliteOf(record: Buffer): Omit<FrozenSatellite, 'downlinks'> {
  return readRecord(record, 0, []);
}

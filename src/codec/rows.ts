import { crc32 } from 'node:zlib';
import type { CoreInstance } from '../core/instance.js';
import { codingError } from '../core/status.js';

/**
 * Occupancies as they are stored: the format (one byte), the CRC-32 of the numbers (u32, little-endian), and the
 * numbers in coded runs (assembly/codec; not the runs of satellites). A coded run holds the rows of one emitter group
 * for as many cells as MAX_RUN_NUMBERS allows, at least one. First come the coded runs of all groups for the first
 * cells, then those for the next cells, and so on.
 */
const FORMAT = 2;
const HEADER_BYTES = 5;

/** Occupancies in shared memory: rows of u16, `rowBytes` apart, one for each group of a cell, cell after cell. */
export interface Rows {
  pointer: number;
  cells: number;
  groups: number;
  /** Numbers in a row: at most MAX_RUN_NUMBERS. */
  epochs: number;
  rowBytes: number;
}

/** Describes rows without gaps between them. */
export function denseRows(pointer: number, cells: number, groups: number, epochs: number): Rows {
  return { pointer, cells, groups, epochs, rowBytes: 2 * epochs };
}

/**
 * Encodes the numbers of the rows as they are stored.
 *
 * @param coding pointer to CODING_BYTES of work memory, used during the call
 */
export function encodeRows(core: CoreInstance, rows: Rows, coding: number): Buffer {
  const { bytes, kernels, layout } = core;
  const runs = coding + layout.CODING_RUNS;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt32LE(checksum(core, rows), 1);
  const pieces: Uint8Array[] = [header];
  let used = 0;
  const flush = (): void => {
    pieces.push(bytes.slice(runs, runs + used));
    used = 0;
  };
  forEachRun(core, rows, (pointer, strideBytes, count) => {
    if (used + layout.MAX_RUN_BYTES > layout.CODING_RUNS_BYTES) flush();
    used += kernels.encodeRows(pointer, strideBytes, count, rows.epochs, coding, runs + used);
  });
  flush();
  return Buffer.concat(pieces);
}

/**
 * Decodes stored numbers into the rows.
 *
 * @param coding pointer to CODING_BYTES of work memory, used during the call
 * @throws Error that names the fault of the data; the numbers in the rows mean nothing then
 */
export function decodeRows(core: CoreInstance, encoded: Uint8Array, rows: Rows, coding: number): void {
  const data = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  if (data.length < HEADER_BYTES) throw new Error(`stored numbers of ${data.length} bytes: at least ${HEADER_BYTES}`);
  const format = data.readUInt8(0);
  if (format !== FORMAT) throw new Error(`stored numbers in format ${format}: this version reads ${FORMAT}`);
  decodeRuns(core, data, rows, coding);
  const stored = data.readUInt32LE(1);
  const found = checksum(core, rows);
  if (found !== stored) throw new Error(`stored numbers are damaged: CRC-32 ${found}, stored ${stored}`);
}

function decodeRuns(core: CoreInstance, data: Buffer, rows: Rows, coding: number): void {
  const { bytes, kernels, layout } = core;
  const runs = coding + layout.CODING_RUNS;
  let read = HEADER_BYTES;
  let next = runs;
  let end = runs;
  forEachRun(core, rows, (pointer, strideBytes, count) => {
    if (end - next < layout.MAX_RUN_BYTES && read + end - next < data.length) {
      const piece = data.subarray(read, read + layout.CODING_RUNS_BYTES);
      bytes.set(piece, runs);
      next = runs;
      end = runs + piece.length;
    }
    const length = kernels.decodeRows(next, end, pointer, strideBytes, count, rows.epochs, coding);
    if (length < 0) throw new Error(`stored numbers are damaged: ${codingError(-length)} (byte ${read})`);
    next += length;
    read += length;
  });
  if (read !== data.length) throw new Error(`stored numbers of ${data.length} bytes: ${read} are needed`);
}

/**
 * Calls `run` for each coded run, with the pointer to its first row, the bytes from each row to the next, and the
 * number of rows.
 */
function forEachRun(
  { layout }: CoreInstance,
  { pointer, cells, groups, epochs, rowBytes }: Rows,
  run: (pointer: number, strideBytes: number, count: number) => void,
): void {
  if (epochs === 0) return;
  const cellBytes = groups * rowBytes;
  const together = Math.max(1, Math.floor(layout.MAX_RUN_NUMBERS / epochs));
  for (let cell = 0; cell < cells; cell += together) {
    const count = Math.min(together, cells - cell);
    for (let g = 0; g < groups; g++) run(pointer + cell * cellBytes + g * rowBytes, cellBytes, count);
  }
}

function checksum({ bytes }: CoreInstance, { pointer, cells, groups, epochs, rowBytes }: Rows): number {
  const rowCount = cells * groups;
  if (rowBytes === 2 * epochs) return crc32(bytes.subarray(pointer, pointer + rowCount * rowBytes));
  let sum = 0;
  for (let row = 0; row < rowCount; row++) {
    const from = pointer + row * rowBytes;
    sum = crc32(bytes.subarray(from, from + 2 * epochs), sum);
  }
  return sum;
}

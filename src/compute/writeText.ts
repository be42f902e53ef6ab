import { crc32 } from 'node:zlib';
import type { CoreInstance } from '../core/instance.js';
import { writeRanges } from '../core/records/slotRecord.js';
import { deflateOffset } from '../memory/slots.js';

// Both sides write: threads, and the host where the intensities are known already.

/** A slot whose values a scan has left, and how they are told. */
export interface TextTask {
  slot: number;
  /** Start of the window. */
  startUs: number;
  /** Whether the DEFLATE of the text is wanted, too. */
  gzip: boolean;
}

/** Amount of text that is in a slot. */
export interface Written {
  textBytes: number;
  /** Bytes of the text's DEFLATE, and the CRC-32 of the text; 0 bytes where it is not wanted, or has no room. */
  deflatedBytes: number;
  crc32: number;
}

export const NOTHING_WRITTEN: Written = { textBytes: 0, deflatedBytes: 0, crc32: 0 };

/** Epochs [from, to), not empty. */
export type Range = readonly [from: number, to: number];

/** Writes the intensities in some ranges, in ascending order, as JSON text with their risk levels. */
export function writeTimeseries(core: CoreInstance, task: TextTask, ranges: readonly Range[]): Written {
  const { kernels, layout } = core;
  const [values, where, count] = [task.slot + layout.SLOT_VALUES, task.slot + layout.SLOT_RANGES, ranges.length];
  writeRanges(core, where, ranges);
  return write(
    core,
    task,
    (text) => kernels.emitTimeseries(task.startUs, values, where, count, text),
    (text, deflate) => kernels.deflateTimeseries(values, where, count, text, deflate),
    (text, _bytes, deflate) => kernels.crcTimeseries(values, where, count, text, deflate) >>> 0,
  );
}

/** Writes the intensities at epochs [from, to) as JSON text with the numbers of the epochs. */
export function writeCellSeries(core: CoreInstance, task: TextTask, from: number, to: number): Written {
  const { kernels, layout } = core;
  const values = task.slot + layout.SLOT_VALUES;
  return write(
    core,
    task,
    (text) => kernels.emitCellSeries(task.startUs, values, from, to, text),
    (text, deflate) => kernels.deflateCellSeries(values, from, to, text, deflate),
    (text, bytes) => crc32(core.bytes.subarray(text, text + bytes)),
  );
}

function write(
  core: CoreInstance,
  { slot, gzip }: TextTask,
  emit: (text: number) => number,
  deflate: (text: number, room: number) => number,
  crcOf: (text: number, bytes: number, room: number) => number,
): Written {
  const text = slot + core.layout.SLOT_TEXT;
  const textBytes = emit(text);
  if (!gzip) return { ...NOTHING_WRITTEN, textBytes };
  const room = slot + deflateOffset(core);
  return { textBytes, deflatedBytes: deflate(text, room), crc32: crcOf(text, textBytes, room) };
}

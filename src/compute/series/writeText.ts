import { crc32 } from 'node:zlib';
import type { CoreInstance } from '../../core/instance.js';
import { deflateOffset } from '../../core/records/slotRecord.js';

// The pool's threads write the texts of answers about stations, except over ranges of days; the main thread writes all
// other texts of series.

/** Text of the intensities that a scan has left in a slot. */
export interface TextTask {
  slot: number;
  /** Time of epoch 0, microseconds since 1970. */
  startUs: number;
  /** Whether the DEFLATE of the text is wanted instead, if the text is long enough to be worth it. */
  gzip: boolean;
  /** Pointer to where the text is written; into the slot itself where absent. */
  text?: number | undefined;
}

/** Size of a text that was written, or of its DEFLATE in the slot. */
export interface Written {
  /** Bytes of the text. */
  textBytes: number;
  /** Bytes of its DEFLATE; 0 if the text itself was written. */
  deflatedBytes: number;
  /** CRC-32 of the text if its DEFLATE was written, else arbitrary. */
  crc32: number;
}

export const NOTHING_WRITTEN: Written = { textBytes: 0, deflatedBytes: 0, crc32: 0 };

/** Epochs [from, to), not empty. */
export type Range = readonly [from: number, to: number];

/** Fewest entries of a text that is compressed, about 1 KB: shorter texts are hardly worth it. */
const LEAST_DEFLATED = 16;

/** Writes the intensities in some ranges, in ascending order, with risk levels: as JSON text, or as its DEFLATE. */
export function writeTimeseries(core: CoreInstance, task: TextTask, ranges: readonly Range[]): Written {
  const { kernels, layout, memory, view } = core;
  const { slot, startUs } = task;
  const [values, where, count] = [slot + layout.SLOT_VALUES, slot + layout.SLOT_RANGES, ranges.length];
  new Uint16Array(memory.buffer, where, 2 * count).set(ranges.flat());
  if (task.gzip && ranges.reduce((sum, [from, to]) => sum + to - from, 0) >= LEAST_DEFLATED) {
    const room = slot + deflateOffset(core);
    const deflatedBytes = kernels.deflateTimeseries(startUs, values, where, count, room);
    const textBytes = view.getUint32(room + layout.DEFLATE_TEXT_BYTES, true);
    const crc = view.getUint32(room + layout.DEFLATE_CRC32, true);
    if (deflatedBytes > 0) return { textBytes, deflatedBytes, crc32: crc };
  }
  const { text = slot + layout.SLOT_TEXT } = task;
  const textBytes = kernels.emitTimeseries(startUs, values, where, count, text);
  return { ...NOTHING_WRITTEN, textBytes };
}

/** Writes the intensities at epochs [from, to) with the numbers of the epochs: as JSON text, or as its DEFLATE. */
export function writeCellSeries(
  core: CoreInstance,
  { slot, startUs, gzip, text = slot + core.layout.SLOT_TEXT }: TextTask,
  from: number,
  to: number,
): Written {
  const { kernels, layout } = core;
  const values = slot + layout.SLOT_VALUES;
  const textBytes = kernels.emitCellSeries(startUs, values, from, to, text);
  if (!gzip || to - from < LEAST_DEFLATED) return { ...NOTHING_WRITTEN, textBytes };
  const deflatedBytes = kernels.deflateCellSeries(values, from, to, text, slot + deflateOffset(core));
  return { textBytes, deflatedBytes, crc32: crc32(core.bytes.subarray(text, text + textBytes)) };
}

import type { CoreInstance } from '../../core/instance.js';

// The pool's threads write the texts of answers about stations, except over ranges of days; the main thread writes all
// other texts of series.

/** Text of the intensities that a scan has left in a slot. */
export interface TextTask {
  slot: number;
  /** Time of epoch 0, microseconds since 1970. */
  startUs: number;
  /** Pointer to the place for the text; the text goes into the slot if absent. */
  text?: number | undefined;
}

/** Epochs [from, to), not empty. */
export type Range = readonly [from: number, to: number];

/**
 * Writes the intensities in some ranges, in ascending order, with timestamps and risk levels, as a JSON array; returns
 * its length in bytes.
 */
export function writeTimeseries(
  { kernels, layout, memory }: CoreInstance,
  { slot, startUs, text = slot + layout.SLOT_TEXT }: TextTask,
  ranges: readonly Range[],
): number {
  const where = slot + layout.SLOT_RANGES;
  new Uint16Array(memory.buffer, where, 2 * ranges.length).set(ranges.flat());
  return kernels.emitTimeseries(startUs, slot + layout.SLOT_VALUES, where, ranges.length, text);
}

/**
 * Writes the intensities at epochs [from, to), with timestamps and the numbers of the epochs, as a JSON array; returns
 * its length in bytes.
 */
export function writeCellSeries(
  { kernels, layout }: CoreInstance,
  { slot, startUs, text = slot + layout.SLOT_TEXT }: TextTask,
  [from, to]: Range,
): number {
  return kernels.emitCellSeries(startUs, slot + layout.SLOT_VALUES, from, to, text);
}

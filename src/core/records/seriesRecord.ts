import type { CoreInstance } from '../instance.js';
import { writeWords } from '../layout.js';
import type { HorizonMask } from '../horizonMask.js';

const RAD_PER_DEG = Math.PI / 180;

/** Rows and epochs of a cell series. */
interface SeriesShape {
  /** Emitter groups of the window; 1 if the series counts a set of satellites. */
  groupCount: number;
  epochCount: number;
  /**
   * The set of satellites that the series counts: a bit for each satellite of the window, by its index, in whole words
   * of 64 bits. If absent, it counts by emitter group.
   */
  members?: Uint8Array | undefined;
}

/** Size in bytes of the record of a cell series. */
export function seriesBytes({ kernels }: CoreInstance, { groupCount, epochCount, members }: SeriesShape): number {
  return kernels.seriesBytes(groupCount, epochCount) + (members?.length ?? 0);
}

/** A place on WGS84: geodetic degrees, height above the ellipsoid. */
export interface Place {
  latDeg: number;
  lonDeg: number;
  heightKm: number;
  /** Horizon mask: it hides satellites from the place itself, and changes no counts in cells. */
  horizonMask?: HorizonMask | undefined;
}

/** Writes an empty series (nothing filled in) of a NESTED cell, at a pointer to `seriesBytes` bytes. */
export function writeSeries(
  core: CoreInstance,
  pointer: number,
  shape: SeriesShape,
  cell: { nside: number; ipix: number },
): void {
  const { layout, kernels, bytes } = core;
  const filled = pointer + layout.SERIES_SITE + layout.SITE_BYTES;
  const filledBytes = shape.groupCount * kernels.bitmapBytes(shape.epochCount);
  const bitmap = pointer + kernels.seriesBytes(shape.groupCount, shape.epochCount);
  if (shape.members !== undefined) bytes.set(shape.members, bitmap);
  writeWords(core, 'SERIES', pointer, {
    EPOCHS: shape.epochCount,
    GROUPS: shape.groupCount,
    FILLED: filled,
    COUNTS: filled + filledBytes,
    MEMBERS: shape.members === undefined ? 0 : bitmap,
  });
  kernels.writeCellSite(pointer + layout.SERIES_SITE, cell.nside, cell.ipix);
  bytes.fill(0, filled, filled + filledBytes);
}

/** Returns the counts in a series record, a row for each group, or the one of its set: views of the memory. */
export function seriesRows({ kernels, layout, memory, view }: CoreInstance, series: number): Uint16Array[] {
  const word = (offset: number): number => view.getUint32(series + offset, true);
  const epochs = word(layout.SERIES_EPOCHS);
  const counts = word(layout.SERIES_COUNTS);
  const rowBytes = kernels.rowBytes(epochs);
  return Array.from(
    { length: word(layout.SERIES_GROUPS) },
    (_, group) => new Uint16Array(memory.buffer, counts + group * rowBytes, epochs),
  );
}

/** Question about the intensities of a cell at epochs [from, to); `window`, `series` and `slot` are pointers. */
export interface SeriesScan {
  window: number;
  series: number;
  slot: number;
  /** Mask of the bands of which an interferer must have one; not 0. */
  bands: number;
  from: number;
  to: number;
}

/**
 * Writes the intensities at the question's epochs to the slot's values; the slot must have the coverage. It takes some
 * 10 µs, 50 for a satellite that never sets. Returns a status: `needsFill` if the series lacks counts.
 */
export function scan({ kernels }: CoreInstance, { window, series, bands, from, to, slot }: SeriesScan): number {
  kernels.coverRange(window, from, to, slot);
  return kernels.scanSeries(window, series, bands, slot);
}

/** Writes the site record of a place. */
export function writeSite(core: CoreInstance, pointer: number, { latDeg, lonDeg, heightKm }: Place): void {
  core.kernels.writeSite(pointer, latDeg * RAD_PER_DEG, lonDeg * RAD_PER_DEG, heightKm);
}

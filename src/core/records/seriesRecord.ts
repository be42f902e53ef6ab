import type { CoreInstance } from '../instance.js';
import type { HorizonMask } from '../horizonMask.js';

const RAD_PER_DEG = Math.PI / 180;

/** Size in bytes of the record of a cell series that counts by emitter group. */
export function seriesBytes(core: CoreInstance, groupCount: number, epochCount: number): number {
  return core.kernels.seriesBytes(groupCount, epochCount);
}

/**
 * Size in bytes of the record of a cell series that counts a set of satellites. `members`: a bit for each satellite of
 * the window.
 */
export function setSeriesBytes(core: CoreInstance, epochCount: number, members: Uint8Array): number {
  return seriesBytes(core, 1, epochCount) + members.length;
}

/** A place on WGS84: geodetic degrees, height above the ellipsoid. */
export interface Place {
  latDeg: number;
  lonDeg: number;
  heightKm: number;
  /** Horizon mask: counts where satellites are seen from the place itself, not in a cell. */
  horizonMask?: HorizonMask | undefined;
}

/** Writes an empty series (nothing filled in) of a NESTED cell, at a pointer to `seriesBytes` bytes. */
export function writeSeries(
  core: CoreInstance,
  pointer: number,
  shape: { groupCount: number; epochCount: number },
  cell: { nside: number; ipix: number },
): void {
  const { layout, kernels, view, bytes } = core;
  const filled = pointer + layout.SERIES_HEADER_BYTES + layout.SITE_BYTES;
  const filledBytes = shape.groupCount * kernels.bitmapBytes(shape.epochCount);
  view.setUint32(pointer + layout.SERIES_EPOCHS, shape.epochCount, true);
  view.setUint32(pointer + layout.SERIES_GROUPS, shape.groupCount, true);
  view.setUint32(pointer + layout.SERIES_FILLED, filled, true);
  view.setUint32(pointer + layout.SERIES_COUNTS, filled + filledBytes, true);
  view.setUint32(pointer + layout.SERIES_MEMBERS, 0, true);
  kernels.writeCellSite(pointer + layout.SERIES_SITE, cell.nside, cell.ipix);
  bytes.fill(0, filled, filled + filledBytes);
}

/**
 * Writes the empty series of a cell for a set of satellites, at a pointer to `setSeriesBytes` bytes. `members`: a bit
 * for each satellite of the window, by its index; its length is a multiple of 8 bytes.
 */
export function writeSetSeries(
  core: CoreInstance,
  pointer: number,
  { epochCount, members }: { epochCount: number; members: Uint8Array },
  cell: { nside: number; ipix: number },
): void {
  writeSeries(core, pointer, { groupCount: 1, epochCount }, cell);
  const bitmap = pointer + seriesBytes(core, 1, epochCount);
  core.bytes.set(members, bitmap);
  core.view.setUint32(pointer + core.layout.SERIES_MEMBERS, bitmap, true);
}

/** Returns the counts in a series record, a row for each group: views of the memory. */
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

/** Writes the site record of a place. */
export function writeSite(core: CoreInstance, pointer: number, { latDeg, lonDeg, heightKm }: Place): void {
  core.kernels.writeSite(pointer, latDeg * RAD_PER_DEG, lonDeg * RAD_PER_DEG, heightKm);
}

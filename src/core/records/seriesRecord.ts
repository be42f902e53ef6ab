import type { CoreInstance } from '../instance.js';

const RAD_PER_DEG = Math.PI / 180;

/** Bytes of the series record of one cell. */
export function seriesBytes(core: CoreInstance, groupCount: number, epochCount: number): number {
  return core.kernels.seriesBytes(groupCount, epochCount);
}

/** A place on WGS84: geodetic degrees, height above the ellipsoid. */
export interface Place {
  latDeg: number;
  lonDeg: number;
  heightKm: number;
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
  kernels.writeCellSite(pointer + layout.SERIES_SITE, cell.nside, cell.ipix);
  bytes.fill(0, filled, filled + filledBytes);
}

/** Writes the site record of a place. */
export function writeSite(core: CoreInstance, pointer: number, { latDeg, lonDeg, heightKm }: Place): void {
  core.kernels.writeSite(pointer, latDeg * RAD_PER_DEG, lonDeg * RAD_PER_DEG, heightKm);
}

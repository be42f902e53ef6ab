import type { HorizonMask } from '../horizonMask.js';
import type { CoreInstance } from '../instance.js';
import { type Place, writeSite } from './seriesRecord.js';

const RAD_PER_DEG = Math.PI / 180;

/** Elevations, in degrees, by which a satellite counts over a station (assembly/footprint/leastSine). */
export interface MinElevations {
  /** Minimum elevation of the window: a satellite frozen with a higher one counts from that, if above `stationDeg`. */
  windowDeg: number;
  /** Elevation from which the station receives: all other satellites count from it. */
  stationDeg: number;
}

/** A satellite in the sky over a station. */
export interface SkyQuery {
  /** Pointer to the window's record. */
  window: number;
  /** Index of the satellite in the window: of the tracked one, if others are asked about too. */
  satellite: number;
  /** The station's own place, with its horizon mask. */
  place: Place;
  /** If absent, each satellite counts from the minimum elevation that the window froze for it. */
  minElevations?: MinElevations;
}

/** Memory that a kernel works in, at a multiple of 64. */
export interface Room {
  pointer: number;
  /** Size in bytes. */
  bytes: number;
}

/**
 * For places without a minimum elevation of their own: each satellite counts from the elevation that the window froze
 * for it.
 */
const AS_FROZEN: MinElevations = { windowDeg: -90, stationDeg: -90 };

/** For looks at satellites wherever they stand: no minimum elevation counts, not even an emitter's own. */
export const WHEREVER: MinElevations = { windowDeg: 90, stationDeg: -90 };

/** Writes a place into a query's record, with its horizon mask. @throws RangeError for a mask of too many points */
export function writeStation(
  core: CoreInstance,
  pointer: number,
  { place, minElevations: { windowDeg, stationDeg } = AS_FROZEN }: Pick<SkyQuery, 'place' | 'minElevations'>,
): void {
  const { layout, view } = core;
  writeSite(core, pointer, place);
  view.setFloat64(pointer + layout.STATION_SIN_OF_WINDOW, Math.sin(windowDeg * RAD_PER_DEG), true);
  view.setFloat64(pointer + layout.STATION_SIN_OF_STATION, Math.sin(stationDeg * RAD_PER_DEG), true);
  writeHorizonMask(core, pointer + layout.STATION_HORIZON_MASK, place.horizonMask);
}

function writeHorizonMask({ layout, view }: CoreInstance, pointer: number, mask: HorizonMask = []): void {
  const { MOST_MASK_POINTS: most } = layout;
  if (mask.length > most) throw new RangeError(`a horizon mask of ${mask.length} points: allowed: up to ${most}`);
  view.setUint32(pointer + layout.HORIZON_MASK_COUNT, mask.length, true);
  for (const [index, [azimuth, elevation]] of mask.entries()) {
    const point = pointer + layout.HORIZON_MASK_POINTS + index * layout.MASK_POINT_BYTES;
    view.setFloat64(point + layout.MASK_POINT_AZIMUTH_RAD, azimuth * RAD_PER_DEG, true);
    view.setFloat64(point + layout.MASK_POINT_ELEVATION_RAD, elevation * RAD_PER_DEG, true);
  }
}

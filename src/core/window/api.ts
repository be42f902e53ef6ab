import type { MeanElements } from '../elements.js';
import type { OccupancyOptions } from './occupancy.js';

/** Geodetic degrees on WGS84, longitude east. */
export interface LatLon {
  /** Latitude, -90 to 90. */
  latDeg: number;
  /** Longitude, any finite degrees. */
  lonDeg: number;
}

/** A satellite of a window. */
export interface CoreSatellite {
  /** Mean elements, their epoch at most ten years from the window's start. */
  elements: MeanElements;
  /** Downlink bands as a mask, 0 to 2^32 - 1: satellites interfere if they share a bit. All of them by default. */
  bands?: number;
  /** Elevation from which it covers a cell, degrees: 0 to below 90; 10 by default. */
  minElevationDeg?: number;
}

/** Options of a window. */
export interface CoreWindowOptions {
  /** Start, a whole UTC minute. */
  start: Date;
  /** Number of minutes, 1 to 10,080 (the default, a week). */
  epochCount?: number;
  /** Nside of the cells, a power of two from 1 to 8192; 64 by default. */
  nside?: number;
  /** Satellites, numbered from 0 in this order; `windowSatellites` of the catalogue makes them of element sets. */
  satellites: readonly CoreSatellite[];
}

/** One satellite over one place; one entry per minute from the window's start. */
export interface PlaceWeek {
  /** NESTED number of the place's cell. */
  ipix: number;
  /** 1 if the satellite stands at or above its minimum elevation, seen from the cell's centre, else 0. */
  covered: Uint8Array;
  /**
   * Number of other satellites that share a band with the satellite and cover the cell too; 0 in minutes in which the
   * satellite itself does not cover the cell.
   */
  intensity: Uint16Array;
}

/**
 * Satellites over the minutes of a window, in the core's memory. Methods throw a RangeError with the value and its
 * range, and an Error once the window is closed.
 */
export interface CoreWindow {
  /** Number of minutes. */
  readonly epochCount: number;
  /** HEALPix nside of the window's cells. */
  readonly nside: number;
  /** Mask of bands of each of the window's emitter groups, ascending. */
  readonly groups: readonly number[];
  /** Earth-fixed x, y, z in km, minute by minute; NaN where the satellite cannot be propagated or is below 90 km. */
  ephemeris(satellite: number): Float64Array;
  /**
   * Tells, minute by minute, whether a satellite covers the cell of a place, and how many other satellites that share a
   * band with it cover the cell too. Elevations are those at the cell's centre, on the ellipsoid.
   *
   * @param satellite index into the window's satellites
   * @param bands mask of bands: only others that share one of these with the satellite count; by default all that it
   * transmits in
   */
  week(satellite: number, place: LatLon, bands?: number): PlaceWeek;
  /**
   * Opens a place for the weeks of many satellites. The counts of its cell are kept: each week counts only the
   * satellites and minutes that no week before it needed. RangeError for a latitude or longitude out of range, or when
   * the memory is too small: a place takes 21 kB for each emitter group of a window of a week.
   */
  place(place: LatLon): CorePlace;
  /**
   * Maps of the number of satellites that cover each cell at an epoch. With the option `satellite` they are maps of
   * that satellite's intensity: the counts of `week`, for all cells. Satellites without bands are not counted.
   * Satellites that cannot be propagated, or are below 90 km, cover nothing. A map of 16,000 satellites takes some
   * milliseconds. The working memory, 32 bytes a satellite and 0.4 MB at nside 64, is kept until the window is closed.
   *
   * @param epochs one epoch, or [from, to)
   * @returns 12 nside^2 counts, epoch by epoch; with `byGroup` in each epoch `groups.length` times as many, group by
   * group
   * @throws RangeError for an epoch, satellite or `out` that does not fit, for more than 65,535 satellites or 2^30
   * counts, or when the memory is too small
   */
  occupancy(epochs: number | readonly [from: number, to: number], options?: OccupancyOptions): Uint16Array;
  /**
   * Does now the work that is done only once for each satellite, so that the first weeks are as quick as later ones. It
   * takes some 50 microseconds for each satellite.
   */
  prepare(): void;
  /** Frees the memory of the window and of its places; they cannot be used afterwards. May be called more than once. */
  close(): void;
}

/** A place of a window, and the counts that are kept for its cell. */
export interface CorePlace {
  /** NESTED number of the place's cell. */
  readonly ipix: number;
  /** Week of a satellite over this place: what `week` of the window returns, with the kept counts. */
  week(satellite: number, bands?: number): PlaceWeek;
  /** Counts all satellites at all epochs, so that no week needs to count. Each week takes some 0.1 ms from then on. */
  prepare(): void;
  /** Frees the memory of the place, which cannot be used afterwards. May be called more than once. */
  close(): void;
}

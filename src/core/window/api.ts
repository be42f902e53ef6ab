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
  /** Downlink bands as a mask: satellites interfere where they share a bit. All of them by default. */
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
  /** 1 where the satellite stands at or above its minimum elevation, seen from the cell's centre. */
  covered: Uint8Array;
  /**
   * How many other satellites cover the cell too and share a band with it; 0 where it does not cover the cell itself.
   */
  intensity: Uint16Array;
}

/** Satellites over minutes, in the core's memory. Methods throw RangeError with value and range; Error once closed. */
export interface CoreWindow {
  /** Number of minutes. */
  readonly epochCount: number;
  /** HEALPix nside of the window's cells. */
  readonly nside: number;
  /** Band sets of the window's emitter groups, ascending: masks as the satellites have them. */
  readonly groups: readonly number[];
  /** Earth-fixed x, y, z in km, minute by minute; NaN where the satellite cannot be propagated. */
  ephemeris(satellite: number): Float64Array;
  /**
   * Whether a satellite covers a place's cell, minute by minute, and how many others that share a band with it cover it
   * too. Coverage is seen from the cell's centre, on the ellipsoid.
   *
   * @param satellite index into the window's satellites
   * @param bands mask of bands: others count that share one of these with it; any that it transmits in by default
   */
  week(satellite: number, place: LatLon, bands?: number): PlaceWeek;
  /**
   * Place whose cell's counts are kept for the weeks of many satellites: each week counts only the satellites and
   * minutes that no week before it needed. RangeError for a latitude or longitude out of range, or when the memory is
   * too small: 20 KB for each band set and week.
   */
  place(place: LatLon): CorePlace;
  /**
   * Maps of the number of satellites with each cell in their footprint or, seen from one of them, of others that share
   * a band with it: the counts of `week`, for all cells at one epoch. Satellites without bands count in none.
   * Satellites that cannot be propagated, or are below 90 km, cover nothing. A map of 16,000 satellites takes some
   * milliseconds. Its working memory, 32 bytes a satellite and 0.4 MB at nside 64, is kept until the window is closed.
   *
   * @param epochs one epoch, or [from, to)
   * @returns 12 nside^2 counts, epoch by epoch; with `byGroup` in each epoch `groups.length` times as many, group by
   * group
   * @throws RangeError for an epoch, satellite or `out` that does not fit, or when the memory is too small
   */
  occupancy(epochs: number | readonly [from: number, to: number], options?: OccupancyOptions): Uint16Array;
  /**
   * Does the common work of all first weeks, so that each is as quick as a later one: some 50 microseconds for each
   * satellite.
   */
  prepare(): void;
  /** Frees its memory and that of its places; the window cannot be used afterwards. May be called more than once. */
  close(): void;
}

/** A place of a window, and the counts over it. */
export interface CorePlace {
  /** NESTED number of the place's cell. */
  readonly ipix: number;
  /** Week of a satellite over this place, as `week` of the window, from the kept counts. */
  week(satellite: number, bands?: number): PlaceWeek;
  /** Counts all satellites at all epochs, so that no week needs to: each takes some 0.1 ms from then on. */
  prepare(): void;
  /** Gives its memory back; the place cannot be used afterwards. May be called more than once. */
  close(): void;
}

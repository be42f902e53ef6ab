import type { Healpix } from '../healpix/api.js';
import type { HorizonMask } from '../horizonMask.js';

/** Instants: microseconds since 1970-01-01T00:00:00Z, UTC, whole or not. */
export type TimesUs = number | Float64Array | readonly number[];

/** A place on WGS84: geodetic degrees, longitude east; height above the ellipsoid, 0 by default. */
export interface Site {
  /** Latitude, -90 to 90. */
  latDeg: number;
  /** Longitude, any finite degrees. */
  lonDeg: number;
  /** Height, -100 to 100 km. */
  heightKm?: number;
}

/**
 * Maximal stretch of time in which a satellite stands at or above the minimum elevation over a site, and its horizon
 * mask if one is given; times are microseconds since 1970.
 */
export interface SitePass {
  /** Index of the satellite. */
  satellite: number;
  /** When the satellite rises, good to a millisecond; the begin of the range if the satellite is up then already. */
  aosUs: number;
  /** When the satellite sets, good to a millisecond; the end of the range if the satellite is still up then. */
  losUs: number;
  /** When the satellite stands highest, good to 20 milliseconds. */
  maxElevationUs: number;
  /** Elevation at `maxElevationUs`, degrees, without refraction. */
  maxElevationDeg: number;
  /** False if the range cuts the pass. */
  complete: boolean;
}

/**
 * Indexes of satellites, from 0 in the order in which `orbits` got them; all satellites by default. An index may
 * repeat.
 */
export type Satellites = Uint32Array | Int32Array | readonly number[];

/**
 * Status of a satellite at a time: 0, or a fault that `propagationError` puts into words. 1 to 6 are SGP4's own
 * faults (AIAA 2006-6753); 8 is a time more than 3653 days from the epoch. With 1 to 6 and with 8 the results are NaN.
 * 7 is a satellite below 90 km, in the air: its results are SGP4's.
 */
export type Statuses = Uint8Array;

/** States of satellites: a row for each satellite, in it an entry for each time. */
export interface States {
  /** x, y, z of each entry, km. */
  positions: Float64Array;
  /** vx, vy, vz of each entry, km/s, if asked for. */
  velocities?: Float64Array;
  /** Fault of each entry, 0 for none. */
  status: Statuses;
}

/** Options of `propagate`. */
export interface PropagateOptions {
  /**
   * Axes of the results. 'fixed', the default: they turn with the Earth (WGS84 by the sidereal time of 1982, UT1 taken
   * as UTC, no polar motion). 'teme': SGP4's own, which do not turn (true equator, mean equinox).
   */
  frame?: 'teme' | 'fixed';
  /**
   * Whether velocities are computed too, by SGP4's own formulas, which leave out some periodic terms. With 'fixed' axes
   * they are relative to the turning Earth. False by default.
   */
  velocity?: boolean;
  /** Satellites asked for; all of them by default. */
  satellites?: Satellites;
  /** Arrays for the results; those of `core.allocate` are written in place. New ones by default. */
  out?: Partial<States>;
}

/** Places under satellites, in the order of `States`. */
export interface Places {
  /** Longitude, -180 to 180, and latitude, degrees, and height above WGS84, km, of each entry. */
  lonLatHeight: Float64Array;
  /** Fault of each entry, 0 for none. */
  status: Statuses;
}

/** Where satellites stand in the sky over a site, in the order of `States`. */
export interface LookAngles {
  /**
   * Azimuth from north over east, 0 to below 360, elevation, degrees, and distance, km, of each entry. No refraction.
   */
  looks: Float64Array;
  /** Rate of each distance, km/s, if asked for. */
  rates?: Float64Array;
  /** Fault of each entry, 0 for none. */
  status: Statuses;
}

/**
 * Satellites that SGP4 and SDP4 propagate. Each result depends, bit for bit, only on the element set and the time: not
 * on the other satellites and times that are asked for, nor on their order.
 */
export interface Orbits {
  /** Number of satellites. */
  readonly count: number;
  /** Status of each satellite at its epoch: 0 to 6, as its height is not looked at. */
  readonly epochStatus: Statuses;
  /**
   * Positions, and velocities, of satellites at times. RangeError for a time that is not finite or a satellite that
   * does not exist, with the index of either, and for an array in `out` of another length.
   */
  propagate(timesUs: TimesUs, options: PropagateOptions & { velocity: true }): Required<States>;
  propagate(timesUs: TimesUs, options?: PropagateOptions): States;
  /** Places on WGS84 below satellites, and their heights. Errors as of `propagate`. */
  geodetic(timesUs: TimesUs, options?: { satellites?: Satellites; out?: Partial<Places> }): Places;
  /**
   * Directions and distances from a site. Errors as of `propagate`, and RangeError for a site out of range.
   *
   * @param options.rate whether the rates of distances are computed too; false by default
   */
  look(
    timesUs: TimesUs,
    site: Site,
    options: { rate: true; satellites?: Satellites; out?: Partial<LookAngles> },
  ): Required<LookAngles>;
  look(
    timesUs: TimesUs,
    site: Site,
    options?: { rate?: boolean; satellites?: Satellites; out?: Partial<LookAngles> },
  ): LookAngles;
  /**
   * Passes over a site between two times: satellite by satellite, each in the order of time. A pass shorter than a
   * quarter of a second may be missing. A satellite has no pass while it cannot be propagated or is below 90 km.
   * With a horizon mask it has one only while it stands over the mask too, so that a ridge may cut a pass in two.
   * RangeError for arguments out of range, and for times more than 3653 days from a satellite's epoch.
   *
   * @param options.satellites their indexes; all of them by default
   * @param options.minElevationDeg 0 to below 90; 10 by default
   * @param options.horizonMask none by default
   */
  passes(
    site: Site,
    fromUs: number,
    toUs: number,
    options?: { satellites?: Satellites; minElevationDeg?: number; horizonMask?: HorizonMask },
  ): SitePass[];
  /**
   * Cells of a grid, ascending, from whose centres on the ground a satellite stands at or above an elevation at a time.
   * RangeError if the satellite cannot be propagated to that time or is below 90 km, and for arguments out of range.
   *
   * @param options.minElevationDeg 0 to below 90; 10 by default
   */
  footprint(satellite: number, timeUs: number, grid: Healpix, options?: { minElevationDeg?: number }): Int32Array;
  /** Frees the memory of the satellites: all other methods then throw an Error. May be called more than once. */
  close(): void;
}

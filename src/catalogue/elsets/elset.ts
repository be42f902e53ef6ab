import type { MeanElements } from '../../core/elements.js';

/** Element set of a satellite: SGP4 mean elements with names and numbers, in the units and signs of an OMM. */
export interface Elset extends MeanElements {
  /** Catalogue number, 1 to 999,999,999. */
  noradNumber: number;
  /** Name of the satellite; empty if the file gives none, as in a TLE without name lines. */
  name: string;
  /** International designator such as `1998-067A`; empty if unknown. */
  objectId: string;
  /** Number of the element set, as its source counts them. */
  elementSetNo: number;
  /** Number of the revolution at the epoch. */
  revAtEpoch: number;
  /** Classification, one capital letter; `U` if the file gives none. */
  classification: string;
  /** Kind of ephemeris, 0 to 2: the kinds that SGP4 propagates. */
  ephemerisType: number;
  /** First derivative of the mean motion / 2, rev/day^2. */
  meanMotionDot: number;
  /** Second derivative of the mean motion / 6, rev/day^3. */
  meanMotionDdot: number;
}

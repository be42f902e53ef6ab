import { MIN_ELEVATION_RANGE_DEG } from '../spec.js';
import { checkObject, unfit } from './arguments.js';

/** SGP4 mean elements of one satellite, in the units of an OMM; TEME, UTC. */
export interface MeanElements {
  /**
   * Epoch: whole microseconds since 1970-01-01T00:00:00Z. A double holds them exactly. The epoch of a TLE is never
   * finer, that of an OMM seldom.
   */
  epochUs: number;
  /** Mean motion as element sets have it, by Kozai's definition: revolutions per day. */
  meanMotionRevPerDay: number;
  /** Eccentricity, 0 to below 1. */
  eccentricity: number;
  /** Inclination to the equator, degrees. */
  inclinationDeg: number;
  /** Right ascension of the ascending node, degrees. */
  raanDeg: number;
  /** Argument of perigee, degrees. */
  argPerigeeDeg: number;
  /** Mean anomaly at the epoch, degrees. */
  meanAnomalyDeg: number;
  /** Drag term, 1 / earth radii. */
  bstar: number;
}

/** Names of the mean elements, in the order in which they are packed. */
export const ELEMENT_NAMES: readonly (keyof MeanElements)[] = [
  'epochUs',
  'meanMotionRevPerDay',
  'eccentricity',
  'inclinationDeg',
  'raanDeg',
  'argPerigeeDeg',
  'meanAnomalyDeg',
  'bstar',
];

/** Makes mean elements from the values that `valueOf` returns; `index` is the place of `name` in `ELEMENT_NAMES`. */
export function elementsFrom(valueOf: (name: keyof MeanElements, index: number) => number): MeanElements {
  const elements: Partial<MeanElements> = {};
  for (const [index, name] of ELEMENT_NAMES.entries()) elements[name] = valueOf(name, index);
  return elements as MeanElements;
}

/**
 * Checks that all elements are finite numbers; messages call the element set `where`. @throws RangeError that names the
 * first one that is not, TypeError if that one is no number at all
 */
export function checkElements(elements: MeanElements, where: string): void {
  checkObject(where, elements, 'a set of mean elements');
  for (const name of ELEMENT_NAMES) {
    if (Number.isFinite(elements[name])) continue;
    throw unfit(`${where}.${name}`, elements[name], 'a finite number');
  }
}

/**
 * Checks that a minimum elevation, which messages call `where`, is 0 to below 90 degrees. @throws RangeError, or
 * TypeError for anything but a number
 */
export function checkMinElevation(minElevationDeg: number, where: string): void {
  const { low, below } = MIN_ELEVATION_RANGE_DEG;
  if (typeof minElevationDeg === 'number' && minElevationDeg >= low && minElevationDeg < below) return;
  throw unfit(where, minElevationDeg, `${low} to below ${below}`);
}

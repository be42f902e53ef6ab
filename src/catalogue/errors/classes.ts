import type { MeanElements } from '../../core/elements.js';
import { constellationOf } from '../constellations.js';
import { meanPerigeeKm } from '../describe.js';

/** Class that every satellite belongs to. */
export const ALL_SATELLITES = 'all';

/** Classes by the perigee's height above the equatorial radius, from the lowest; `belowKm` is exclusive. */
export const PERIGEE_CLASSES: readonly { name: string; belowKm: number }[] = [
  { name: 'perigee below 450 km', belowKm: 450 },
  { name: 'perigee 450 to 650 km', belowKm: 650 },
  { name: 'perigee 650 to 1,000 km', belowKm: 1_000 },
  { name: 'perigee above 1,000 km', belowKm: Infinity },
];

/** Satellite as far as its class of error depends on it. */
export interface ClassedSatellite {
  /** Name in the catalogue, upper case. */
  name: string;
  /** Height of the perigee above the equatorial radius. */
  perigeeKm: number;
}

/** Height in km of the perigee of mean elements above the equatorial radius. */
export function perigeeKm({
  meanMotionRevPerDay,
  eccentricity,
}: Pick<MeanElements, 'meanMotionRevPerDay' | 'eccentricity'>): number {
  return meanPerigeeKm(meanMotionRevPerDay, eccentricity);
}

/**
 * Lists the classes of error that a satellite belongs to, the most special first: the key of its row of the built-in
 * table where it has one, its class by perigee, `all`. Each is the parent of the one before.
 */
export function errorClasses({ name, perigeeKm: heightKm }: ClassedSatellite): readonly string[] {
  const row = constellationOf(name);
  // No number, as of elements that SGP4 refuses, is below no limit.
  const byPerigee = PERIGEE_CLASSES.find(({ belowKm }) => heightKm < belowKm);
  return [...(row === undefined ? [] : [row.key]), ...(byPerigee === undefined ? [] : [byPerigee.name]), ALL_SATELLITES];
}

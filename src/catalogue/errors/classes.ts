import { constellationOf } from '../constellations.js';

/** Class that every satellite belongs to. */
export const ALL_SATELLITES = 'all';

/** Classes by the height of the perigee above the equatorial radius, from the lowest; `belowKm` is exclusive. */
export const PERIGEE_CLASSES: readonly { name: string; belowKm: number }[] = [
  { name: 'perigee below 450 km', belowKm: 450 },
  { name: 'perigee 450 to 650 km', belowKm: 650 },
  { name: 'perigee 650 to 1,000 km', belowKm: 1_000 },
  { name: 'perigee above 1,000 km', belowKm: Infinity },
];

/** Finds the class of a perigee's height in km; undefined for NaN. */
export function perigeeClass(heightKm: number): string | undefined {
  return PERIGEE_CLASSES.find(({ belowKm }) => heightKm < belowKm)?.name;
}

/**
 * Lists the classes that a satellite belongs to and for which laws of error are fitted, the narrowest first: the key of
 * its row of the built-in table (if it has one), its class by perigee, `all`.
 *
 * @param satellite.name name in the catalogue, in any case
 * @param satellite.perigeeKm height of the perigee above the equatorial radius, in km
 */
export function errorClasses(satellite: { name: string; perigeeKm: number }): readonly string[] {
  const own = [constellationOf(satellite.name)?.key, perigeeClass(satellite.perigeeKm)];
  return [...own.filter((name) => name !== undefined), ALL_SATELLITES];
}

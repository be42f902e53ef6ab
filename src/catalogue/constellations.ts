import { broadband } from './constellations/broadband.js';
import { geostationary } from './constellations/geostationary.js';
import { government } from './constellations/government.js';
import { messaging } from './constellations/messaging.js';
import { navigation } from './constellations/navigation.js';
import { observation } from './constellations/observation.js';
import type { Constellation } from './constellations/row.js';

export type { Constellation, KnownRange } from './constellations/row.js';

/**
 * Built-in table of constellations, in the order of matching: GLONASS satellites carry COSMOS names, so navigation
 * stands before the rule for all other COSMOS satellites.
 */
export const CONSTELLATIONS: readonly Constellation[] = [
  ...broadband,
  ...navigation,
  ...messaging,
  ...observation,
  ...geostationary,
  ...government,
].map((row) => ({ minElevationDeg: null, ...row }));

/** Names of all operators that the table knows, by the alphabet. */
export const OPERATORS: readonly string[] = [...new Set(CONSTELLATIONS.map(({ operator }) => operator))].sort((a, b) =>
  a.localeCompare(b, 'en'),
);

/**
 * Finds the constellation of a satellite: the first whose pattern its catalogue name (upper case) matches; undefined
 * for none.
 */
export function constellationOf(name: string): Constellation | undefined {
  return CONSTELLATIONS.find((constellation) => constellation.pattern.test(name));
}

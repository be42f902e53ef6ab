import { americas } from './constellations/americas.js';
import { asia } from './constellations/asia.js';
import { broadband } from './constellations/broadband.js';
import { europe } from './constellations/europe.js';
import { geostationary } from './constellations/geostationary.js';
import { government } from './constellations/government.js';
import { messaging } from './constellations/messaging.js';
import { navigation } from './constellations/navigation.js';
import { observation } from './constellations/observation.js';
import { russia } from './constellations/russia.js';
import { science } from './constellations/science.js';
import { weather } from './constellations/weather.js';
import type { Constellation } from './constellations/row.js';

export type { Constellation, KnownRange } from './constellations/row.js';

/**
 * Built-in table of constellations, in the order of matching: a row stands before a wider one of the same operator.
 */
export const CONSTELLATIONS: readonly Constellation[] = [
  ...broadband,
  ...navigation,
  ...messaging,
  ...observation,
  ...government,
  ...weather,
  ...russia,
  ...science,
  ...geostationary,
  ...americas,
  ...europe,
  ...asia,
].map((row) => ({ minElevationDeg: null, ...row }));

/** Names of all operators that the table knows, by the alphabet. */
export const OPERATORS: readonly string[] = [...new Set(CONSTELLATIONS.map(({ operator }) => operator))].sort((a, b) =>
  a.localeCompare(b, 'en'),
);

/**
 * All patterns as one. Names that no row takes are common, and trying one pattern after the other takes 50 times as
 * long.
 */
const ANY = new RegExp(CONSTELLATIONS.map(({ pattern }) => pattern.source).join('|'));

/**
 * Finds the constellation of a satellite: the first whose pattern its catalogue name matches, in whatever case it is
 * written; undefined for none.
 */
export function constellationOf(name: string): Constellation | undefined {
  const upper = name.toUpperCase();
  if (!ANY.test(upper)) return undefined;
  return CONSTELLATIONS.find((constellation) => constellation.pattern.test(upper));
}

/** Outlines and cities of the earth for the page, from packages with Natural Earth's data; src/web/world reads them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Topology } from '../../src/web/world/world.js';

/** Packages with the data of the outlines and cities, for the list of licences. */
export const WORLD_PACKAGES = ['world-atlas', 'city-timezones'];

/** Smallest population, in thousands, of a city that the page names. */
const LEAST_PEOPLE = 300;

const require = createRequire(import.meta.url);

const ATLAS = {
  '110m': require.resolve('world-atlas/countries-110m.json'),
  '50m': require.resolve('world-atlas/countries-50m.json'),
};
const CITIES = require.resolve('city-timezones/data/cityMap.json');

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Topology of countries, without their names. */
export function countries(scale: keyof typeof ATLAS): Topology {
  const { type, arcs, transform, objects } = read(ATLAS[scale]) as Topology & {
    objects: { countries: { geometries: { type: string; arcs: unknown }[] } };
  };
  const geometries = objects.countries.geometries.map(({ type: shape, arcs: of }) => ({ type: shape, arcs: of }));
  return { type, transform, objects: { countries: { type: 'GeometryCollection', geometries } }, arcs } as Topology;
}

/** Cities as rows of name, latitude, longitude, and thousands of people, the largest first. */
export function cities(): (readonly [string, number, number, number])[] {
  const all = read(CITIES) as { city: string; lat: number; lng: number; pop: number }[];
  const rounded = (degrees: number): number => Number(degrees.toFixed(2));
  return all
    .map(({ city, lat, lng, pop }) => [city, rounded(lat), rounded(lng), Math.round(pop / 1000)] as const)
    .filter(([, , , people]) => people >= LEAST_PEOPLE)
    .sort(([, , , a], [, , , b]) => b - a);
}

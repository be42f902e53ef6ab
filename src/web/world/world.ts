import { geoCentroid, geoDistance } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { wrapLon } from '../data/geodetic.js';
import { ask } from '../data/client.js';

/**
 * Outlines and cities of the earth, from Natural Earth: coarse outlines at 1:110 million for the whole earth, fine ones
 * at 1:50 million for near views. scripts/build/world.ts writes the files.
 */

export type Topology = Parameters<typeof mesh>[0];
type Countries = NonNullable<Parameters<typeof mesh>[1]>;
type Position = [lonDeg: number, latDeg: number];

/** Line, or ring around an area. */
export interface Outline {
  /** Longitude and latitude in degrees of each point in turn. Longitudes go on beyond ±180 without a jump. */
  points: Float32Array;
  westDeg: number;
  eastDeg: number;
  /** Circle that contains the line: its middle, and its radius in radians. */
  middle: Position;
  reach: number;
}

export interface Outlines {
  /** Rings around land, to be filled by the even-odd rule. */
  land: Outline[];
  coasts: Outline[];
  borders: Outline[];
}

export interface City {
  name: string;
  latDeg: number;
  lonDeg: number;
  /** Thousands of people. */
  people: number;
}

function outlineOf(positions: readonly Position[]): Outline {
  const middle = geoCentroid({ type: 'MultiPoint', coordinates: positions as Position[] });
  const reach = Math.max(...positions.map((position) => geoDistance(position, middle)));
  let lonDeg = positions[0]?.[0] ?? 0;
  const line = positions.map(([lon, latDeg]): Position => [(lonDeg += wrapLon(lon - lonDeg)), latDeg]);
  const firstDeg = line[0]?.[0] ?? 0;
  // The flat map has the south pole as an edge: a ring around it closes along that edge.
  if (Math.abs(lonDeg - firstDeg) > 180) line.push([lonDeg, -90], [firstDeg, -90]);
  const [westDeg, eastDeg] = line.reduce(([w, e], [lon]) => [Math.min(w, lon), Math.max(e, lon)], [firstDeg, firstDeg]);
  const turns = 360 * Math.round((westDeg + eastDeg) / 720);
  const points = Float32Array.from(line.flatMap(([lon, lat]) => [lon - turns, lat]));
  return { points, westDeg: westDeg - turns, eastDeg: eastDeg - turns, middle, reach };
}

/** Outlines of a topology of countries. */
export function outlinesOf(topology: Topology): Outlines {
  const countries = topology.objects['countries'] as Countries & Parameters<typeof feature>[1];
  const { features } = feature(topology, countries) as unknown as {
    features: { geometry: { type: string; coordinates: Position[][] | Position[][][] } }[];
  };
  const rings = features.flatMap(({ geometry: { type, coordinates } }) =>
    type === 'Polygon' ? (coordinates as Position[][]) : (coordinates as Position[][][]).flat(),
  );
  const linesWhere = (isLine: (a: object, b: object) => boolean): Outline[] =>
    (mesh(topology, countries, isLine).coordinates as Position[][]).map(outlineOf);
  return {
    land: rings.map(outlineOf),
    coasts: linesWhere((a, b) => a === b),
    borders: linesWhere((a, b) => a !== b),
  };
}

/** Parts of the earth that have been loaded; each is loaded when it is first wanted. */
export interface World {
  coarse: Outlines | undefined;
  fine: Outlines | undefined;
  cities: readonly City[] | undefined;
}

export type Part = keyof World;

/** Addresses of the outlines and cities; the page's build puts them in. */
declare const WORLD_FILES: Record<Part, string>;

type CityRow = readonly [name: string, latDeg: number, lonDeg: number, people: number];

function cityOf([name, latDeg, lonDeg, people]: CityRow): City {
  return { name, latDeg, lonDeg, people };
}

const held: World = { coarse: undefined, fine: undefined, cities: undefined };
const underway = new Map<Part, Promise<void>>();

export function worldAtHand(): World {
  return { ...held };
}

async function load(part: Part): Promise<void> {
  const response = await ask(WORLD_FILES[part]);
  if (part === 'cities') held.cities = ((await response.json()) as CityRow[]).map(cityOf);
  else held[part] = outlinesOf((await response.json()) as Topology);
}

/**
 * Loads a part once for the page. If that fails, the map does without the part, and the next call requests it again.
 */
export function wantWorld(part: Part): Promise<void> {
  const asked = underway.get(part) ?? load(part);
  underway.set(part, asked);
  return asked.catch(() => void underway.delete(part));
}

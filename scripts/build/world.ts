/**
 * Packs outlines and cities of the earth for the page, from packages with Natural Earth's data;
 * src/web/world/world.ts reads them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type GeoContext, type GeoPermissibleObjects, geoEquirectangular, geoIdentity, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { STEPS_PER_DEG, TILE_DEG } from '../../src/web/world/world.js';

type Topology = Parameters<typeof mesh>[0];
type Shapes = NonNullable<Parameters<typeof mesh>[1]>;
type Position = readonly number[];
interface Land {
  type: 'FeatureCollection';
  features: { geometry: { coordinates: number[][][] | number[][][][]; type: 'Polygon' | 'MultiPolygon' } }[];
}

/** Packages with the data of the outlines and cities, for the list of licences. */
export const WORLD_PACKAGES = ['world-atlas', 'city-timezones'];

/**
 * Largest length, in degrees, of a straight piece of a tile's northern or southern edge: these edges are parallels,
 * which a globe shows as curves.
 */
const LONGEST_DEG = 2;
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

function atlas(scale: '110m' | '50m') {
  const topology = read(ATLAS[scale]) as Topology & {
    objects: { land: Shapes; countries: Shapes };
  };
  const { land, countries } = topology.objects;
  const borders = mesh(topology, countries, (a, b) => a !== b) as { coordinates: Position[][] };
  return { topology, land: feature(topology, land) as unknown as Land, borders };
}

/** Creates a writer of numbers and lines in the packed form that src/web/world/world.ts reads. */
function writer() {
  const bytes: number[] = [];
  const count = (value: number): void => {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    bytes.push(rest);
  };
  const line = (points: readonly Position[]): void => {
    const steps = points.map(([lon = 0, lat = 0]) => [
      Math.round(lon * STEPS_PER_DEG),
      Math.round(lat * STEPS_PER_DEG),
    ]);
    const distinct = steps.filter(([x, y], i) => i === 0 || x !== steps[i - 1]?.[0] || y !== steps[i - 1]?.[1]);
    count(distinct.length);
    let [lastX, lastY] = [0, 0];
    for (const [x = 0, y = 0] of distinct) {
      for (const difference of [x - lastX, y - lastY]) count((difference << 1) ^ (difference >> 31));
      [lastX, lastY] = [x, y];
    }
  };
  const lines = (all: readonly (readonly Position[])[]): void => {
    count(all.length);
    all.forEach(line);
  };
  return { bytes, count, line, lines };
}

function polygonsOf({ features }: Land): number[][][][] {
  return features.flatMap(({ geometry: { type, coordinates } }) =>
    type === 'Polygon' ? [coordinates as number[][][]] : (coordinates as number[][][][]),
  );
}

export function packCoarse(): Uint8Array {
  const { land, borders } = atlas('110m');
  const { bytes, count, lines } = writer();
  const polygons = polygonsOf(land);
  count(polygons.length);
  polygons.forEach(lines);
  lines(borders.coordinates);
  return Uint8Array.from(bytes);
}

/** Creates a drawing context that records the lines which d3 draws on it. */
function recorder() {
  const drawn: { points: Position[]; closed: boolean }[] = [];
  const context = {
    beginPath: () => undefined,
    moveTo: (x: number, y: number) => void drawn.push({ points: [[x, y]], closed: false }),
    lineTo: (x: number, y: number) => void drawn.at(-1)?.points.push([x, y]),
    closePath: () => {
      const last = drawn.at(-1);
      if (last) last.closed = true;
    },
    arc: () => undefined,
  };
  return { drawn, context: context as unknown as GeoContext };
}

type Extent = [[number, number], [number, number]];

/**
 * Projects a shape to a plane of degrees and cuts it at the antimeridian and to one tile's range of latitudes; y grows
 * southwards.
 */
function bandOf(shape: GeoPermissibleObjects, south: number): GeoPermissibleObjects {
  const { drawn, context } = recorder();
  const extent: Extent = [
    [-180, -(south + TILE_DEG)],
    [180, -south],
  ];
  const projection = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .precision(0)
    .clipExtent(extent);
  geoPath(projection, context)(shape);
  return shapeOf(drawn);
}

function shapeOf(drawn: readonly { points: Position[]; closed: boolean }[]): GeoPermissibleObjects {
  const lines = drawn.map(({ points, closed }) => (closed ? [...points, ...points.slice(0, 1)] : points) as number[][]);
  return drawn.some(({ closed }) => closed)
    ? { type: 'Polygon', coordinates: lines }
    : { type: 'MultiLineString', coordinates: lines };
}

/** Cuts a shape that `bandOf` returned to one tile; returns lines and rings of [longitude, latitude]. */
function cut(shape: GeoPermissibleObjects, west: number, south: number): Position[][] {
  const { drawn, context } = recorder();
  const extent: Extent = [
    [west, -(south + TILE_DEG)],
    [west + TILE_DEG, -south],
  ];
  geoPath(geoIdentity().clipExtent(extent), context)(shape);
  return drawn.map(({ points, closed }) => {
    const line = points.map(([x = 0, y = 0]): Position => [x, -y]);
    return closed ? bent([...line, ...line.slice(0, 1)], south) : line;
  });
}

/** Divides the pieces of a ring that run along the tile's parallels into pieces of at most LONGEST_DEG. */
function bent(ring: readonly Position[], south: number): Position[] {
  const isEdge = (lat: number): boolean => Math.min(Math.abs(lat - south), Math.abs(lat - south - TILE_DEG)) < 1e-6;
  return ring.flatMap((point, i): Position[] => {
    const [lon = 0, lat = 0] = point;
    const [nextLon = lon, nextLat = lat] = ring[i + 1] ?? point;
    if (!isEdge(lat) || Math.abs(nextLat - lat) > 1e-6) return [point];
    const pieces = Math.max(1, Math.ceil(Math.abs(nextLon - lon) / LONGEST_DEG));
    return Array.from({ length: pieces }, (_none, k) => [lon + ((nextLon - lon) * k) / pieces, lat]);
  });
}

export function packTiles(): Uint8Array {
  const { land, borders } = atlas('50m');
  const coasts: GeoPermissibleObjects = {
    type: 'MultiLineString',
    coordinates: polygonsOf(land).flat(),
  };
  const { bytes, count, lines } = writer();
  for (let row = 0; row < 180 / TILE_DEG; row++) {
    const south = row * TILE_DEG - 90;
    const band = [land as GeoPermissibleObjects, coasts, borders as unknown as GeoPermissibleObjects].map((shape) =>
      bandOf(shape, south),
    );
    for (let column = 0; column < 360 / TILE_DEG; column++) {
      const west = column * TILE_DEG - 180;
      const parts = band.map((shape) => cut(shape, west, south));
      if (parts.every(({ length }) => length === 0)) continue;
      count(column);
      count(row);
      parts.forEach(lines);
    }
  }
  return Uint8Array.from(bytes);
}

/** Cities as rows of name, latitude, longitude, and thousands of people, the largest first. */
export function packCities(): string {
  const all = read(CITIES) as { city: string; lat: number; lng: number; pop: number }[];
  const rounded = (degrees: number): number => Number(degrees.toFixed(2));
  const rows = all
    .map(({ city, lat, lng, pop }) => [city, rounded(lat), rounded(lng), Math.round(pop / 1000)] as const)
    .filter(([, , , people]) => people >= LEAST_PEOPLE)
    .sort(([, , , a], [, , , b]) => b - a);
  return JSON.stringify(rows);
}

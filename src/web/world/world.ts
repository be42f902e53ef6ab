import type { GeoPermissibleObjects } from 'd3-geo';
import { numbersIn } from '../data/numbers.js';

/**
 * Outlines of the earth as the page's build packs them (scripts/build/world.ts), from Natural Earth: the whole earth at
 * 1:110 million, and tiles at 1:50 million for near views.
 */

/** Line of longitudes and latitudes in degrees, one after the other. */
export type Line = Float32Array;

/** Whole earth, coarse. */
export interface CoarseWorld {
  land: GeoPermissibleObjects;
  /**
   * Outlines of the land as lines, which d3 cuts off at the horizon. The outline of an area would follow the horizon
   * instead.
   */
  coasts: GeoPermissibleObjects;
  borders: GeoPermissibleObjects;
}

/** Part of the earth, fine: TILE_DEG wide and high. */
export interface Tile {
  westDeg: number;
  southDeg: number;
  /** Closed lines of land, cut at the tile's edges, to be filled by the even-odd rule. */
  land: Line[];
  coasts: Line[];
  borders: Line[];
}

export interface City {
  name: string;
  latDeg: number;
  lonDeg: number;
  /** Thousands of people. */
  people: number;
}

export const TILE_DEG = 20;
/** Number of steps in a degree: packed coordinates are whole numbers of them. */
export const STEPS_PER_DEG = 200;

/** Returns a reader of counts and of lines; a line's coordinates are packed as differences from the point before. */
function reader(bytes: ArrayBuffer): { count: () => number; line: () => Line; isAtEnd: () => boolean } {
  const { next, signed, offset } = numbersIn(bytes);
  const line = (): Line => {
    const last: [number, number] = [0, 0];
    return Float32Array.from({ length: 2 * next() }, (_none, i) => {
      const axis = i % 2 === 0 ? 0 : 1;
      return (last[axis] += signed()) / STEPS_PER_DEG;
    });
  };
  return { count: next, line, isAtEnd: () => offset() >= bytes.byteLength };
}

type Position = [number, number];

function positionsOf(line: Line): Position[] {
  return Array.from({ length: line.length / 2 }, (_none, i) => [line[2 * i] as number, line[2 * i + 1] as number]);
}

/** Reads the coarse earth: first polygons, each as its closed rings, then borders. */
export function readCoarse(bytes: ArrayBuffer): CoarseWorld {
  const { count, line } = reader(bytes);
  const many = <T>(read: () => T): T[] => Array.from({ length: count() }, read);
  const polygons = many(() => many(() => positionsOf(line())));
  const borders = many(() => positionsOf(line()));
  return {
    land: { type: 'MultiPolygon', coordinates: polygons },
    coasts: { type: 'MultiLineString', coordinates: polygons.flat() },
    borders: { type: 'MultiLineString', coordinates: borders },
  };
}

/** Reads the fine earth, tile by tile. */
export function readTiles(bytes: ArrayBuffer): Tile[] {
  const { count, line, isAtEnd } = reader(bytes);
  const lines = (): Line[] => Array.from({ length: count() }, line);
  const tiles: Tile[] = [];
  while (!isAtEnd()) {
    const [column, row] = [count(), count()];
    const corner = { westDeg: column * TILE_DEG - 180, southDeg: row * TILE_DEG - 90 };
    tiles.push({ ...corner, land: lines(), coasts: lines(), borders: lines() });
  }
  return tiles;
}

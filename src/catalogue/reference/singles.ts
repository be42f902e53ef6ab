import { meanMotionAt } from '../describe.js';
import { matching, number, readTable, text, whole } from '../tables/table.js';
import { type GeneratedSatellite, type Node, node, raanDegOf, wrapDeg } from './orbits.js';

/**
 * Well-known satellite that keeps its catalogue number. Its height, inclination and local time are published; its
 * position along the orbit is made up, and so is its node if that is given in degrees.
 */
interface Single {
  noradNumber: number;
  objectId: string;
  name: string;
  altitudeKm: number;
  inclinationDeg: number;
  node: Node;
  argLatitudeDeg: number;
  bstar: number;
}

/**
 * Well-known satellites, with orbits from the operators' mission descriptions: height, inclination and local time.
 * Satellites that keep a fixed distance from each other along one orbit have that distance here too.
 */
export const SINGLES: readonly Single[] = readTable<Single>('singles.csv', {
  noradNumber: whole(1, 999_999_999),
  objectId: matching(/^\d{4}-\d{3}[A-Z]+$/, 'year, launch and piece, as 1998-067A'),
  name: text,
  altitudeKm: number(200, 40_000),
  inclinationDeg: number(0, 180),
  node,
  argLatitudeDeg: number(0, 360),
  bstar: number(0, 1),
});

export function generateSingle(single: Single, epochUs: number): GeneratedSatellite {
  return {
    name: single.name,
    orbit: {
      meanMotionRevPerDay: meanMotionAt(single.altitudeKm),
      eccentricity: 0.0005,
      inclinationDeg: single.inclinationDeg,
      raanDeg: raanDegOf(single.node, epochUs),
      argPerigeeDeg: 90,
      meanAnomalyDeg: wrapDeg(single.argLatitudeDeg - 90),
      bstar: single.bstar,
    },
  };
}

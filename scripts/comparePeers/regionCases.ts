import { vectorOf } from '../../test/core/healpix/slowRegions.js';
import { randomFrom, randomPlaces } from '../random.js';

/** A disc around a point, or a convex polygon whose corners lie around it. */
export interface Region {
  lonDeg: number;
  latDeg: number;
  radiusDeg: number;
  vertices?: [lonDeg: number, latDeg: number][];
}

const RIM_DEG = 41.810314895778596;

/** Regions of each kind, for cells of an nside. */
export function regionsOf(nside: number): Record<string, Region[]> {
  const cellDeg = 58.6 / nside;
  const special = [90, -90, 0, RIM_DEG, -RIM_DEG].flatMap((latDeg) =>
    [0, 45, 123].map((lonDeg) => ({ latDeg, lonDeg })),
  );
  const centres = [...randomPlaces(10, nside), ...special];
  const discs = (...radii: number[]): Region[] =>
    radii.flatMap((radiusDeg) => centres.map((centre) => ({ ...centre, radiusDeg })));
  const next = randomFrom(nside + 99);
  const polygons = (...radii: number[]): Region[] =>
    discs(...radii).map((disc) => ({ ...disc, vertices: cornersOf(disc, 3 + Math.floor(5 * next()), next) }));
  return {
    'discs smaller than a cell': discs(0.01 * cellDeg, 0.2 * cellDeg, 0.45 * cellDeg),
    'discs of some cells': discs(...[0.9, 1.3].map((size) => size * cellDeg)),
    'discs to a hemisphere': discs(25, 60, 89),
    'discs beyond it': discs(91, 130, 179),
    'convex polygons': polygons(5, 30, 70),
  };
}

/** Corners on a disc's rim, one after the other. */
function cornersOf({ lonDeg, latDeg, radiusDeg }: Region, count: number, next: () => number): [number, number][] {
  const [middle, north, east] = [vectorOf(lonDeg, latDeg), vectorOf(lonDeg, latDeg + 90), vectorOf(lonDeg + 90, 0)];
  const away = (radiusDeg * Math.PI) / 180;
  return Array.from({ length: count }, (_, k) => {
    const bearing = (2 * Math.PI * (k + 0.5 * next())) / count;
    const [x, y, z] = [0, 1, 2].map(
      (i) =>
        Math.cos(away) * (middle[i] as number) +
        Math.sin(away) * (Math.cos(bearing) * (north[i] as number) - Math.sin(bearing) * (east[i] as number)),
    ) as [number, number, number];
    return [(Math.atan2(y, x) * 180) / Math.PI, (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI];
  });
}

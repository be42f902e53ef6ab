import { angleBetween, type Vector } from '../../helpers/geometry.js';
import { allCentres, type PlanePoint, unproject } from './projectionPlane.js';

/**
 * Slow twin of discs, independent of the kernels: takes every cell as a square in the projection plane, and measures
 * distances at many points of its edges. An answer is undefined if the margin is below MARGIN, as rounding decides
 * then.
 */
const MARGIN = 1e-9;
const SAMPLES = 48;

export const vectorOf = (lonDeg: number, latDeg: number): Vector =>
  vectorOfAngles({ lonRad: (lonDeg * Math.PI) / 180, latRad: (latDeg * Math.PI) / 180 });
/** Unit vectors of points given as longitude and latitude in degrees, alternating. */
export function vectorsOf(lonLat: Float64Array): Vector[] {
  return Array.from({ length: lonLat.length / 2 }, (_, k) =>
    vectorOf(lonLat[2 * k] as number, lonLat[2 * k + 1] as number),
  );
}

function vectorOfAngles({ lonRad, latRad }: { lonRad: number; latRad: number }): Vector {
  return [Math.cos(latRad) * Math.cos(lonRad), Math.cos(latRad) * Math.sin(lonRad), Math.sin(latRad)];
}

/** Centre of a cell, and its four edges, each a function from [0, 1] to unit vectors. */
export interface SlowCell {
  centre: Vector;
  edges: ((t: number) => Vector)[];
}

/** All cells of the sphere, in NESTED order. */
export function slowCells(nside: number): SlowCell[] {
  const half = 1 / nside;
  return allCentres(nside).map((centre) => {
    const { x, y } = centre;
    const corners: PlanePoint[] = [
      { x, y: y - half },
      { x: x + half, y },
      { x, y: y + half },
      { x: x - half, y },
    ];
    const edges = corners.map((from, k) => {
      const to = corners[(k + 1) % 4] as PlanePoint;
      return (t: number): Vector => vectorIn(centre, from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
    });
    return { centre: vectorIn(centre, x, y), edges };
  });
}

/**
 * Direction of a point on a cell's edge, moved by a hair towards the cell's centre: on the edge itself it might be
 * unprojected as a point of the next base cell.
 */
function vectorIn(centre: PlanePoint, x: number, y: number): Vector {
  const pull = 1e-13;
  return vectorOfAngles(unproject({ x: x + pull * (centre.x - x), y: y + pull * (centre.y - y) }));
}

/**
 * Minimum of a function over [0, 1]: takes samples, then a ternary search around each sample that is lower than its
 * neighbours.
 */
function least(f: (t: number) => number): number {
  const values = Array.from({ length: SAMPLES + 1 }, (_, k) => f(k / SAMPLES));
  let best = Math.min(...values);
  values.forEach((value, k) => {
    if (value > (values[k - 1] ?? Infinity) || value > (values[k + 1] ?? Infinity)) return;
    let [low, high] = [Math.max(0, (k - 1) / SAMPLES), Math.min(1, (k + 1) / SAMPLES)];
    for (let i = 0; i < 60; i++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (f(a) < f(b)) high = b;
      else low = a;
    }
    best = Math.min(best, f(low));
  });
  return best;
}

/**
 * Tells whether a disc contains a cell's centre (`strict`), and whether it touches the cell (`touched`).
 *
 * @param holdsCentre whether the disc's centre is in the cell
 */
export function slowDisc(cell: SlowCell, centre: Vector, radiusRad: number, holdsCentre: boolean) {
  const fromCentre = angleBetween(cell.centre, centre);
  const strict = Math.abs(fromCentre - radiusRad) < 1e-13 ? undefined : fromCentre < radiusRad;
  if (holdsCentre) return { strict, touched: true };
  // No point of a cell is farther from its centre than `reach`.
  const reach = angleBetween(cell.centre, (cell.edges[0] as (t: number) => Vector)(0)) * 1.5;
  if (Math.abs(fromCentre - radiusRad) > reach) return { strict, touched: strict };
  const distance = Math.min(...cell.edges.map((edge) => least((t) => angleBetween(edge(t), centre))));
  return { strict, touched: Math.abs(distance - radiusRad) < MARGIN ? undefined : distance < radiusRad };
}

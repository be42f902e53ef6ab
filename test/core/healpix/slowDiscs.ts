import { allCentres, type PlanePoint, unproject } from '../../assembly/healpix/projectionPlane.js';

/**
 * Slow twin of discs: looks at every cell as a square in the projection plane, and along its edges at many points;
 * independent of the kernels. Where the margin is below MARGIN the answer is undefined, as rounding decides.
 */
export type Vector = readonly [x: number, y: number, z: number];
const MARGIN = 1e-9;
const SAMPLES = 48;

export const vectorOf = (lonDeg: number, latDeg: number): Vector =>
  vectorOfAngles({ lonRad: (lonDeg * Math.PI) / 180, latRad: (latDeg * Math.PI) / 180 });
/** Unit vectors of pairs of longitude and latitude. */
export function vectorsOf(lonLat: Float64Array): Vector[] {
  return Array.from({ length: lonLat.length / 2 }, (_, k) =>
    vectorOf(lonLat[2 * k] as number, lonLat[2 * k + 1] as number),
  );
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const angle = (a: Vector, b: Vector): number => Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));

function vectorOfAngles({ lonRad, latRad }: { lonRad: number; latRad: number }): Vector {
  return [Math.cos(latRad) * Math.cos(lonRad), Math.cos(latRad) * Math.sin(lonRad), Math.sin(latRad)];
}

/** A cell's centre, and its four edges as curves of a parameter from 0 to 1. */
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

/** Direction of a point of the plane, drawn slightly into its cell, as it might otherwise count for the next face. */
function vectorIn(centre: PlanePoint, x: number, y: number): Vector {
  const pull = 1e-13;
  return vectorOfAngles(unproject({ x: x + pull * (centre.x - x), y: y + pull * (centre.y - y) }));
}

/** Minimum of a function over 0 to 1: by samples, then by thirds around samples lower than their neighbours. */
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
 * Whether a disc has a cell's centre, and whether it touches the cell.
 *
 * @param holdsCentre whether the disc's centre is in the cell
 */
export function slowDisc(cell: SlowCell, centre: Vector, radiusRad: number, holdsCentre: boolean) {
  const fromCentre = angle(cell.centre, centre);
  const strict = Math.abs(fromCentre - radiusRad) < 1e-13 ? undefined : fromCentre < radiusRad;
  if (holdsCentre) return { strict, touched: true };
  // No point of a cell is farther from its centre than `reach`.
  const reach = angle(cell.centre, (cell.edges[0] as (t: number) => Vector)(0)) * 1.5;
  if (Math.abs(fromCentre - radiusRad) > reach) return { strict, touched: strict };
  const distance = Math.min(...cell.edges.map((edge) => least((t) => angle(edge(t), centre))));
  return { strict, touched: Math.abs(distance - radiusRad) < MARGIN ? undefined : distance < radiusRad };
}

import { type GeoContext, geoPath, type GeoPermissibleObjects, type GeoProjection } from 'd3-geo';
import type { Theme } from '../colours/theme.js';
import type { Point } from '../map/projection.js';

/** Visible path of a shape, cut at the horizon or at the edges. */
export function pathOf(projection: GeoProjection, shape: GeoPermissibleObjects): Path2D {
  const path = new Path2D();
  // d3's type demands beginPath, which a Path2D lacks, but d3 never calls it.
  geoPath(projection, path as unknown as GeoContext)(shape);
  return path;
}

/** Circle around a point. */
export function circlePath({ x, y }: Point, radiusPx: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radiusPx, 0, 2 * Math.PI);
  return path;
}

/** Four strokes around a point, as of a reticle. */
export function crossPath({ x, y }: Point, fromPx: number, toPx: number): Path2D {
  const path = new Path2D();
  for (const [right, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    path.moveTo(x + fromPx * right, y + fromPx * down);
    path.lineTo(x + toPx * right, y + toPx * down);
  }
  return path;
}

/** Strokes a path over its halo, so that it shows on cells of any colour. */
export function strokeHaloed(
  context: CanvasRenderingContext2D,
  path: Path2D,
  colour: string,
  widthPx: number,
  theme: Theme,
): void {
  context.lineWidth = widthPx + 2;
  context.strokeStyle = theme.halo;
  context.stroke(path);
  context.lineWidth = widthPx;
  context.strokeStyle = colour;
  context.stroke(path);
}

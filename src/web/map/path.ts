import type { Point } from './frame.js';
import { type GeoContext, type GeoPermissibleObjects, type GeoProjection, geoPath } from 'd3-geo';

/** Visible path of a shape, cut at the horizon or at the map's edges. */
export function pathOf(projection: GeoProjection, shape: GeoPermissibleObjects): Path2D {
  const path = new Path2D();
  // d3 declares beginPath, which a Path2D lacks, but leaves it to the caller.
  geoPath(projection, path as unknown as GeoContext)(shape);
  return path;
}

/** Circle around a point. */
export function circlePath({ x, y }: Point, radiusPx: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radiusPx, 0, 2 * Math.PI);
  return path;
}

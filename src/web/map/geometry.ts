import { type GeoPermissibleObjects, type GeoProjection, geoEquirectangular, geoOrthographic } from 'd3-geo';
import type { Place } from './healpix.js';
import { type Frame, RAD_PER_DEG, scalePx } from './frame.js';

/** Margin around the visible rectangle that hides its cut edges. */
const BLEED_PX = 12;

/** Projection of a frame in d3's form; it agrees with pointOf. */
export function d3Projection(frame: Frame): GeoProjection {
  const { view, widthPx, heightPx } = frame;
  const scale = scalePx(frame);
  const edges: [[number, number], [number, number]] = [
    [-BLEED_PX, -BLEED_PX],
    [widthPx + BLEED_PX, heightPx + BLEED_PX],
  ];
  if (frame.projection === 'globe') {
    return geoOrthographic()
      .rotate([-view.lonDeg, -view.latDeg])
      .scale(scale)
      .translate([widthPx / 2, heightPx / 2])
      .clipAngle(90)
      .clipExtent(edges);
  }
  return geoEquirectangular()
    .rotate([-view.lonDeg, 0])
    .scale(scale)
    .translate([widthPx / 2, heightPx / 2 + scale * view.latDeg * RAD_PER_DEG])
    .clipExtent(edges);
}

type Position = [number, number];

function positionsOf(places: readonly Place[]): Position[] {
  return places.map(({ latDeg, lonDeg }) => [lonDeg, latDeg]);
}

/** Outline as a line, which the edges of the map do not close. */
export function outlineOf(outline: readonly Place[]): GeoPermissibleObjects {
  return linesOf([[...outline, ...outline.slice(0, 1)]]);
}

export function linesOf(stretches: readonly (readonly Place[])[]): GeoPermissibleObjects {
  return { type: 'MultiLineString', coordinates: stretches.map(positionsOf) };
}

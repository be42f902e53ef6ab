import { type GeoPermissibleObjects, type GeoProjection, geoEquirectangular, geoOrthographic } from 'd3-geo';
import type { Place } from './healpix.js';
import { type Frame, RAD_PER_DEG, scalePx } from './frame.js';

/** Left around the visible rectangle, so that no cut is seen. */
const BLEED_PX = 12;

/** d3's projection of a frame; it agrees with pointOf. */
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

export function polygonOf(outline: readonly Place[]): GeoPermissibleObjects {
  const ring = outline.map(({ latDeg, lonDeg }): [number, number] => [lonDeg, latDeg]);
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

export function linesOf(stretches: readonly (readonly Place[])[]): GeoPermissibleObjects {
  return {
    type: 'MultiLineString',
    coordinates: stretches.map((stretch) => stretch.map(({ latDeg, lonDeg }) => [lonDeg, latDeg])),
  };
}

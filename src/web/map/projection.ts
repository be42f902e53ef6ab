import { geoBounds, geoEquirectangular, geoOrthographic, type GeoPermissibleObjects, type GeoProjection } from 'd3-geo';
import { type Place, RAD_PER_DEG, wrapLon } from '../data/geodetic.js';

/**
 * Projections of maps: `globe` is orthographic, `flat` plate carrée with north up. Shapes are drawn by d3. Single
 * points, of which there are millions, are projected by formulas of this file that agree with d3's. Pixels are CSS
 * pixels from the upper left corner, y down.
 */

export type ProjectionName = 'globe' | 'flat';

/** Part of the earth that is looked at: the place in the middle, and the magnification, 1 for the whole earth. */
export interface Viewport extends Place {
  zoom: number;
}

export interface Frame {
  projection: ProjectionName;
  view: Viewport;
  widthPx: number;
  heightPx: number;
}

export interface Point {
  x: number;
  y: number;
}

const ZOOM_RANGE = { low: 1, high: 24 } as const;
/** Margin around the globe at zoom 1. */
const MARGIN_PX = 8;
/** Width of the margin around the visible rectangle in which the cut edges of shapes are hidden. */
const BLEED_PX = 12;

/** Pixels per radian: at the middle of the globe, everywhere along the flat map's axes. */
export function scalePx({ projection, view, widthPx, heightPx }: Frame): number {
  const whole =
    projection === 'globe'
      ? Math.max(16, Math.min(widthPx, heightPx) / 2 - MARGIN_PX)
      : Math.max(8, Math.min(widthPx / (2 * Math.PI), heightPx / Math.PI));
  return whole * view.zoom;
}

/** Frame with its view brought into range, so that the flat map shows as little as possible beyond the poles. */
export function fitView(frame: Frame): Frame {
  const zoom = Math.min(ZOOM_RANGE.high, Math.max(ZOOM_RANGE.low, frame.view.zoom));
  const scale = scalePx({ ...frame, view: { ...frame.view, zoom } });
  const reachDeg = frame.projection === 'globe' ? 90 : Math.max(0, 90 - frame.heightPx / 2 / scale / RAD_PER_DEG);
  const latDeg = Math.min(reachDeg, Math.max(-reachDeg, frame.view.latDeg));
  return { ...frame, view: { latDeg, lonDeg: wrapLon(frame.view.lonDeg), zoom } };
}

/** Projection of a frame in d3's form. */
export function projectionOf(frame: Frame): GeoProjection {
  const { view, widthPx, heightPx } = frame;
  const scale = scalePx(frame);
  const isGlobe = frame.projection === 'globe';
  const projection = isGlobe ? geoOrthographic().clipAngle(90) : geoEquirectangular();
  return projection
    .rotate([-view.lonDeg, isGlobe ? -view.latDeg : 0])
    .scale(scale)
    .translate([widthPx / 2, heightPx / 2 + (isGlobe ? 0 : scale * view.latDeg * RAD_PER_DEG)])
    .clipExtent([
      [-BLEED_PX, -BLEED_PX],
      [widthPx + BLEED_PX, heightPx + BLEED_PX],
    ]);
}

/** Shape for d3: a line through the places of each stretch. */
export function linesOf(stretches: readonly (readonly Place[])[]): GeoPermissibleObjects {
  return {
    type: 'MultiLineString',
    coordinates: stretches.map((places) => places.map(({ latDeg, lonDeg }) => [lonDeg, latDeg])),
  };
}

/** Shape for d3: an outline as a closed line, to which d3 adds no edges of the map. */
export function outlineOf(outline: readonly Place[]): GeoPermissibleObjects {
  return linesOf([[...outline, ...outline.slice(0, 1)]]);
}

/** Shape for d3: the area within an outline that runs clockwise. */
export function areaOf(outline: readonly Place[]): GeoPermissibleObjects {
  const ring = [...outline, ...outline.slice(0, 1)].map(({ latDeg, lonDeg }) => [lonDeg, latDeg]);
  return { type: 'Polygon', coordinates: [ring] };
}

/** Writes the point of a place into `at`; returns false if the place is behind the globe. */
type Project = (latDeg: number, lonDeg: number, at: Point) => boolean;

/** Returns a function that projects places one by one. */
export function projectorOf(frame: Frame): Project {
  const { view, widthPx, heightPx } = frame;
  const scale = scalePx(frame);
  if (frame.projection === 'flat') {
    return (latDeg, lonDeg, at) => {
      at.x = widthPx / 2 + scale * RAD_PER_DEG * wrapLon(lonDeg - view.lonDeg);
      at.y = heightPx / 2 + scale * RAD_PER_DEG * (view.latDeg - latDeg);
      return true;
    };
  }
  const [sin, cos] = [Math.sin(view.latDeg * RAD_PER_DEG), Math.cos(view.latDeg * RAD_PER_DEG)];
  return (latDeg, lonDeg, at) => {
    const east = (lonDeg - view.lonDeg) * RAD_PER_DEG;
    const z = Math.sin(latDeg * RAD_PER_DEG);
    const out = Math.cos(latDeg * RAD_PER_DEG);
    const toward = out * Math.cos(east);
    at.x = widthPx / 2 + scale * out * Math.sin(east);
    at.y = heightPx / 2 - scale * (cos * z - sin * toward);
    return sin * z + cos * toward >= 0;
  };
}

/** Point of a place on the screen; undefined behind the globe. */
export function pointOf(frame: Frame, { latDeg, lonDeg }: Place): Point | undefined {
  const at = { x: 0, y: 0 };
  return projectorOf(frame)(latDeg, lonDeg, at) ? at : undefined;
}

/** Direction from the middle of the earth. */
export interface Ray {
  /** Sine of the latitude. */
  z: number;
  /** Longitude in quarter turns. */
  quarters: number;
}

/**
 * Returns a function that writes the direction of the place at a point into `ray`; it returns false for a point beside
 * the earth.
 */
export function unprojectorOf(frame: Frame): (x: number, y: number, ray: Ray) => boolean {
  const { view, widthPx, heightPx } = frame;
  const scale = scalePx(frame);
  const centre = view.lonDeg / 90;
  const lat = view.latDeg * RAD_PER_DEG;
  if (frame.projection === 'flat') {
    return (x, y, ray) => {
      const right = (x - widthPx / 2) / scale;
      const north = lat + (heightPx / 2 - y) / scale;
      ray.z = Math.sin(north);
      ray.quarters = centre + right / (Math.PI / 2);
      return Math.abs(north) <= Math.PI / 2 && Math.abs(right) <= Math.PI;
    };
  }
  const [sin, cos] = [Math.sin(lat), Math.cos(lat)];
  return (x, y, ray) => {
    const right = (x - widthPx / 2) / scale;
    const up = (heightPx / 2 - y) / scale;
    const square = 1 - right * right - up * up;
    if (square < 0) return false;
    const toward = Math.sqrt(square);
    ray.z = up * cos + toward * sin;
    ray.quarters = centre + Math.atan2(right, toward * cos - up * sin) / (Math.PI / 2);
    return true;
  };
}

/** Place at a point; undefined beside the earth. */
export function placeAt(frame: Frame, { x, y }: Point): Place | undefined {
  const ray = { z: 0, quarters: 0 };
  if (!unprojectorOf(frame)(x, y, ray)) return undefined;
  const latDeg = Math.asin(Math.max(-1, Math.min(1, ray.z))) / RAD_PER_DEG;
  return { latDeg, lonDeg: wrapLon(90 * ray.quarters) };
}

/** View after the earth was dragged by this many pixels to the right and down. */
export function panned(frame: Frame, rightPx: number, downPx: number): Viewport {
  const { view } = frame;
  const degPerPx = 1 / scalePx(frame) / RAD_PER_DEG;
  // Meridians crowd towards the poles: without the cosine the globe would lag behind the pointer there.
  const crowding = frame.projection === 'globe' ? Math.max(0.2, Math.cos(view.latDeg * RAD_PER_DEG)) : 1;
  const moved = {
    latDeg: view.latDeg + downPx * degPerPx,
    lonDeg: view.lonDeg - (rightPx * degPerPx) / crowding,
    zoom: view.zoom,
  };
  return fitView({ ...frame, view: moved }).view;
}

/** View magnified by a factor, with the place under the given point kept there as far as the range allows. */
export function zoomed(frame: Frame, factor: number, around: Point): Viewport {
  const held = placeAt(frame, around);
  const nearer = fitView({ ...frame, view: { ...frame.view, zoom: frame.view.zoom * factor } });
  const now = held && pointOf(nearer, held);
  return now ? panned(nearer, around.x - now.x, around.y - now.y) : nearer.view;
}

/** Fraction of the map's width and height that the places may take. */
const FILLED = 0.75;
/** Highest magnification of viewOf by default: the surroundings of a single place still tell where it is. */
const MOST_ZOOM = 8;

/** View in which all places lie well inside the map, if possible; the view of the frame if there are no places. */
export function viewOf(frame: Frame, places: readonly Place[], mostZoom = MOST_ZOOM): Viewport {
  if (places.length === 0) return frame.view;
  const coordinates = places.map(({ latDeg, lonDeg }) => [lonDeg, latDeg]);
  const [[west, south], [east, north]] = geoBounds({ type: 'MultiPoint', coordinates });
  const width = east < west ? east + 360 - west : east - west;
  const latDeg = (south + north) / 2;
  const whole = scalePx({ ...frame, view: { ...frame.view, zoom: 1 } }) * RAD_PER_DEG;
  const across = frame.projection === 'globe' ? width * Math.cos(latDeg * RAD_PER_DEG) : width;
  const zoom = Math.min(
    (FILLED * frame.widthPx) / whole / Math.max(across, 1e-6),
    (FILLED * frame.heightPx) / whole / Math.max(north - south, 1e-6),
    mostZoom,
  );
  return fitView({ ...frame, view: { latDeg, lonDeg: west + width / 2, zoom } }).view;
}

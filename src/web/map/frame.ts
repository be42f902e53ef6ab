import { type Place, wrapLon } from './healpix.js';

/**
 * Conversions between places and points on the screen. Two projections: `globe` is orthographic, `flat` plate carrée
 * with north up. Pixels are CSS pixels from the upper left corner, y down.
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
export const RAD_PER_DEG = Math.PI / 180;

/** Margin around the globe at zoom 1. */
const MARGIN_PX = 8;

/** Pixels per radian: at the middle of the globe, everywhere along the flat map's axes. */
export function scalePx({ projection, view, widthPx, heightPx }: Frame): number {
  const whole =
    projection === 'globe'
      ? Math.max(16, Math.min(widthPx, heightPx) / 2 - MARGIN_PX)
      : Math.max(8, Math.min(widthPx / (2 * Math.PI), heightPx / Math.PI));
  return whole * view.zoom;
}

export function isSameFrame(a: Frame, b: Frame): boolean {
  const { latDeg, lonDeg, zoom } = a.view;
  const isSameView = latDeg === b.view.latDeg && lonDeg === b.view.lonDeg && zoom === b.view.zoom;
  return isSameView && a.projection === b.projection && a.widthPx === b.widthPx && a.heightPx === b.heightPx;
}

/** Frame with its view brought into range, so that the flat map shows as little as possible beyond the poles. */
export function fitView(frame: Frame): Frame {
  const zoom = Math.min(ZOOM_RANGE.high, Math.max(ZOOM_RANGE.low, frame.view.zoom));
  const scale = scalePx({ ...frame, view: { ...frame.view, zoom } });
  const reachDeg = frame.projection === 'globe' ? 90 : Math.max(0, 90 - frame.heightPx / 2 / scale / RAD_PER_DEG);
  const latDeg = Math.min(reachDeg, Math.max(-reachDeg, frame.view.latDeg));
  return { ...frame, view: { latDeg, lonDeg: wrapLon(frame.view.lonDeg), zoom } };
}

/** Point of a place on the screen; undefined behind the globe. */
export function pointOf(frame: Frame, { latDeg, lonDeg }: Place): Point | undefined {
  const { view, widthPx, heightPx } = frame;
  const scale = scalePx(frame);
  const east = wrapLon(lonDeg - view.lonDeg) * RAD_PER_DEG;
  const lat = latDeg * RAD_PER_DEG;
  const centreLat = view.latDeg * RAD_PER_DEG;
  if (frame.projection === 'flat')
    return { x: widthPx / 2 + scale * east, y: heightPx / 2 + scale * (centreLat - lat) };
  const toward = Math.sin(centreLat) * Math.sin(lat) + Math.cos(centreLat) * Math.cos(lat) * Math.cos(east);
  if (toward < 0) return undefined;
  const up = Math.cos(centreLat) * Math.sin(lat) - Math.sin(centreLat) * Math.cos(lat) * Math.cos(east);
  return { x: widthPx / 2 + scale * Math.cos(lat) * Math.sin(east), y: heightPx / 2 - scale * up };
}

/** Place at a point; undefined beside the earth. */
export function placeAt(frame: Frame, { x, y }: Point): Place | undefined {
  const { view, widthPx, heightPx } = frame;
  const scale = scalePx(frame);
  const right = (x - widthPx / 2) / scale;
  const up = (heightPx / 2 - y) / scale;
  const centreLat = view.latDeg * RAD_PER_DEG;
  if (frame.projection === 'flat') {
    const lat = centreLat + up;
    if (Math.abs(lat) > Math.PI / 2 || Math.abs(right) > Math.PI) return undefined;
    return { latDeg: lat / RAD_PER_DEG, lonDeg: wrapLon(view.lonDeg + right / RAD_PER_DEG) };
  }
  const toward = Math.sqrt(1 - right * right - up * up);
  if (Number.isNaN(toward)) return undefined;
  const z = up * Math.cos(centreLat) + toward * Math.sin(centreLat);
  const east = Math.atan2(right, toward * Math.cos(centreLat) - up * Math.sin(centreLat));
  return {
    latDeg: Math.asin(Math.max(-1, Math.min(1, z))) / RAD_PER_DEG,
    lonDeg: wrapLon(view.lonDeg + east / RAD_PER_DEG),
  };
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

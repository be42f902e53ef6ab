import { type Frame, type Point, pointOf, scalePx } from './frame.js';
import { d3Projection, outlineOf } from './geometry.js';
import { cellOf, cellOutline, type Place } from './healpix.js';
import type { Label } from './labels.js';
import { circlePath, pathOf } from './path.js';
import { strokeHaloed } from './stroke.js';
import type { Theme } from './theme.js';

export interface Pin extends Place {
  id: number;
  name: string;
  active: boolean;
}

/** Smallest cell that is outlined: in smaller ones the ring around the place hides the outline. */
const SMALLEST_CELL_PX = 18;

/** Paints a triangle for each station: filled where it is active, open where not. */
export function paintStations(
  context: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  stations: readonly Pin[],
  label: Label,
): void {
  for (const station of stations) {
    const at = pointOf(frame, station);
    if (!at) continue;
    const triangle = triangleAround(at);
    strokeHaloed(context, triangle, theme.station, 1.5, theme);
    context.fillStyle = station.active ? theme.station : theme.land;
    context.fill(triangle);
    label(station.name, at, 9);
  }
}

function triangleAround({ x, y }: Point): Path2D {
  const path = new Path2D();
  path.moveTo(x, y - 6);
  path.lineTo(x + 5.5, y + 4);
  path.lineTo(x - 5.5, y + 4);
  path.closePath();
  return path;
}

/**
 * Paints the place whose week is shown: a ring with a dot, and the outline of its cell, which shares its intensities,
 * where that is large enough to be seen.
 */
export function paintPlace(
  context: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  place: Place,
  nside: number,
): void {
  const at = pointOf(frame, place);
  if (!at) return;
  if (scalePx(frame) / nside > SMALLEST_CELL_PX) {
    const outline = outlineOf(cellOutline(nside, cellOf(nside, place)));
    strokeHaloed(context, pathOf(d3Projection(frame), outline), theme.place, 1, theme);
  }
  for (const radiusPx of [8, 1.5]) strokeHaloed(context, circlePath(at, radiusPx), theme.place, 2, theme);
}

/** Paints the cross where Enter picks. */
export function paintCross(context: CanvasRenderingContext2D, { widthPx, heightPx }: Frame, theme: Theme): void {
  const middle: Point = { x: widthPx / 2, y: heightPx / 2 };
  const cross = new Path2D();
  for (const [right, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    cross.moveTo(middle.x + 5 * right, middle.y + 5 * down);
    cross.lineTo(middle.x + 15 * right, middle.y + 15 * down);
  }
  strokeHaloed(context, cross, theme.text, 2, theme);
}

import { geoDistance } from 'd3-geo';
import { RAD_PER_DEG } from '../data/geodetic.js';
import { type Frame, projectorOf, scalePx } from '../map/projection.js';
import type { Outline } from './world.js';

/** Path that lines are added to: a Path2D, or something like it. */
interface Pen {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}

/**
 * Adds the outlines that may be in view to a path: as areas, or as lines. It is much quicker than d3, which clips any
 * shape and divides its edges.
 */
export function drawOutlines(frame: Frame, outlines: readonly Outline[], isArea: boolean, path: Pen): void {
  if (frame.projection === 'flat') drawFlat(frame, outlines, path);
  else drawOnGlobe(frame, outlines, isArea, path);
}

/** Draws the outlines that lie in the visible range of longitudes, each as often as the map shows it. */
function drawFlat(frame: Frame, outlines: readonly Outline[], path: Pen): void {
  const { view, widthPx, heightPx } = frame;
  const pxPerDeg = scalePx(frame) * RAD_PER_DEG;
  const reachDeg = Math.min(180, widthPx / 2 / pxPerDeg);
  for (const { points, westDeg, eastDeg } of outlines) {
    for (const turn of [-360, 0, 360]) {
      const middleDeg = view.lonDeg - turn;
      if (eastDeg < middleDeg - reachDeg || westDeg > middleDeg + reachDeg) continue;
      for (let i = 0; i < points.length; i += 2) {
        const x = widthPx / 2 + pxPerDeg * ((points[i] as number) - middleDeg);
        const y = heightPx / 2 + pxPerDeg * (view.latDeg - (points[i + 1] as number));
        if (i === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
    }
  }
}

/**
 * Draws the outlines in view. Behind the horizon, the edge of an area follows the rim, and a line ends. An area that
 * contained the point opposite the middle of the view would be drawn wrong; none that reaches into view is so large.
 */
function drawOnGlobe(frame: Frame, outlines: readonly Outline[], isArea: boolean, path: Pen): void {
  const { view, widthPx, heightPx } = frame;
  const project = projectorOf(frame);
  const scale = scalePx(frame);
  const reach = Math.asin(Math.min(1, Math.hypot(widthPx, heightPx) / 2 / scale));
  const at = { x: 0, y: 0 };
  for (const { points, middle, reach: own } of outlines) {
    if (geoDistance(middle, [view.lonDeg, view.latDeg]) > reach + own) continue;
    let wasSeen = false;
    for (let i = 0; i < points.length; i += 2) {
      const isSeen = project(points[i + 1] as number, points[i] as number, at);
      if (!isSeen) {
        const stretch = scale / (Math.hypot(at.x - widthPx / 2, at.y - heightPx / 2) || 1);
        at.x = widthPx / 2 + stretch * (at.x - widthPx / 2);
        at.y = heightPx / 2 + stretch * (at.y - heightPx / 2);
      }
      if (i === 0 || !(isArea || isSeen || wasSeen)) path.moveTo(at.x, at.y);
      else path.lineTo(at.x, at.y);
      wasSeen = isSeen;
    }
  }
}

import { geoCircle, geoGraticule, type GeoPermissibleObjects } from 'd3-geo';
import type { Theme } from '../colours/theme.js';
import { type Frame, projectionOf } from '../map/projection.js';
import { subsolarPoint } from '../map/satellite.js';
import { drawOutlines } from '../world/drawOutlines.js';
import type { Outline, World } from '../world/world.js';
import { clear, type Layers } from './layers.js';
import { pathOf } from './path.js';

const GRATICULE: GeoPermissibleObjects = geoGraticule().step([30, 30])();

/** Zoom from which the fine outlines are drawn, once they are loaded. */
export const FINE_ZOOM = 2.2;

function outlinePath(frame: Frame, outlines: readonly Outline[] = [], isArea = false): Path2D {
  const path = new Path2D();
  drawOutlines(frame, outlines, isArea, path);
  return path;
}

/** Paints sea and land beneath the cells; coasts, borders and graticule above them. */
export function paintGround({ ground, lines }: Layers, frame: Frame, theme: Theme, world: World): void {
  const projection = projectionOf(frame);
  const earth = pathOf(projection, { type: 'Sphere' });
  const outlines = (frame.view.zoom >= FINE_ZOOM && world.fine) || world.coarse;
  const coasts = outlinePath(frame, outlines?.coasts);

  clear(ground, frame.widthPx);
  ground.fillStyle = theme.ocean;
  ground.fill(earth);
  ground.save();
  ground.clip(earth);
  ground.fillStyle = theme.land;
  ground.fill(outlinePath(frame, outlines?.land, true), 'evenodd');
  ground.restore();

  clear(lines, frame.widthPx);
  lines.lineJoin = 'round';
  lines.lineWidth = 1;
  lines.strokeStyle = theme.graticule;
  lines.stroke(pathOf(projection, GRATICULE));
  lines.save();
  lines.clip(earth);
  lines.lineWidth = 0.7;
  lines.strokeStyle = theme.border;
  lines.stroke(outlinePath(frame, outlines?.borders));
  lines.lineWidth = 2;
  lines.strokeStyle = theme.halo;
  lines.stroke(coasts);
  lines.lineWidth = 0.8;
  lines.strokeStyle = theme.coast;
  lines.stroke(coasts);
  lines.restore();
  lines.lineWidth = 1;
  lines.strokeStyle = theme.limb;
  lines.stroke(earth);
}

/** Paints the night beneath the cells, whose colours it must not change. */
export function paintNight({ night }: Layers, frame: Frame, theme: Theme, timeMs: number | undefined): void {
  clear(night, frame.widthPx);
  if (timeMs === undefined) return;
  const { latDeg, lonDeg } = subsolarPoint(timeMs);
  const dark = geoCircle()
    .center([lonDeg + 180, -latDeg])
    .radius(90)
    .precision(4)();
  night.fillStyle = theme.night;
  night.fill(pathOf(projectionOf(frame), dark));
}

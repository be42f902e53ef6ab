import { geoCircle, geoGraticule, type GeoPermissibleObjects } from 'd3-geo';
import type { Theme } from '../colours/theme.js';
import { type Frame, projectionOf } from '../map/projection.js';
import { subsolarPoint } from '../map/satellite.js';
import { drawerOf, FINE_ZOOM, tilesInView } from '../world/tiles.js';
import type { Line } from '../world/world.js';
import type { World } from '../world/worldSource.js';
import { clear, type Layers } from './layers.js';
import { pathOf } from './path.js';

const GRATICULE: GeoPermissibleObjects = geoGraticule().step([30, 30])();

interface Outlines {
  land: Path2D;
  coasts: Path2D;
  borders: Path2D;
}

/** Visible outlines: fine ones if the view is near and they are loaded. */
function outlinesOf(frame: Frame, { coarse, tiles }: World): Outlines | undefined {
  if (tiles && frame.view.zoom >= FINE_ZOOM) {
    const inView = tilesInView(tiles, frame);
    const draw = drawerOf(frame);
    const pathWith = (linesOf: (tile: (typeof inView)[number]) => readonly Line[]): Path2D => {
      const path = new Path2D();
      for (const tile of inView) for (const line of linesOf(tile)) draw(line, path);
      return path;
    };
    return {
      land: pathWith(({ land }) => land),
      coasts: pathWith(({ coasts }) => coasts),
      borders: pathWith(({ borders }) => borders),
    };
  }
  if (!coarse) return undefined;
  const projection = projectionOf(frame);
  return {
    land: pathOf(projection, coarse.land),
    coasts: pathOf(projection, coarse.coasts),
    borders: pathOf(projection, coarse.borders),
  };
}

/** Paints sea and land beneath the cells; coasts, borders and graticule above them. */
export function paintGround({ ground, lines }: Layers, frame: Frame, theme: Theme, world: World): void {
  const projection = projectionOf(frame);
  const earth = pathOf(projection, { type: 'Sphere' });
  const outlines = outlinesOf(frame, world);

  clear(ground, frame.widthPx);
  ground.fillStyle = theme.ocean;
  ground.fill(earth);
  ground.fillStyle = theme.land;
  if (outlines) ground.fill(outlines.land, 'evenodd');

  clear(lines, frame.widthPx);
  lines.lineJoin = 'round';
  lines.lineWidth = 1;
  lines.strokeStyle = theme.graticule;
  lines.stroke(pathOf(projection, GRATICULE));
  if (outlines) {
    lines.lineWidth = 0.7;
    lines.strokeStyle = theme.border;
    lines.stroke(outlines.borders);
    lines.lineWidth = 2;
    lines.strokeStyle = theme.halo;
    lines.stroke(outlines.coasts);
    lines.lineWidth = 0.8;
    lines.strokeStyle = theme.coast;
    lines.stroke(outlines.coasts);
  }
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

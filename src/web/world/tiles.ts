import { geoDistance } from 'd3-geo';
import { RAD_PER_DEG, wrapLon } from '../data/geodetic.js';
import { type Frame, projectorOf, scalePx } from '../map/projection.js';
import { type Line, type Tile, TILE_DEG } from './world.js';

/** Zoom from which the fine outlines are drawn. */
export const FINE_ZOOM = 2.2;
/** Half the diagonal of a tile on the equator: no point of a tile is farther from its middle. */
const REACH_DEG = (TILE_DEG / 2) * Math.SQRT2;

/** Tiles that may be in view. */
export function tilesInView(tiles: readonly Tile[], frame: Frame): Tile[] {
  const { view, widthPx, heightPx, projection } = frame;
  const scale = scalePx(frame);
  const half = TILE_DEG / 2;
  if (projection === 'flat') {
    const [right, down] = [widthPx / 2, heightPx / 2].map((px) => px / scale / RAD_PER_DEG + half) as [number, number];
    return tiles.filter(
      ({ westDeg, southDeg }) =>
        Math.abs(wrapLon(westDeg + half - view.lonDeg)) < right && Math.abs(southDeg + half - view.latDeg) < down,
    );
  }
  const reach = Math.asin(Math.min(1, Math.hypot(widthPx, heightPx) / 2 / scale)) + REACH_DEG * RAD_PER_DEG;
  return tiles.filter(
    ({ westDeg, southDeg }) => geoDistance([westDeg + half, southDeg + half], [view.lonDeg, view.latDeg]) < reach,
  );
}

/** Path that lines are added to: a Path2D, or something like it. */
interface Pen {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}

type Draw = (line: Line, path: Pen) => void;

/**
 * Returns a function that draws lines of a tile; where a line is behind the horizon, it follows the rim. It is much
 * quicker than d3, which clips any shape.
 */
export function drawerOf(frame: Frame): Draw {
  const project = projectorOf(frame);
  const scale = scalePx(frame);
  const [middleX, middleY] = [frame.widthPx / 2, frame.heightPx / 2];
  const isFlat = frame.projection === 'flat';
  return (line, path) => {
    const first = { x: 0, y: 0 };
    const at = { x: 0, y: 0 };
    for (let i = 0; i < line.length; i += 2) {
      const [lonDeg, latDeg] = [line[i] as number, line[i + 1] as number];
      if (!project(latDeg, lonDeg, at)) {
        const length = Math.hypot(at.x - middleX, at.y - middleY) || 1;
        at.x = middleX + (scale * (at.x - middleX)) / length;
        at.y = middleY + (scale * (at.y - middleY)) / length;
      }
      if (i === 0) {
        Object.assign(first, at);
        path.moveTo(at.x, at.y);
        continue;
      }
      // On the flat map a line stays beside its first point, even past the map's edge: it must not jump to the opposite
      // edge.
      if (isFlat) at.x = first.x + scale * RAD_PER_DEG * (lonDeg - (line[0] as number));
      path.lineTo(at.x, at.y);
    }
  };
}

import { type Frame, RAD_PER_DEG, scalePx } from './frame.js';
import { wrapLon } from './healpix.js';
import { type Line, type Tile, TILE_DEG } from './world.js';

/** Zoom from which the fine earth is worth its bytes. */
export const FINE_ZOOM = 2.2;
/** Half a tile's diagonal on the equator. */
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
  const centre = view.latDeg * RAD_PER_DEG;
  return tiles.filter(({ westDeg, southDeg }) => {
    const lat = (southDeg + half) * RAD_PER_DEG;
    const east = (westDeg + half - view.lonDeg) * RAD_PER_DEG;
    const cosine = Math.sin(centre) * Math.sin(lat) + Math.cos(centre) * Math.cos(lat) * Math.cos(east);
    return Math.acos(Math.max(-1, Math.min(1, cosine))) < reach;
  });
}

/** What lines are drawn into: a Path2D, or something like it. */
interface Pen {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}

type Draw = (line: Line, path: Pen) => void;

/**
 * Draws lines of a tile, which is at most partly behind the horizon: what is behind it goes along the rim. Much quicker
 * than d3, which cuts anything anywhere.
 */
export function drawerOf(frame: Frame): Draw {
  const { view, widthPx, heightPx, projection } = frame;
  const scale = scalePx(frame);
  const [middleX, middleY] = [widthPx / 2, heightPx / 2];
  const sinCentre = Math.sin(view.latDeg * RAD_PER_DEG);
  const cosCentre = Math.cos(view.latDeg * RAD_PER_DEG);
  if (projection === 'flat') {
    return (line, path) => {
      // All points lie on one side of the map's edge, opposite the middle, that their tile's first point lies on.
      const turn = 360 * Math.round((view.lonDeg - (line[0] as number)) / 360);
      for (let i = 0; i < line.length; i += 2) {
        const x = middleX + scale * RAD_PER_DEG * ((line[i] as number) + turn - view.lonDeg);
        const y = middleY + scale * RAD_PER_DEG * (view.latDeg - (line[i + 1] as number));
        if (i === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
    };
  }
  return (line, path) => {
    for (let i = 0; i < line.length; i += 2) {
      const east = ((line[i] as number) - view.lonDeg) * RAD_PER_DEG;
      const lat = (line[i + 1] as number) * RAD_PER_DEG;
      const [sin, cos] = [Math.sin(lat), Math.cos(lat)];
      const toward = cos * Math.cos(east);
      let right = cos * Math.sin(east);
      let up = sin * cosCentre - toward * sinCentre;
      if (sin * sinCentre + toward * cosCentre < 0) {
        const length = Math.hypot(right, up) || 1;
        right /= length;
        up /= length;
      }
      const x = middleX + scale * right;
      const y = middleY - scale * up;
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
  };
}

import { cellOfDirection, quartersOf } from './healpix.js';
import { type Frame, RAD_PER_DEG, scalePx } from './frame.js';

/**
 * Cell under each pixel of a picture. It changes only with the view, so that a step in time costs one look-up a pixel.
 */
export interface Raster {
  nside: number;
  widthPx: number;
  heightPx: number;
  /** Cells row by row from the upper left; 12 nside² beside the earth. */
  cells: Int32Array;
}

/**
 * Raster of a frame.
 *
 * @param density pixels of the picture per CSS pixel of the frame
 */
export function rasterOf(frame: Frame, nside: number, density: number): Raster {
  const widthPx = Math.max(1, Math.round(frame.widthPx * density));
  const heightPx = Math.max(1, Math.round(frame.heightPx * density));
  const raster = { nside, widthPx, heightPx, cells: new Int32Array(widthPx * heightPx).fill(12 * nside * nside) };
  if (frame.projection === 'globe') fillGlobe(frame, raster);
  else fillFlat(frame, raster);
  return raster;
}

function fillGlobe(frame: Frame, { nside, widthPx, heightPx, cells }: Raster): void {
  const scale = scalePx(frame);
  const step = frame.widthPx / widthPx / scale;
  const stepDown = frame.heightPx / heightPx / scale;
  const sinLat = Math.sin(frame.view.latDeg * RAD_PER_DEG);
  const cosLat = Math.cos(frame.view.latDeg * RAD_PER_DEG);
  const centre = quartersOf(frame.view.lonDeg);
  for (let row = 0; row < heightPx; row++) {
    const up = (heightPx / 2 - row - 0.5) * stepDown;
    const reach = Math.sqrt(1 - up * up);
    // NaN where the row misses the globe: then it has no columns.
    const first = Math.max(0, Math.ceil(widthPx / 2 - 0.5 - reach / step));
    const last = Math.min(widthPx - 1, Math.floor(widthPx / 2 - 0.5 + reach / step));
    for (let column = first; column <= last; column++) {
      const right = (column + 0.5 - widthPx / 2) * step;
      const toward = Math.sqrt(Math.max(0, 1 - up * up - right * right));
      const z = up * cosLat + toward * sinLat;
      const quarters = centre + Math.atan2(right, toward * cosLat - up * sinLat) / (Math.PI / 2);
      const turned = quarters < 0 ? quarters + 4 : quarters >= 4 ? quarters - 4 : quarters;
      cells[row * widthPx + column] = cellOfDirection(nside, z, turned);
    }
  }
}

function fillFlat(frame: Frame, { nside, widthPx, heightPx, cells }: Raster): void {
  const scale = scalePx(frame);
  const stepDeg = frame.widthPx / widthPx / scale / RAD_PER_DEG;
  const stepDownDeg = frame.heightPx / heightPx / scale / RAD_PER_DEG;
  const first = Math.max(0, Math.ceil(widthPx / 2 - 0.5 - 180 / stepDeg));
  const last = Math.min(widthPx - 1, Math.floor(widthPx / 2 - 0.5 + 180 / stepDeg));
  const quarters = Float64Array.from({ length: widthPx }, (_, column) =>
    quartersOf(frame.view.lonDeg + (column + 0.5 - widthPx / 2) * stepDeg),
  );
  for (let row = 0; row < heightPx; row++) {
    const latDeg = frame.view.latDeg + (heightPx / 2 - row - 0.5) * stepDownDeg;
    if (Math.abs(latDeg) > 90) continue;
    const z = Math.sin(latDeg * RAD_PER_DEG);
    for (let column = first; column <= last; column++) {
      cells[row * widthPx + column] = cellOfDirection(nside, z, quarters[column] as number);
    }
  }
}

/**
 * Paints each pixel in the colour of its cell.
 *
 * @param colours colour by cell, and a last one for what lies beside the earth
 * @param pixels as many as the raster has
 */
export function paintRaster({ cells }: Raster, colours: Uint32Array, pixels: Uint32Array): void {
  for (let i = 0; i < cells.length; i++) pixels[i] = colours[cells[i] as number] as number;
}

import { cellOfDirection, quartersOf } from './healpix.js';
import { type Frame, unprojectorOf } from './projection.js';

/**
 * Cell under each pixel of a picture. It changes only with the view, so that another minute costs one look-up a pixel.
 */
export interface Raster {
  nside: number;
  widthPx: number;
  heightPx: number;
  /** Cells row by row from the upper left; 12 nside² beside the earth. */
  cells: Int32Array;
}

/**
 * Returns the raster of a frame.
 *
 * @param density pixels of the picture per CSS pixel of the frame
 */
export function rasterOf(frame: Frame, nside: number, density: number): Raster {
  const widthPx = Math.max(1, Math.round(frame.widthPx * density));
  const heightPx = Math.max(1, Math.round(frame.heightPx * density));
  const cells = new Int32Array(widthPx * heightPx);
  const unproject = unprojectorOf(frame);
  const [across, down] = [frame.widthPx / widthPx, frame.heightPx / heightPx];
  const ray = { z: 0, quarters: 0 };
  for (let row = 0, pixel = 0; row < heightPx; row++) {
    const y = (row + 0.5) * down;
    for (let column = 0; column < widthPx; column++) {
      const isOnEarth = unproject((column + 0.5) * across, y, ray);
      cells[pixel++] = isOnEarth ? cellOfDirection(nside, ray.z, quartersOf(90 * ray.quarters)) : 12 * nside * nside;
    }
  }
  return { nside, widthPx, heightPx, cells };
}

/**
 * Paints each pixel in the colour of its cell.
 *
 * @param colours colour by cell, and a last one for points beside the earth
 * @param pixels as many as the raster has
 */
export function paintRaster({ cells }: Raster, colours: Uint32Array, pixels: Uint32Array): void {
  for (let i = 0; i < cells.length; i++) pixels[i] = colours[cells[i] as number] as number;
}

import { coloursOf } from '../map/cells.js';
import type { Frame } from '../map/projection.js';
import { paintRaster, type Raster, rasterOf } from '../map/raster.js';

/** Most pixels of the cells' picture: more would be slower, and no cell would look better. */
const MOST_PIXELS = 1_600_000;
/** Width and height, in pixels, of the squares that are painted while the view moves. */
const COARSENESS = 3;

/**
 * Returns a function that paints the cells in view, cut by a path in CSS pixels if there is one; none without
 * intensities. A moving view is painted coarsely.
 */
export function createCellPainter(context: CanvasRenderingContext2D) {
  let raster: (Raster & { frame: Frame }) | undefined;
  let image: ImageData | undefined;
  return (
    frame: Frame,
    isMoving: boolean,
    intensities: Int32Array | undefined,
    pixelsOfIntensity: Uint32Array,
    within: Path2D | undefined,
  ): void => {
    const { canvas } = context;
    const sharp = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, frame.widthPx * frame.heightPx)));
    const density = isMoving ? sharp / COARSENESS : sharp;
    const widthPx = Math.max(1, Math.round(frame.widthPx * density));
    const heightPx = Math.max(1, Math.round(frame.heightPx * density));
    if (canvas.width !== widthPx || canvas.height !== heightPx) {
      canvas.width = widthPx;
      canvas.height = heightPx;
      image = undefined;
    }
    if (!intensities) return context.clearRect(0, 0, widthPx, heightPx);
    image ??= context.createImageData(widthPx, heightPx);
    const nside = Math.sqrt(intensities.length / 12);
    if (raster?.frame !== frame || raster.nside !== nside || raster.widthPx !== widthPx) {
      raster = { ...rasterOf(frame, nside, density), frame };
    }
    paintRaster(raster, coloursOf(intensities, pixelsOfIntensity), new Uint32Array(image.data.buffer));
    context.putImageData(image, 0, 0);
    if (!within) return;
    // Unlike a clip, this also cuts the pixels that putImageData has written.
    context.save();
    context.scale(widthPx / frame.widthPx, heightPx / frame.heightPx);
    context.globalCompositeOperation = 'destination-in';
    context.fill(within);
    context.restore();
  };
}

import { coloursOf } from '../map/cells.js';
import type { Frame } from '../map/projection.js';
import { paintRaster, type Raster, rasterOf } from '../map/raster.js';

/** Most pixels of the cells' picture: more would be slower, and no cell would look better. */
const MOST_PIXELS = 1_600_000;
/** Width and height, in pixels, of the squares that are painted while the view moves. */
const COARSENESS = 3;

export interface CellPainter {
  /** Sets the view; a moving one is painted coarsely. */
  look: (frame: Frame, moving: boolean) => void;
  /** Paints the cells in view, as far as they lie within a path in CSS pixels; none without intensities. */
  paint: (intensities: Int32Array | undefined, pixelsOfIntensity: Uint32Array, within: Path2D | undefined) => void;
}

export function createCellPainter(context: CanvasRenderingContext2D): CellPainter {
  let frame: Frame | undefined;
  let density = 1;
  let raster: Raster | undefined;
  let image: ImageData | undefined;
  return {
    look: (next, moving) => {
      const sharp = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, next.widthPx * next.heightPx)));
      frame = next;
      density = moving ? sharp / COARSENESS : sharp;
      raster = undefined;
    },
    paint: (intensities, pixelsOfIntensity, within) => {
      if (!frame) return;
      const { canvas } = context;
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
      if (raster?.nside !== nside) raster = rasterOf(frame, nside, density);
      paintRaster(raster, coloursOf(intensities, pixelsOfIntensity), new Uint32Array(image.data.buffer));
      context.putImageData(image, 0, 0);
      if (!within) return;
      // Unlike a clip, this also cuts what putImageData has written.
      context.save();
      context.scale(widthPx / frame.widthPx, heightPx / frame.heightPx);
      context.globalCompositeOperation = 'destination-in';
      context.fill(within);
      context.restore();
    },
  };
}

import { DENSEST } from '../components/useCanvas.js';

export type Layers = ReturnType<typeof createLayers>;

/**
 * Canvases of a map, one above the other: each is painted anew only when its content has changed. Throws Error if the
 * browser has no 2d canvas.
 */
export function createLayers(parent: HTMLElement) {
  const layer = (settings?: CanvasRenderingContext2DSettings): CanvasRenderingContext2D => {
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    parent.append(canvas);
    const context = canvas.getContext('2d', settings);
    if (!context) throw new Error('this browser has no 2d canvas');
    return context;
  };
  /** Layer of sea and land. */
  const ground = layer();
  const night = layer();
  // The browser keeps this canvas in main memory, because its pixels are written one by one.
  const cells = layer({ willReadFrequently: true });
  cells.canvas.className = 'cells';
  /** Layer of coasts and graticule. */
  const lines = layer();
  /** Layer of satellites, tracks and places. */
  const marks = layer();
  /** Resizes all layers to CSS pixels, except that of the cells, whose size follows their raster. */
  const resize = (widthPx: number, heightPx: number): void => {
    const density = Math.min(DENSEST, devicePixelRatio);
    for (const { canvas } of [ground, night, lines, marks]) {
      canvas.width = Math.max(1, Math.round(widthPx * density));
      canvas.height = Math.max(1, Math.round(heightPx * density));
    }
  };
  return { ground, night, cells, lines, marks, resize };
}

/** Clears the canvas and scales it to CSS pixels. */
export function clear(context: CanvasRenderingContext2D, widthPx: number): void {
  const { canvas } = context;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.scale(canvas.width / widthPx, canvas.width / widthPx);
}

import type { Theme } from './theme.js';

/** Strokes a path over its halo, so that it shows on cells of any colour. */
export function strokeHaloed(
  context: CanvasRenderingContext2D,
  path: Path2D,
  colour: string,
  widthPx: number,
  theme: Theme,
): void {
  context.lineWidth = widthPx + 2;
  context.strokeStyle = theme.halo;
  context.stroke(path);
  context.lineWidth = widthPx;
  context.strokeStyle = colour;
  context.stroke(path);
}

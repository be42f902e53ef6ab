import { type Frame, pointOf } from './frame.js';
import type { Theme } from './theme.js';

const SIDE_PX = 1.5;
const STRENGTH = 0.34;

/**
 * Paints the other satellites as faint dots: squares, as thousands of circles take ten times as long and look the same.
 *
 * @param places latitude and longitude in degrees, satellite by satellite
 */
export function paintOthers(context: CanvasRenderingContext2D, frame: Frame, theme: Theme, places: Float32Array): void {
  context.save();
  context.globalAlpha = STRENGTH;
  context.fillStyle = theme.text;
  for (let i = 0; i < places.length; i += 2) {
    const at = pointOf(frame, { latDeg: places[i] as number, lonDeg: places[i + 1] as number });
    if (at) context.fillRect(at.x - SIDE_PX / 2, at.y - SIDE_PX / 2, SIDE_PX, SIDE_PX);
  }
  context.restore();
}

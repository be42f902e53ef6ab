import type { Theme } from '../colours/theme.js';
import { type InBeam, type OtherDots, tintOf } from '../map/others.js';
import { type Frame, type Point, pointOf } from '../map/projection.js';
import { circlePath, strokeHaloed } from './path.js';

const SIDE_PX = 4;
const STRENGTH = 0.62;

/**
 * Paints the other satellites as faint dots: squares, as thousands of circles take ten times as long and look the same.
 */
export function paintOthers(context: CanvasRenderingContext2D, frame: Frame, theme: Theme, dots: OtherDots): void {
  const { places } = dots;
  const byTint = theme.others.map((): Point[] => []);
  for (let i = 0; i < places.length; i += 2) {
    const tint = tintOf(dots, i / 2);
    if (tint === undefined) continue;
    const at = pointOf(frame, { latDeg: places[i] as number, lonDeg: places[i + 1] as number });
    if (at && !Number.isNaN(at.x)) byTint[tint]?.push(at);
  }
  context.save();
  context.globalAlpha = STRENGTH;
  for (const [tint, points] of byTint.entries()) {
    context.fillStyle = theme.others[tint] ?? theme.text;
    for (const { x, y } of points) context.fillRect(x - SIDE_PX / 2, y - SIDE_PX / 2, SIDE_PX, SIDE_PX);
  }
  context.restore();
}

/** Paints a ring around each satellite in the beam; returns names and points, to write the names later. */
export function paintInBeam(
  context: CanvasRenderingContext2D,
  frame: Frame,
  theme: Theme,
  inBeam: readonly InBeam[],
): { name: string; at: Point }[] {
  return inBeam.flatMap((one) => {
    const at = pointOf(frame, one);
    if (!at) return [];
    strokeHaloed(context, circlePath(at, 6), theme.alarm, 2, theme);
    return [{ name: one.name, at }];
  });
}

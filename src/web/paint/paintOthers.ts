import { type InBeam, type OtherDots, tintOf } from '../map/others.js';
import { type Point, pointOf } from '../map/projection.js';
import type { MapPainting } from './labels.js';
import { circlePath, strokeHaloed } from './path.js';

const SIDE_PX = 4;
const STRENGTH = 0.62;

/** Paints the other satellites as faint dots: squares, because circles take ten times as long and look the same. */
export function paintOthers({ context, frame, theme }: MapPainting, dots: OtherDots): void {
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

/** Paints a ring around each satellite in the beam, and above all rings their names. */
export function paintInBeam({ context, frame, theme, label }: MapPainting, inBeam: readonly InBeam[]): void {
  const seen = inBeam.flatMap(({ name, ...place }) => {
    const at = pointOf(frame, place);
    return at ? [{ name, at }] : [];
  });
  for (const { at } of seen) strokeHaloed(context, circlePath(at, 6), theme.alarm, 2, theme);
  for (const { name, at } of seen) label(name, at, 9, 'alarm');
}

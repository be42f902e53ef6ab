import type { Theme } from '../colours/theme.js';
import { type Frame, type Point, pointOf } from '../map/projection.js';
import { circlePath, strokeHaloed } from './path.js';

/** Other satellites of one minute. */
export interface OtherDots {
  /** Latitude and longitude of the place below each satellite, in degrees, satellite by satellite. */
  places: Float32Array;
  /** Operator of each satellite, as an index into the colours; undefined while operators are not known. */
  kinds: ArrayLike<number> | undefined;
}

/** Another satellite within the beam from the chosen place. */
export interface InBeam {
  name: string;
  latDeg: number;
  lonDeg: number;
}

const SIDE_PX = 2;
const STRENGTH = 0.62;

/**
 * Paints the other satellites as faint dots: squares, as thousands of circles take ten times as long and look the same.
 */
export function paintOthers(context: CanvasRenderingContext2D, frame: Frame, theme: Theme, dots: OtherDots): void {
  const { places, kinds } = dots;
  const rest = theme.others.length - 1;
  const byKind = theme.others.map((): Point[] => []);
  for (let i = 0; i < places.length; i += 2) {
    const at = pointOf(frame, { latDeg: places[i] as number, lonDeg: places[i + 1] as number });
    if (at && !Number.isNaN(at.x)) byKind[kinds?.[i / 2] ?? rest]?.push(at);
  }
  context.save();
  context.globalAlpha = STRENGTH;
  for (const [kind, points] of byKind.entries()) {
    context.fillStyle = theme.others[kind] ?? theme.text;
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
    strokeHaloed(context, circlePath(at, 5), theme.text, 2, theme);
    return [{ name: one.name, at }];
  });
}

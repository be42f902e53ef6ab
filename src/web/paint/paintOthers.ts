import type { Theme } from '../colours/theme.js';
import { type Frame, type Point, pointOf } from '../map/projection.js';
import { circlePath, strokeHaloed } from './path.js';

/** Other satellites of one minute. */
export interface OtherDots {
  /** Latitude and longitude of the place below each satellite, in degrees, satellite by satellite. */
  places: Float32Array;
  /** Operator of each satellite, as an index into `tints`; undefined while operators are not known. */
  kinds: ArrayLike<number> | undefined;
  /** Index of each operator's colour in the theme; undefined for operators that are switched off. */
  tints: readonly (number | undefined)[];
}

/** Another satellite within the beam from the chosen place. */
export interface InBeam {
  name: string;
  latDeg: number;
  lonDeg: number;
}

const SIDE_PX = 4;
const STRENGTH = 0.62;
/** Colour in the theme of satellites whose operator has none of its own, or is not known. */
export const REST = 6;

/** Index of a satellite's colour in the theme; undefined where its operator is switched off. */
export function tintOf({ kinds, tints }: OtherDots, index: number): number | undefined {
  return kinds ? tints[kinds[index] ?? -1] : REST;
}

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

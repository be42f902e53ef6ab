import { between } from './colour.js';
import { SCALE_COLOURS } from './scale.js';
import type { ThemeName } from './theme.js';

/** Separation in degrees around which the scale turns from linear to logarithmic. */
const TURN_DEG = 1;
const FARTHEST_DEG = 180;

const LIGHT_COLOURS = SCALE_COLOURS.toReversed();

/** Position of a separation on the colour scale: 1 for two satellites in the same direction, 0 for opposite ones. */
export function nearness(separationDeg: number): number {
  const part = Math.log1p(separationDeg / TURN_DEG) / Math.log1p(FARTHEST_DEG / TURN_DEG);
  return 1 - Math.min(1, Math.max(0, part));
}

/** Colour of a separation: a nearer one contrasts more with the background, in steps that look even. */
export function separationColour(separationDeg: number, theme: ThemeName): string {
  return between(theme === 'dark' ? SCALE_COLOURS : LIGHT_COLOURS, nearness(separationDeg));
}

/** Separations that the legend names, in degrees. */
export const NAMED_SEPARATIONS: readonly number[] = [0, 1, 2, 5, 10, 30, 90];

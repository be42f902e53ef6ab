import { between } from './scale.js';
import type { ThemeName } from './theme.js';

/** Separation in degrees around which the scale turns from linear to logarithmic. */
const TURN_DEG = 1;
const FARTHEST_DEG = 180;

/** Colours of the farthest and of the nearest satellite: one hue, the nearest the strongest against the ground. */
const ENDS: Record<ThemeName, readonly [far: string, near: string]> = {
  light: ['#b3c9da', '#05395c'],
  dark: ['#3b5267', '#d3ecff'],
};

/** Position of a separation on the colour scale: 1 for two satellites in the same direction, 0 for opposite ones. */
export function nearness(separationDeg: number): number {
  const part = Math.log1p(separationDeg / TURN_DEG) / Math.log1p(FARTHEST_DEG / TURN_DEG);
  return 1 - Math.min(1, Math.max(0, part));
}

/** Colour of a separation outside of the beam. */
export function separationColour(separationDeg: number, theme: ThemeName): string {
  return between(ENDS[theme], nearness(separationDeg));
}

/** Separations that the legend names, in degrees. */
export const NAMED_SEPARATIONS: readonly number[] = [0, 1, 5, 10, 30, 90];

import { CLEAR_COLOUR, LEVEL_COLOURS } from '../map/scale.js';
import type { StripColours } from './paintEncounters.js';

/** Colours of clear minutes and of the risk levels, low to severe. */
export const LEVEL_MARKS = { clear: CLEAR_COLOUR, levels: Object.values(LEVEL_COLOURS) } as const;

/** Colours of the strip of encounters, from the style sheet. */
export function stripColours(): StripColours {
  const style = getComputedStyle(document.documentElement);
  return {
    pass: style.getPropertyValue('--edge'),
    clear: style.getPropertyValue('--done'),
    untold: style.getPropertyValue('--line'),
  };
}

/** Colours of the chart: levels as on the map, the rest from the style sheet. */
export interface ChartColours {
  ink: string;
  soft: string;
  grid: string;
  levels: readonly string[];
  clear: string;
}

export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  return {
    ink: style.getPropertyValue('--ink'),
    soft: style.getPropertyValue('--soft'),
    grid: style.getPropertyValue('--line'),
    ...LEVEL_MARKS,
  };
}

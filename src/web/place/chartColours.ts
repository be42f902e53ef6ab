import { legend } from '../map/index.js';
import type { Theme } from '../theme.js';
import type { StripColours } from './paintEncounters.js';

/** Colours of the map for clear places and for the risk levels, low to severe. */
export function levelColours(theme: Theme): { clear: string; levels: readonly string[] } {
  const [clear = '', ...levels] = legend('risk', theme, 0).map(({ colour }) => colour);
  return { clear, levels };
}

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

export function chartColours(theme: Theme): ChartColours {
  const style = getComputedStyle(document.documentElement);
  return {
    ink: style.getPropertyValue('--ink'),
    soft: style.getPropertyValue('--soft'),
    grid: style.getPropertyValue('--line'),
    ...levelColours(theme),
  };
}

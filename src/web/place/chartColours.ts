import { CLEAR_COLOUR, LEVEL_COLOURS } from '../map/scale.js';

/** Colours of clear minutes and of the risk levels, low to severe. */
export const LEVEL_MARKS = { clear: CLEAR_COLOUR, levels: Object.values(LEVEL_COLOURS) } as const;

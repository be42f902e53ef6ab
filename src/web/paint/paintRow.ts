import { colourOf, type Scale } from '../colours/scale.js';
import { type Counts, OUT_OF_VIEW } from '../place/week.js';
import { styleColour } from '../theme.js';
import { condensed } from './condense.js';

/**
 * Colours of minutes: `counts` by count, the last one for all higher counts; `untold` for minutes that are not counted.
 */
export interface CellColours {
  counts: readonly string[];
  untold: string;
}

/** Colours of counts on a scale; the style sheet gives the colour of minutes that are not counted. */
export function cellColours(scale: Scale): CellColours {
  return {
    counts: Array.from({ length: scale.to + 1 }, (_none, count) => colourOf(scale, count)),
    untold: styleColour('edge'),
  };
}

export function cellColour({ counts, untold }: CellColours, count: number): string {
  return count < 0 ? untold : (counts[Math.min(count, counts.length - 1)] ?? untold);
}

/** Rectangle of a canvas in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Height of a minute that is not counted, as a fraction of a cell. */
const UNTOLD_PART = 0.3;

/**
 * Paints a cell per count, from left to right; with fewer pixels than counts, a cell shows the highest of several.
 * Minutes out of view stay empty.
 *
 * @param density device pixels of a CSS pixel
 */
export function paintRow(
  context: CanvasRenderingContext2D,
  counts: Counts,
  colours: CellColours,
  { x, y, width, height, density }: Box & { density: number },
): void {
  const pixels = Math.max(1, Math.round(width * density));
  const shown = counts.length > pixels ? condensed(counts, pixels) : counts;
  const left = (part: number): number => Math.round((x + (part * width) / shown.length) * density) / density;
  for (let from = 0, to = 1; from < shown.length; from = to++) {
    const count = shown[from] ?? OUT_OF_VIEW;
    while (to < shown.length && shown[to] === count) to++;
    if (count === OUT_OF_VIEW) continue;
    const cell = count < 0 ? UNTOLD_PART * height : height;
    context.fillStyle = cellColour(colours, count);
    context.fillRect(left(from), y + height - cell, left(to) - left(from), cell);
  }
}

import type { Theme } from '../colours/theme.js';
import type { Point } from '../map/projection.js';

type Weight = 'strong' | 'quiet';

/**
 * Writes a text beside a symbol where there is room: right of it, left, above or below. Returns whether there was room.
 * A strong text also keeps its symbol free of later texts.
 */
export type Label = (text: string, at: Point, gapPx: number, weight?: Weight) => boolean;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT_PX = 14;
/** Gap between a symbol and its text. */
const CLEARANCE_PX = 2;
const FONTS: Record<Weight, string> = {
  strong: '600 11px system-ui, sans-serif',
  quiet: '400 11px system-ui, sans-serif',
};

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Places of a text around a point, the best first. */
function boxesAround({ x, y }: Point, widthPx: number, gapPx: number): Box[] {
  const box = (left: number, middle: number): Box => ({
    left,
    right: left + widthPx,
    top: middle - HEIGHT_PX / 2,
    bottom: middle + HEIGHT_PX / 2,
  });
  const away = gapPx + HEIGHT_PX / 2;
  return [
    box(x + gapPx, y),
    box(x - gapPx - widthPx, y),
    box(x - widthPx / 2, y - away),
    box(x - widthPx / 2, y + away),
  ];
}

/** Creates the function that writes the labels of one picture; earlier labels have precedence. */
export function createLabels(
  context: CanvasRenderingContext2D,
  frame: { widthPx: number; heightPx?: number },
  theme: Theme,
): Label {
  const taken: Box[] = [];
  const reserve = ({ x, y }: Point, reach: number): void =>
    void taken.push({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });
  const isFree = (box: Box): boolean =>
    box.left >= 0 &&
    box.right <= frame.widthPx &&
    box.top >= 0 &&
    box.bottom <= (frame.heightPx ?? Infinity) &&
    !taken.some((other) => overlap(box, other));
  return (text, at, gapPx, weight = 'strong') => {
    if (weight === 'strong') reserve(at, gapPx - CLEARANCE_PX);
    context.font = FONTS[weight];
    context.textBaseline = 'middle';
    const width = context.measureText(text).width;
    const box = boxesAround(at, width, gapPx).find(isFree);
    if (!box) return false;
    taken.push(box);
    const middle = (box.top + box.bottom) / 2;
    context.lineWidth = 3.5;
    context.strokeStyle = theme.labelHalo;
    context.strokeText(text, box.left, middle);
    context.fillStyle = weight === 'strong' ? theme.text : theme.city;
    context.fillText(text, box.left, middle);
    return true;
  };
}

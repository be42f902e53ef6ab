import type { Theme } from '../colours/theme.js';
import type { Frame, Point } from '../map/projection.js';

type Weight = 'strong' | 'quiet' | 'alarm';

/**
 * Writes a text beside a symbol where there is room: right of it, left, above or below. Returns whether there was room.
 * All but quiet texts also keep their symbols free of later ones; `alarm` is for satellites in the beam.
 */
export type Label = (text: string, at: Point, gapPx: number, weight?: Weight) => boolean;

/** Canvas of a map, its view and colours, and the function that writes names in it. */
export interface MapPainting {
  context: CanvasRenderingContext2D;
  frame: Frame;
  theme: Theme;
  label: Label;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT_PX = 16;
/** Gap between a symbol and its text. */
const CLEARANCE_PX = 2;
/** Font of all texts in pictures, as that of the page. */
export const PICTURE_FONT =
  "13px 'Inter Variable', 'Arial as Inter', 'Roboto as Inter', 'DejaVu as Inter', system-ui, sans-serif";

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
    if (weight !== 'quiet') reserve(at, gapPx - CLEARANCE_PX);
    context.font = `${weight === 'quiet' ? 400 : 600} ${PICTURE_FONT}`;
    context.textBaseline = 'middle';
    const width = context.measureText(text).width;
    const box = boxesAround(at, width, gapPx).find(isFree);
    if (!box) return false;
    taken.push(box);
    const middle = (box.top + box.bottom) / 2;
    context.lineWidth = 3.5;
    context.strokeStyle = theme.labelHalo;
    context.strokeText(text, box.left, middle);
    context.fillStyle = { strong: theme.text, quiet: theme.city, alarm: theme.alarm }[weight];
    context.fillText(text, box.left, middle);
    return true;
  };
}

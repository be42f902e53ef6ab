import type { Frame, Point } from './frame.js';
import type { Theme } from './theme.js';

/** Writes a text right of a symbol, or left of it, or not at all where others stand already. Returns whether it did. */
export type Label = (text: string, at: Point, gapPx: number) => boolean;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT_PX = 14;
/** Gap between a symbol and its text. */
const CLEARANCE_PX = 2;
const FONT = '500 11px system-ui, sans-serif';

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Creates the labels of one picture; earlier ones have precedence. */
export function createLabels(context: CanvasRenderingContext2D, frame: Pick<Frame, 'widthPx'>, theme: Theme): Label {
  const taken: Box[] = [];
  return (text, { x, y }, gapPx) => {
    context.font = FONT;
    context.textBaseline = 'middle';
    const width = context.measureText(text).width;
    const boxes = [x + gapPx, x - gapPx - width].map((left): Box => ({
      left,
      top: y - HEIGHT_PX / 2,
      right: left + width,
      bottom: y + HEIGHT_PX / 2,
    }));
    const reach = gapPx - CLEARANCE_PX;
    taken.push({ left: x - reach, right: x + reach, top: y - HEIGHT_PX / 2, bottom: y + HEIGHT_PX / 2 });
    const free = boxes.find(
      (box) => box.left >= 0 && box.right <= frame.widthPx && !taken.some((other) => overlap(box, other)),
    );
    if (!free) return false;
    taken.push(free);
    context.lineWidth = 3.5;
    context.strokeStyle = theme.labelHalo;
    context.strokeText(text, free.left, y);
    context.fillStyle = theme.text;
    context.fillText(text, free.left, y);
    return true;
  };
}

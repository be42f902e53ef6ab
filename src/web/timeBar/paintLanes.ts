import type { Sheet } from '../components/useCanvas.js';
import type { ListedPass } from '../passes/listing.js';
import { styleColour } from '../theme.js';
import { midnights } from '../time.js';
import { barOf, type Lane } from './lanes.js';
import type { Stretch, TimeScale } from './timeScale.js';

/** Width in pixels from which a fold gets a zigzag; a narrower one is a plain column. */
const ZIGZAG_PX = 6;
/** Room above and below a bar in its row, in pixels. */
const ROOM_PX = 4;

type Colours = Record<'edge' | 'clear' | 'alarm', string>;

/** Paints the bar of a pass: when it is clear, and when anybody is in the beam. */
function paintPass(
  context: CanvasRenderingContext2D,
  pass: ListedPass,
  bar: ReturnType<typeof barOf>,
  { top, height }: { top: number; height: number },
  colours: Colours,
): void {
  const { leftPx, widthPx } = bar;
  const { aosMs, losMs, isDownlinkKnown, met } = pass;
  const x = (ms: number): number => leftPx + (widthPx * (ms - aosMs)) / (losMs - aosMs);
  context.fillStyle = isDownlinkKnown ? colours.clear : colours.edge;
  context.fillRect(leftPx, top, widthPx, height);
  context.fillStyle = colours.alarm;
  let paintedX = leftPx;
  for (const [fromMs, toMs] of met) {
    if (x(toMs) <= paintedX) continue;
    const fromX = Math.max(paintedX, x(fromMs));
    paintedX = Math.max(fromX + 1, x(toMs));
    context.fillRect(fromX, top, paintedX - fromX, height);
  }
}

/** Paints a fold as a column over all rows, with a zigzag if there is room. */
function paintFold({ context, height }: Sheet, fromX: number, toX: number): void {
  context.fillRect(fromX, 0, toX - fromX, height);
  if (toX - fromX < ZIGZAG_PX) return;
  const middle = (fromX + toX) / 2;
  context.beginPath();
  for (let y = 0, side = -1; y <= height; y += 4, side = -side) context.lineTo(middle + 2 * side, y);
  context.stroke();
}

interface Painted {
  lanes: readonly Lane[];
  scale: TimeScale;
  shown: Stretch;
  /** Height of a row, and how far the rows are scrolled up, in pixels. */
  rowPx: number;
  topPx: number;
}

/** Paints the rows that are in sight. */
export function paintLanes(sheet: Sheet, { lanes, scale, shown: [fromMs, toMs], rowPx, topPx }: Painted): void {
  const { context, width, height } = sheet;
  const colours = { edge: styleColour('edge'), clear: styleColour('clear'), alarm: styleColour('alarm') };
  const first = Math.floor(topPx / rowPx);
  const seen = lanes.slice(first, first + Math.ceil(height / rowPx) + 1);
  const topOf = (index: number): number => (first + index) * rowPx - topPx;
  context.fillStyle = styleColour('sunk');
  if (seen[0]?.isShown) context.fillRect(0, topOf(0), width, rowPx);
  context.fillStyle = styleColour('line');
  context.strokeStyle = colours.edge;
  for (const index of seen.keys()) context.fillRect(0, topOf(index) + rowPx - 1, width, 1);
  for (const [startMs, endMs] of scale.folds) {
    if (endMs > fromMs && startMs < toMs) paintFold(sheet, scale.x(startMs), scale.x(endMs));
  }
  context.fillStyle = colours.edge;
  for (const ms of midnights(fromMs, toMs)) context.fillRect(scale.x(ms), 0, 1, height);
  for (const [index, { passes }] of seen.entries()) {
    const row = { top: topOf(index) + ROOM_PX, height: rowPx - 2 * ROOM_PX - 1 };
    for (const pass of passes) {
      const bar = barOf(scale, pass);
      if (bar.leftPx < width && bar.leftPx + bar.widthPx > 0) paintPass(context, pass, bar, row, colours);
    }
  }
}

import { DAY_MS, EPOCH_MS } from '../../spec.js';
import type { Sheet } from '../components/useCanvas.js';
import { type CellColours, paintRow } from '../paint/paintRow.js';
import type { Encounters } from '../sky/encounters.js';
import { styleColour } from '../theme.js';
import type { Stretch } from './stretch.js';
import type { Counts } from './week.js';

/** Everything that determines the picture of a week. */
export interface WeekScene {
  startMs: number;
  counts: Counts;
  colours: CellColours;
  /** Encounters in the beam; undefined while they are not known. */
  encounters: Encounters | undefined;
  /** Stretch of the close-up. */
  stretch: Stretch | undefined;
}

/** Number of epochs in a day, which is a row. */
const ROW_EPOCHS = DAY_MS / EPOCH_MS;
const GAP_PX = 3;
/** Height of the lane under a day, for encounters. */
const LANE_PX = 5;
/** Hours between lines. */
const LINE_HOURS = 6;
/** Least width of a mark, so that encounters of seconds are seen. */
const LEAST_PX = 1.5;

export function rowsOf(counts: Counts): number {
  return Math.ceil(counts.length / ROW_EPOCHS);
}

/** Boxes of a stretch of time in the picture: one for each day that it touches. */
function boxesOf({ startMs, counts }: WeekScene, { width, height }: Sheet, { fromMs, toMs }: Stretch) {
  const rowPx = height / rowsOf(counts);
  const boxes: { x: number; y: number; width: number }[] = [];
  for (let row = Math.max(0, Math.floor((fromMs - startMs) / DAY_MS)); row < rowsOf(counts); row++) {
    const dayMs = startMs + row * DAY_MS;
    const from = Math.max(0, (fromMs - dayMs) / DAY_MS);
    const to = Math.min(1, (toMs - dayMs) / DAY_MS);
    if (to <= from) break;
    boxes.push({ x: from * width, y: row * rowPx, width: (to - from) * width });
  }
  return boxes;
}

/** Paints a week, a row a day and a cell a minute; under each day its encounters and clear stretches. */
export function paintWeek(sheet: Sheet, scene: WeekScene): void {
  const { context, width, height, density } = sheet;
  const { counts, colours, encounters, stretch } = scene;
  const rows = rowsOf(counts);
  const rowPx = height / rows;
  const cellPx = rowPx - GAP_PX - (encounters ? LANE_PX : 0);
  for (let row = 0; row < rows; row++) {
    const y = row * rowPx;
    context.fillStyle = styleColour('sunk');
    context.fillRect(0, y, width, cellPx);
    context.fillStyle = styleColour('line');
    for (let hour = LINE_HOURS; hour < 24; hour += LINE_HOURS) context.fillRect((hour / 24) * width, y, 1, cellPx);
    const day = counts.subarray(row * ROW_EPOCHS, (row + 1) * ROW_EPOCHS);
    const part = day.length / ROW_EPOCHS;
    paintRow(context, day, colours, { x: 0, y, width: part * width, height: cellPx, density });
  }
  const mark = (marked: Stretch, colour: string, top: number, px: number): void => {
    context.fillStyle = colour;
    for (const { x, y, width: wide } of boxesOf(scene, sheet, marked))
      context.fillRect(x, y + cellPx + top, Math.max(LEAST_PX, wide), px);
  };
  for (const { clear, encounters: met } of encounters?.passes ?? []) {
    if (clear) mark({ fromMs: clear.startMs, toMs: clear.endMs }, styleColour('done'), 1, 2);
    for (const { entersMs, leavesMs } of met) {
      mark({ fromMs: entersMs, toMs: leavesMs }, styleColour('danger'), 1, LANE_PX - 1);
    }
  }
  if (!stretch) return;
  context.strokeStyle = styleColour('ink');
  context.lineWidth = 1.5;
  for (const { x, y, width: wide } of boxesOf(scene, sheet, stretch))
    context.strokeRect(x - 2, y + 0.75, Math.max(LEAST_PX, wide) + 4, cellPx - 1.5);
}

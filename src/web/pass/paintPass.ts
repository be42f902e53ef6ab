import { PICTURE_FONT } from '../paint/labels.js';
import type { Sheet } from '../components/useCanvas.js';
import type { PathPoint } from '../data/look.js';
import type { ListedPass } from '../passes/listing.js';
import { styleColour } from '../theme.js';
import { type Line, separationAt } from './lines.js';
import { type Stretch, timeTicks } from './stretch.js';

/** Everything that determines the picture of a pass. */
export interface PassScene {
  stretch: Stretch;
  pass: Pick<ListedPass, 'aosMs' | 'losMs' | 'isDownlinkKnown' | 'met'>;
  /** Separation below which others are in the beam. */
  beamDeg: number;
  /** Separation at the top of its axis. */
  topDeg: number;
  path: readonly PathPoint[];
  /** Separations of the satellites that come near. */
  lines: readonly Line[];
}

export const MARGIN = { left: 36, right: 44, top: 10, bottom: 20 } as const;
/** Heights in pixels of the strip below the chart, and in it of the pass's bar and of encounters' marks above it. */
const STRIP = { height: 18, marks: 8, bar: 4 } as const;
const LEAST_PX = 1.5;
const STEP_PX = 4;
const ELEVATIONS_DEG = [0, 30, 60, 90];
/** Distance from the ends of the axis within which no time is written. */
const EDGE_PX = 20;

type Axes = ReturnType<typeof axesOf>;

function axesOf({ width, height }: Sheet, { fromMs, toMs }: Stretch) {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const floor = height - MARGIN.bottom - STRIP.height;
  return {
    left,
    right,
    floor,
    x: (ms: number): number => left + ((ms - fromMs) / (toMs - fromMs)) * (right - left),
    /** Y coordinate in pixels of a value on an axis from 0 to `top`. */
    y: (value: number, top: number): number => floor - (value / top) * (floor - MARGIN.top),
  };
}

/** Beam, axes and times. */
function paintGrid({ context, height }: Sheet, axes: Axes, { stretch, beamDeg, topDeg }: PassScene): void {
  const { left, right, floor, x, y } = axes;
  context.fillStyle = styleColour('alarm-ground');
  context.fillRect(left, y(beamDeg, topDeg), right - left, floor - y(beamDeg, topDeg));
  context.font = PICTURE_FONT;
  context.strokeStyle = styleColour('line');
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  context.fillStyle = styleColour('accent');
  context.beginPath();
  for (const deg of ELEVATIONS_DEG) {
    const at = Math.round(y(deg, 90)) + 0.5;
    context.moveTo(left, at);
    context.lineTo(right, at);
    context.fillText(`${deg}°`, left - 6, at);
  }
  context.textAlign = 'left';
  for (const deg of new Set([0, beamDeg, topDeg])) {
    context.fillStyle = styleColour(deg === beamDeg ? 'alarm' : 'soft');
    context.fillText(`${Number(deg.toFixed(deg < 10 ? 2 : 1))}°`, right + 6, y(deg, topDeg));
  }
  context.fillStyle = styleColour('soft');
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  for (const { ms, text } of timeTicks(stretch, right - left)) {
    const at = Math.round(x(ms)) + 0.5;
    context.moveTo(at, MARGIN.top);
    context.lineTo(at, floor);
    if (at - left > EDGE_PX && right - at > EDGE_PX) context.fillText(text, at, height - 2);
  }
  context.stroke();
}

/** Paints only within the chart and between two y coordinates in pixels. */
function within({ context }: Sheet, axes: Axes, [fromY, toY]: readonly [number, number], paint: () => void): void {
  context.save();
  context.beginPath();
  context.rect(axes.left, fromY, axes.right - axes.left, toY - fromY);
  context.clip();
  context.beginPath();
  paint();
  context.restore();
}

/** Separations of the others: soft outside of the beam, in the colour of alarms in it. */
function paintLines(sheet: Sheet, axes: Axes, { lines, beamDeg, topDeg }: PassScene): void {
  const { context } = sheet;
  const { x, y, floor } = axes;
  const trace = (): void => {
    for (const line of lines) {
      const { entersMs, leavesMs } = line;
      const steps = Math.max(2, Math.ceil((x(leavesMs) - x(entersMs)) / STEP_PX));
      for (let step = 0; step <= steps; step++) {
        const ms = entersMs + (step / steps) * (leavesMs - entersMs);
        const at = [x(ms), y(separationAt(line, ms), topDeg)] as const;
        if (step === 0) context.moveTo(...at);
        else context.lineTo(...at);
      }
    }
  };
  const edge = y(beamDeg, topDeg);
  for (const [colour, lineWidth, from, to] of [
    ['edge', 1, MARGIN.top, edge],
    ['alarm', 1.5, edge, floor + 1],
  ] as const) {
    within(sheet, axes, [from, to], () => {
      trace();
      context.strokeStyle = styleColour(colour);
      context.lineWidth = lineWidth;
      context.stroke();
    });
  }
}

function paintElevation(sheet: Sheet, axes: Axes, { path }: PassScene): void {
  const { context } = sheet;
  within(sheet, axes, [MARGIN.top - 2, axes.floor + 2], () => {
    context.lineJoin = 'round';
    for (const { ms, elevationDeg } of path) context.lineTo(axes.x(ms), axes.y(elevationDeg, 90));
    context.strokeStyle = styleColour('raised');
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = styleColour('accent');
    context.lineWidth = 2.5;
    context.stroke();
  });
}

/** Bar of the pass, and the encounters on it. */
function paintStrip({ context }: Sheet, axes: Axes, { pass }: PassScene): void {
  const top = axes.floor + STRIP.height - STRIP.bar - STRIP.marks;
  const bar = (colour: string, fromMs: number, toMs: number, y: number, height: number): void => {
    const [left, right] = [Math.max(axes.left, axes.x(fromMs)), Math.min(axes.right, axes.x(toMs))];
    context.fillStyle = styleColour(colour);
    if (right >= left) context.fillRect(left, y, Math.max(LEAST_PX, right - left), height);
  };
  bar(pass.isDownlinkKnown ? 'clear' : 'line', pass.aosMs, pass.losMs, top + STRIP.marks, STRIP.bar);
  for (const [fromMs, toMs] of pass.met) bar('alarm', fromMs, toMs, top, STRIP.marks + STRIP.bar);
}

/** Paints a pass: elevation and separations of others as lines, and below them encounters and clear time as a bar. */
export function paintPass(sheet: Sheet, scene: PassScene): void {
  const axes = axesOf(sheet, scene.stretch);
  paintGrid(sheet, axes, scene);
  paintLines(sheet, axes, scene);
  paintElevation(sheet, axes, scene);
  paintStrip(sheet, axes, scene);
}

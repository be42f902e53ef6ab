import { EPOCH_MS } from '../../spec.js';
import { ticksOf } from '../colours/scale.js';
import { separationColour } from '../colours/separation.js';
import type { Sheet } from '../components/useCanvas.js';
import { condensed } from '../paint/condense.js';
import { cellColour, type CellColours } from '../paint/paintRow.js';
import type { Encounters } from '../sky/encounters.js';
import { styleColour } from '../theme.js';
import { type Stretch, timeTicks } from './stretch.js';
import { type Counts, OUT_OF_VIEW } from './week.js';

/** Everything that determines the picture of a stretch of time at a place. */
export interface PassScene {
  stretch: Stretch;
  startMs: number;
  counts: Counts;
  colours: CellColours;
  /** Count at the top of its axis. */
  top: number;
  /** Elevation of the satellite by time, in degrees. */
  path: readonly { ms: number; elevationDeg: number }[];
  /** Elevation from which it is in view. */
  minElevationDeg: number;
  /** Encounters in the beam; undefined while they are not known. */
  encounters: Encounters | undefined;
}

export const MARGIN = { left: 36, right: 38, top: 10, bottom: 20 } as const;
/**
 * Heights in pixels: of the strip of encounters; of the mark of the nearest possible encounter (farther ones are
 * lower); of the bar of clear stretches below the marks.
 */
const STRIP = { height: 30, marks: 20, clear: 4 } as const;
/** Height of the mark of an encounter at the edge of the beam, as a fraction of the highest mark. */
const LOWEST = 0.3;
const LEAST_PX = 1.5;
const ELEVATIONS_DEG = [0, 30, 60, 90];
const UNTOLD_PX = 5;
/** Longest stretch whose elevation is drawn as a bold line, with points between the minutes too. */
export const LARGE_MS = 6 * 3_600_000;
/** Height of a minute without others. */
const CLEAR_PX = 4;
/** Distance from the ends of the axis within which no time is written. */
const EDGE_PX = 14;
const FONT = '12px system-ui, sans-serif';

interface Axes {
  left: number;
  right: number;
  top: number;
  floor: number;
  x: (ms: number) => number;
  yOfCount: (count: number) => number;
  yOfElevation: (deg: number) => number;
}

function axesOf({ width, height }: Sheet, { stretch: { fromMs, toMs }, top, encounters }: PassScene): Axes {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const floor = height - MARGIN.bottom - (encounters ? STRIP.height : 0);
  const high = floor - MARGIN.top;
  return {
    left,
    right,
    top: MARGIN.top,
    floor,
    x: (ms) => left + ((ms - fromMs) / (toMs - fromMs)) * (right - left),
    yOfCount: (count) => floor - (Math.min(count, top) / top) * high,
    yOfElevation: (deg) => floor - (deg / 90) * high,
  };
}

function paintGrid({ context, height }: Sheet, axes: Axes, { stretch, top }: PassScene): void {
  const { left, right, floor, x, yOfCount, yOfElevation } = axes;
  context.font = FONT;
  context.fillStyle = styleColour('soft');
  context.strokeStyle = styleColour('line');
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.beginPath();
  context.textAlign = 'right';
  for (const tick of ticksOf({ from: 0, to: top })) {
    const y = Math.round(yOfCount(tick)) + 0.5;
    context.moveTo(left, y);
    context.lineTo(right, y);
    context.fillText(String(tick), left - 6, y);
  }
  context.textAlign = 'left';
  for (const deg of ELEVATIONS_DEG) context.fillText(`${deg}°`, right + 6, yOfElevation(deg));
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  for (const { ms, text } of timeTicks(stretch, right - left)) {
    const at = Math.round(x(ms)) + 0.5;
    context.moveTo(at, axes.top);
    context.lineTo(at, floor);
    if (at - left > EDGE_PX && right - at > EDGE_PX) context.fillText(text, at, height - 2);
  }
  context.stroke();
}

/**
 * Paints the counts as bars, each in the colour of its count: one bar per minute or, if there are more minutes than
 * pixels, one per pixel with the highest count of its minutes. A count of 0 has a low bar, and a minute in view without
 * a count has a mark at the bottom; minutes out of view have nothing.
 */
function paintCounts({ context, density }: Sheet, axes: Axes, { stretch, startMs, counts, colours }: PassScene): void {
  const from = Math.max(0, Math.floor((stretch.fromMs - startMs) / EPOCH_MS));
  const part = counts.subarray(from, Math.ceil((stretch.toMs - startMs) / EPOCH_MS));
  const pixels = Math.round((axes.right - axes.left) * density);
  const shown = part.length > pixels ? condensed(part, pixels) : part;
  const stepMs = (part.length * EPOCH_MS) / shown.length;
  const firstMs = startMs + from * EPOCH_MS;
  for (const [at, count] of shown.entries()) {
    if (count === OUT_OF_VIEW) continue;
    const x = Math.max(axes.left, axes.x(firstMs + at * stepMs));
    const end = Math.min(axes.right, axes.x(firstMs + (at + 1) * stepMs));
    const wide = end - x > 6 ? end - x - 1 : end - x;
    const top = count < 0 ? axes.floor - UNTOLD_PX : Math.min(axes.floor - CLEAR_PX, axes.yOfCount(count));
    context.fillStyle = cellColour(colours, count);
    context.fillRect(x, top, wide, axes.floor - top);
  }
}

function paintElevation({ context }: Sheet, axes: Axes, { stretch, path, minElevationDeg }: PassScene): void {
  const line = (): void => {
    context.beginPath();
    let isDown = true;
    for (const { ms, elevationDeg } of path) {
      const isBelow = !(elevationDeg >= 0);
      if (!isBelow && isDown) context.moveTo(axes.x(ms), axes.yOfElevation(elevationDeg));
      else if (!isBelow) context.lineTo(axes.x(ms), axes.yOfElevation(elevationDeg));
      isDown = isBelow;
    }
  };
  context.save();
  context.beginPath();
  context.rect(axes.left, axes.top - 4, axes.right - axes.left, axes.floor - axes.top + 4);
  context.clip();
  context.lineJoin = 'round';
  // In a longer stretch, with many passes, a haloed line would hide the minutes below it.
  const isLarge = stretch.toMs - stretch.fromMs <= LARGE_MS;
  line();
  context.strokeStyle = styleColour('ground');
  context.lineWidth = 4.5;
  if (isLarge) context.stroke();
  context.strokeStyle = styleColour('accent');
  context.lineWidth = isLarge ? 2 : 1;
  context.stroke();
  context.setLineDash([3, 4]);
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(axes.left, axes.yOfElevation(minElevationDeg));
  context.lineTo(axes.right, axes.yOfElevation(minElevationDeg));
  context.stroke();
  context.restore();
}

/** Paints encounters, the nearest on top, and below them the longest clear stretch of each pass. */
function paintStrip({ context, theme }: Sheet, axes: Axes, { passes, beamDeg }: Encounters): void {
  const top = axes.floor + 4;
  const bar = (fromMs: number, toMs: number, y: number, height: number): void => {
    const [left, right] = [Math.max(axes.left, axes.x(fromMs)), Math.min(axes.right, axes.x(toMs))];
    if (right > left) context.fillRect(left, y, Math.max(LEAST_PX, right - left), height);
  };
  for (const { aosMs, losMs, clear } of passes) {
    context.fillStyle = styleColour('line');
    bar(aosMs, losMs, top + STRIP.marks, STRIP.clear);
    context.fillStyle = styleColour('done');
    if (clear) bar(clear.startMs, clear.endMs, top + STRIP.marks, STRIP.clear);
  }
  const met = passes.flatMap(({ encounters }) => encounters).sort((a, b) => b.closestDeg - a.closestDeg);
  for (const { entersMs, leavesMs, closestDeg } of met) {
    const height = STRIP.marks * (LOWEST + (1 - LOWEST) * Math.max(0, 1 - closestDeg / beamDeg));
    context.fillStyle = separationColour(closestDeg, theme);
    bar(entersMs, leavesMs, top + STRIP.marks - height, height);
  }
}

/** Paints a stretch of time at a place: counts as bars, the elevation as a line, and encounters below. */
export function paintPass(sheet: Sheet, scene: PassScene): void {
  const axes = axesOf(sheet, scene);
  paintGrid(sheet, axes, scene);
  paintCounts(sheet, axes, scene);
  paintElevation(sheet, axes, scene);
  if (scene.encounters) paintStrip(sheet, axes, scene.encounters);
}

import type uPlot from 'uplot';
import type { EncounteredPass, Encounters } from '../sky/encounters.js';
import { separationColour } from '../sky/separationScale.js';
import type { Theme } from '../theme.js';

/** Colours of the strip that are not those of separations. */
export interface StripColours {
  /** Time in view. */
  pass: string;
  clear: string;
  /** Time of which the answer tells nothing. */
  untold: string;
}

export const STRIP_HEIGHT_PX = 26;
const ENCOUNTERS_PX = 16;
const CLEAR_TOP_PX = 19;
/** Least height of a mark, as a part of the highest: that of one that only grazes the beam. */
const LOWEST = 0.3;
/** Least widths, so that what takes seconds does not vanish in a week. */
const LEAST_PX = 1.5;

interface Strip {
  context: CanvasRenderingContext2D;
  chart: uPlot;
  theme: Theme;
  colours: StripColours;
}

/** Paints encounters under the chart, along its axis of time: the nearer, the higher; and below, what is clear. */
export function paintEncounters(strip: Strip, { passes, beamDeg }: Encounters): void {
  const { context, chart } = strip;
  const density = context.canvas.width / Math.max(1, context.canvas.clientWidth);
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, context.canvas.clientWidth, STRIP_HEIGHT_PX);
  context.save();
  context.beginPath();
  context.rect(chart.over.offsetLeft, 0, chart.over.clientWidth, STRIP_HEIGHT_PX);
  context.clip();
  for (const pass of passes) paintPass(strip, pass);
  // The nearest last, on top of the others.
  const encounters = passes.flatMap((pass) => pass.encounters).sort((a, b) => b.closestDeg - a.closestDeg);
  for (const { entersMs, leavesMs, closestDeg } of encounters) {
    const part = LOWEST + (1 - LOWEST) * Math.max(0, 1 - closestDeg / beamDeg);
    context.fillStyle = separationColour(closestDeg, strip.theme);
    fill(strip, entersMs, leavesMs, ENCOUNTERS_PX * (1 - part), ENCOUNTERS_PX);
  }
  context.restore();
}

function paintPass(strip: Strip, { aosMs, losMs, clear, encounters, encounterCount }: EncounteredPass): void {
  const { context, colours } = strip;
  context.fillStyle = colours.pass;
  fill(strip, aosMs, losMs, CLEAR_TOP_PX + 2, CLEAR_TOP_PX + 4);
  if (clear) {
    context.fillStyle = colours.clear;
    fill(strip, clear.startMs, clear.endMs, CLEAR_TOP_PX, CLEAR_TOP_PX + 6);
  }
  if (encounters.length < encounterCount) {
    context.fillStyle = colours.untold;
    fill(strip, encounters.at(-1)?.leavesMs ?? aosMs, losMs, 0, ENCOUNTERS_PX);
  }
}

function fill({ context, chart }: Strip, fromMs: number, toMs: number, top: number, bottom: number): void {
  const left = chart.over.offsetLeft + chart.valToPos(fromMs / 1000, 'x');
  const width = chart.valToPos(toMs / 1000, 'x') - chart.valToPos(fromMs / 1000, 'x');
  context.fillRect(left, top, Math.max(LEAST_PX, width), bottom - top);
}

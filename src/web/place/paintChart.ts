import type uPlot from 'uplot';
import { RISK_LEVELS } from '../../spec.js';
import type { ChartColours } from './chartColours.js';
import { levelOf } from './minute.js';
import type { Pass } from './passes.js';

const LEVEL_NAMES = RISK_LEVELS.map(({ name }) => name);
const BAND_ALPHA = 0.11;
const BAR_ALPHA = 0.55;
/** Least width of a pass, so that one of some minutes does not vanish in a week. */
const MIN_BAR_PX = 2;

/** Paints the risk levels as stripes behind everything. */
export function paintLevels(chart: uPlot, { levels }: ChartColours): void {
  const { ctx, bbox } = chart;
  const top = chart.scales['y']?.max ?? 0;
  ctx.save();
  ctx.globalAlpha = BAND_ALPHA;
  for (const [index, { from }] of RISK_LEVELS.entries()) {
    const to = Math.min(RISK_LEVELS[index + 1]?.from ?? top, top);
    if (from >= top) break;
    const [y0, y1] = [chart.valToPos(to, 'y', true), chart.valToPos(from, 'y', true)];
    ctx.fillStyle = levels[index] ?? '';
    ctx.fillRect(bbox.left, y0, bbox.width, y1 - y0);
  }
  ctx.restore();
}

/** Paints each pass as a bar as high as its peak; a clear one as a mark on the axis, one without data hollow. */
export function paintPasses(chart: uPlot, passes: readonly Pass[], { levels, clear, soft }: ChartColours): void {
  const { ctx, bbox } = chart;
  const floor = chart.valToPos(0, 'y', true);
  const clearHeight = 4 * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { aosMs, losMs, intensity } of passes) {
    const left = chart.valToPos(aosMs / 1000, 'x', true);
    const width = Math.max(chart.valToPos(losMs / 1000, 'x', true) - left, MIN_BAR_PX * devicePixelRatio);
    if (left > bbox.left + bbox.width || left + width < bbox.left) continue;
    if (intensity === undefined) {
      ctx.strokeStyle = soft;
      ctx.strokeRect(left, floor - clearHeight, width, clearHeight);
    } else if (intensity.peak === 0) {
      ctx.fillStyle = clear;
      ctx.fillRect(left, floor - clearHeight, width, clearHeight);
    } else {
      const top = chart.valToPos(intensity.peak, 'y', true);
      ctx.globalAlpha = BAR_ALPHA;
      ctx.fillStyle = levels[LEVEL_NAMES.indexOf(levelOf(intensity.peak))] ?? '';
      ctx.fillRect(left, top, width, floor - top);
      ctx.globalAlpha = 1;
    }
  }
  ctx.restore();
}

/** Paints spans of time for which nothing is known. */
export function paintGaps(
  chart: uPlot,
  gaps: readonly { fromMs: number; toMs: number }[],
  { soft }: ChartColours,
): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.globalAlpha = 0.25;
  ctx.fillStyle = soft;
  for (const { fromMs, toMs } of gaps) {
    const left = Math.max(chart.valToPos(fromMs / 1000, 'x', true), bbox.left);
    const right = Math.min(chart.valToPos(toMs / 1000, 'x', true), bbox.left + bbox.width);
    if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height);
  }
  ctx.restore();
}

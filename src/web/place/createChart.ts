import uPlot from 'uplot';
import { utcText } from '../time.js';
import type { ChartColours } from './chartColours.js';
import { paintGaps, paintLevels, paintPasses } from './paintChart.js';
import type { Pass } from './passes.js';
import type { WeekSeries } from './weekSeries.js';

/** Least top of the axis, so that the first two levels can be told apart where little interferes. */
const LEAST_TOP = 12;
const DAY_SECONDS = 86_400;

function axisTimes(_chart: uPlot, splits: number[], _axis: number, _space: number, increment: number): string[] {
  return splits.map((seconds) => {
    const text = utcText(1000 * seconds);
    const isDay = seconds % DAY_SECONDS === 0;
    if (increment >= DAY_SECONDS) return text.slice(5, 10);
    return isDay ? text.slice(5, 10) : text.slice(11);
  });
}

interface Shown {
  series: WeekSeries;
  passes: readonly Pass[];
  colours: ChartColours;
  onTime: (ms: number) => void;
  onDrawn: (chart: uPlot) => void;
}

/** Creates the chart of a week in an element: drag to zoom, double-click for the whole week, click for a minute. */
export function createChart(container: HTMLElement, { series, passes, colours, onTime, onDrawn }: Shown): uPlot {
  const { seconds, intensities, gaps } = series;
  const peak = passes.reduce((highest, { intensity }) => Math.max(highest, intensity?.peak ?? 0), 0);
  const top = Math.max(LEAST_TOP, Math.ceil(1.08 * peak));
  const axis = { stroke: colours.soft, grid: { stroke: colours.grid, width: 1 }, ticks: { stroke: colours.grid } };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const font = '12px system-ui, sans-serif';
  const chart: uPlot = new uPlot(
    {
      width: container.clientWidth,
      height: container.clientHeight,
      tzDate: (second) => uPlot.tzDate(new Date(1000 * second), 'Etc/UTC'),
      padding: [10, 8, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
      scales: { x: { time: true }, y: { range: [0, top] } },
      axes: [
        { ...axis, font, values: axisTimes, space: 64, size: 28 },
        { ...axis, font, size: 36, splits: () => levelTicks(top) },
      ],
      series: [
        {},
        { stroke: colours.ink, width: 1, spanGaps: false, points: { show: false }, ...(stepped && { paths: stepped }) },
      ],
      hooks: {
        drawClear: [
          (drawn) => {
            paintLevels(drawn, colours);
            paintGaps(drawn, gaps, colours);
            paintPasses(drawn, passes, colours);
          },
        ],
        draw: [onDrawn],
      },
    },
    [seconds, intensities],
    container,
  );
  chart.over.addEventListener('click', ({ offsetX }) => {
    if (chart.select.width === 0) onTime(1000 * chart.posToVal(offsetX, 'x'));
  });
  return chart;
}

/** Ticks at the bounds of the levels while these can be told apart, else at round steps. */
function levelTicks(top: number): number[] {
  const step = [10, 20, 50, 100].find((candidate) => top / candidate <= 6) ?? 200;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_none, index) => step * index);
}

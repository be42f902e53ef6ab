import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { useTheme } from '../theme.js';
import { chartColours } from './chartColours.js';
import { createChart } from './createChart.js';
import type { Pass } from './passes.js';
import type { WeekSeries } from './weekSeries.js';
import { panned, zoomed, type Span } from './zoom.js';

interface WeekChartProps {
  label: string;
  series: WeekSeries;
  passes: readonly Pass[];
  timeMs: number;
  onTime: (ms: number) => void;
}

const FACTOR = 2;
const PAN = 0.25;

function spanOf(chart: uPlot): Span {
  const { min = 0, max = 1 } = chart.scales['x'] ?? {};
  return { min: min ?? 0, max: max ?? 1 };
}

function wholeOf({ seconds }: WeekSeries): Span {
  return { min: seconds[0] ?? 0, max: (seconds.at(-1) ?? 0) + 60 };
}

export function WeekChart({ label, series, passes, timeMs, onTime }: WeekChartProps) {
  const { theme } = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>();
  const time = useRef(timeMs);
  /** Zoomed span, kept for the chart of the next place, or of the same place in other colours. */
  const kept = useRef<Span>();
  const listener = useRef(onTime);
  time.current = timeMs;
  listener.current = onTime;

  const placeMarker = (drawn: uPlot) => {
    if (!marker.current) return;
    const left = drawn.valToPos(time.current / 1000, 'x');
    marker.current.hidden = left < 0 || left > drawn.over.clientWidth;
    marker.current.style.transform = `translateX(${drawn.over.offsetLeft + left}px)`;
  };
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const colours = chartColours(theme);
    const onTimeNow = (ms: number) => listener.current(ms);
    const created = createChart(element, { series, passes, colours, onTime: onTimeNow, onDrawn: placeMarker });
    chart.current = created;
    const whole = wholeOf(series);
    if (kept.current) created.setScale('x', zoomed(kept.current, whole, kept.current.min, 1));
    const resize = () => created.setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    return () => {
      const span = spanOf(created);
      kept.current = span.max - span.min < whole.max - whole.min - 60 ? span : undefined;
      observer.disconnect();
      created.destroy();
      chart.current = undefined;
    };
  }, [series, passes, theme]);
  useEffect(() => {
    if (chart.current) placeMarker(chart.current);
  }, [timeMs]);

  const show = (change: (span: Span, whole: Span) => Span) => {
    if (chart.current) chart.current.setScale('x', change(spanOf(chart.current), wholeOf(series)));
  };
  const zoom = (factor: number) => {
    show((span, whole) => {
      const now = timeMs / 1000;
      const about = now > span.min && now < span.max ? now : (span.min + span.max) / 2;
      return zoomed(span, whole, about, factor);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      '+': () => zoom(FACTOR),
      '=': () => zoom(FACTOR),
      '-': () => zoom(1 / FACTOR),
      '0': () => show((_span, whole) => whole),
      ArrowLeft: () => show((span, whole) => panned(span, whole, -PAN)),
      ArrowRight: () => show((span, whole) => panned(span, whole, PAN)),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  return (
    <div class="chart-frame">
      <div class="chart-tools" role="group" aria-label="Zoom of the chart">
        <span class="hint">Drag to zoom, click for a minute</span>
        <button type="button" class="quiet" aria-label="Zoom in" onClick={() => zoom(FACTOR)}>
          +
        </button>
        <button type="button" class="quiet" aria-label="Zoom out" onClick={() => zoom(1 / FACTOR)}>
          −
        </button>
        <button type="button" class="quiet" onClick={() => show((_span, whole) => whole)}>
          Week
        </button>
      </div>
      <div
        class="chart"
        role="group"
        tabIndex={0}
        aria-label={`${label}. Plus and minus zoom, arrows move, 0 shows the week; the table of passes has the same data.`}
        ref={container}
        onKeyDown={onKeyDown}
      >
        <div class="chart-marker" ref={marker} aria-hidden="true" />
      </div>
    </div>
  );
}

import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { useTheme } from '../theme.js';
import { durationText } from '../time.js';
import { encounterNear, type Encounters } from '../sky/encounters.js';
import { chartColours, stripColours } from './chartColours.js';
import { createChart } from './createChart.js';
import { paintEncounters, STRIP_HEIGHT_PX } from './paintEncounters.js';
import type { Pass } from './passes.js';
import type { WeekSeries } from './weekSeries.js';
import { panned, zoomed, type Span } from './zoom.js';

interface WeekChartProps {
  label: string;
  series: WeekSeries;
  passes: readonly Pass[];
  /** Encounters of the week; undefined where they are not known. */
  encounters: Encounters | undefined;
  /** Whether encounters are looked for, so that their strip has its room already. */
  isSeeking: boolean;
  timeMs: number;
  onTime: (ms: number) => void;
  /** Called with the instant of an encounter. */
  onLook: (ms: number) => void;
}

const FACTOR = 2;
const PAN = 0.25;
/** Distance from a mark of the strip at which it is meant. */
const REACH_PX = 6;

function spanOf(chart: uPlot): Span {
  const { min = 0, max = 1 } = chart.scales['x'] ?? {};
  return { min: min ?? 0, max: max ?? 1 };
}

const SOURCES: Record<string, string> = { dish: ' by the dish', request: '', default: ', as no dish is known' };

/** What the strip under the chart shows, in words too. */
function StripLegend({ encounters: { passes, beamDeg, beamSource } }: { encounters: Encounters }) {
  const isWhole = passes.every(({ encounters, encounterCount }) => encounters.length === encounterCount);
  const count = passes.reduce((sum, { encounterCount }) => sum + encounterCount, 0);
  const seconds = passes.reduce((sum, { inBeamSeconds }) => sum + inBeamSeconds, 0);
  return (
    <p class="strip-legend hint small">
      <span class="swatch met" aria-hidden="true" /> {count.toLocaleString('en')}{' '}
      {count === 1 ? 'encounter' : 'encounters'} within {Number(beamDeg.toFixed(2))}°{SOURCES[beamSource]},{' '}
      {durationText(seconds)} in the beam · <span class="swatch free" aria-hidden="true" /> longest clear stretch of
      each pass{!isWhole && ' · shaded: more than one answer tells'}
    </p>
  );
}

/** Instant of the encounter under the pointer; undefined where none is near. */
function nearestEncounter({ offsetX }: MouseEvent, encounters: Encounters, chart: uPlot | undefined) {
  if (!chart) return undefined;
  const left = offsetX - chart.over.offsetLeft;
  const [ms, edgeMs] = [left, left + REACH_PX].map((px) => 1000 * chart.posToVal(px, 'x')) as [number, number];
  return encounterNear(encounters, ms, edgeMs - ms)?.closestMs;
}

function wholeOf({ seconds }: WeekSeries): Span {
  return { min: seconds[0] ?? 0, max: (seconds.at(-1) ?? 0) + 60 };
}

export function WeekChart({ label, series, passes, encounters, isSeeking, timeMs, onTime, onLook }: WeekChartProps) {
  const { theme } = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLCanvasElement>(null);
  const chart = useRef<uPlot>();
  const time = useRef(timeMs);
  /** Zoomed span, kept for the chart of the next place, or of the same place in other colours. */
  const kept = useRef<Span>();
  const listener = useRef(onTime);
  time.current = timeMs;
  listener.current = onTime;

  const paintStrip = useRef((_chart: uPlot) => {});
  paintStrip.current = (drawn) => {
    const context = strip.current?.getContext('2d');
    if (!context) return;
    const { canvas } = context;
    // Also clears what was painted for another place.
    canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
    canvas.height = Math.round(STRIP_HEIGHT_PX * devicePixelRatio);
    if (encounters) paintEncounters({ context, chart: drawn, theme, colours: stripColours() }, encounters);
  };

  const placeMarker = (drawn: uPlot) => {
    if (!marker.current) return;
    const left = drawn.valToPos(time.current / 1000, 'x');
    marker.current.hidden = left < 0 || left > drawn.over.clientWidth;
    marker.current.style.transform = `translateX(${drawn.over.offsetLeft + left}px)`;
  };
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const colours = chartColours();
    const onTimeNow = (ms: number) => listener.current(ms);
    const onDrawn = (drawn: uPlot) => {
      placeMarker(drawn);
      paintStrip.current(drawn);
    };
    const created = createChart(element, { series, passes, colours, onTime: onTimeNow, onDrawn });
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
  useEffect(() => {
    if (chart.current) paintStrip.current(chart.current);
  }, [encounters, theme]);

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
      {(encounters ?? isSeeking) && (
        <canvas
          ref={strip}
          class="encounter-strip"
          aria-hidden="true"
          title="Encounters: the nearer, the higher; below, the longest clear stretch of each pass"
          onClick={(event) => {
            const ms = encounters && nearestEncounter(event, encounters, chart.current);
            if (ms !== undefined) onLook(ms);
          }}
        />
      )}
      {isSeeking && <p class="strip-legend hint small">Looking for encounters…</p>}
      {encounters && <StripLegend encounters={encounters} />}
    </div>
  );
}

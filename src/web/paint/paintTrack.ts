import type { Theme } from '../colours/theme.js';
import { linesOf, type Point, pointOf, projectionOf } from '../map/projection.js';
import { halfRevolutionEpochs, markStepMin, positionAt, type SatelliteState, trackBetween } from '../map/satellite.js';
import { minuteOfDay } from '../time.js';
import type { MapPainting } from './labels.js';
import { circlePath, pathOf, strokeHaloed } from './path.js';

const NEAREST_MARK_PX = 24;
/**
 * Largest error of the drawn track: d3's default of 0.7 leaves corners where the track bends, near the poles of the
 * flat map.
 */
const PRECISION_PX = 0.15;

/** Paints the track for half a revolution before the shown epoch (dotted) and after it, with marks at round times. */
export function paintTrack(painting: MapPainting, satellite: SatelliteState): void {
  const { context, frame, theme } = painting;
  const { track, epochIndex } = satellite;
  const half = halfRevolutionEpochs(satellite);
  const projection = projectionOf(frame).precision(PRECISION_PX);
  const past = pathOf(projection, linesOf(trackBetween(track, epochIndex - half, epochIndex)));
  const next = pathOf(projection, linesOf(trackBetween(track, epochIndex, epochIndex + half)));
  context.setLineDash([1, 5]);
  strokeHaloed(context, past, theme.own, 2, theme);
  context.setLineDash([]);
  strokeHaloed(context, next, theme.own, 2, theme);

  paintTimeMarks(painting, satellite, half);
}

/** Paints the satellite, with its name. */
export function paintBody(
  { context, frame, theme, label }: MapPainting,
  { track, epochIndex, name }: SatelliteState,
): void {
  const position = positionAt(track, epochIndex);
  const below = position && pointOf(frame, position);
  if (!below) return;
  paintSatellite(context, theme, below);
  label(name, below, 18);
}

function paintTimeMarks(
  { context, frame, theme, label }: MapPainting,
  { track, epochIndex }: SatelliteState,
  half: number,
): void {
  const step = markStepMin(half);
  const startMin = Math.floor(track.startMs / 60_000);
  const position = positionAt(track, epochIndex);
  const below = position && pointOf(frame, position);
  const shown: Point[] = below ? [below] : [];
  for (let minute = Math.ceil((startMin + epochIndex - half) / step) * step; ; minute += step) {
    const epoch = minute - startMin;
    if (epoch > epochIndex + half) break;
    const marked = positionAt(track, epoch);
    const at = marked && pointOf(frame, marked);
    if (!at || shown.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < NEAREST_MARK_PX)) continue;
    shown.push(at);
    strokeHaloed(context, circlePath(at, 1.25), theme.own, 2.5, theme);
    label(minuteOfDay(60_000 * minute), at, 6);
  }
}

function bodyAround({ x, y }: Point): Path2D {
  const shape = new Path2D();
  shape.rect(x - 12, y - 2.5, 24, 5);
  shape.rect(x - 4.5, y - 4.5, 9, 9);
  return shape;
}

/** Paints the symbol of a satellite: a body between two panels. */
function paintSatellite(context: CanvasRenderingContext2D, theme: Theme, at: Point): void {
  const shape = bodyAround(at);
  // The rim has the colour of letters, the body that of their halo: one of them stands out on a cell of any colour.
  context.lineWidth = 6;
  context.strokeStyle = theme.body;
  context.stroke(shape);
  context.lineWidth = 3;
  context.strokeStyle = theme.text;
  context.stroke(shape);
  context.fillStyle = theme.body;
  context.fill(shape);
}

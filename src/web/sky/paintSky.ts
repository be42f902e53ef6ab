import { createLabels, type Label } from '../map/labels.js';
import { circlePath } from '../map/path.js';
import { strokeHaloed } from '../map/stroke.js';
import { THEMES, type Theme } from '../map/theme.js';
import { operatorOf, type Interferer } from './interferer.js';
import type { Direction } from '../geo/look.js';
import { circleAround, discPoint, type DiscPoint } from './projection.js';
import { canvasPoint, pointOf, radiusPx, ringsOf, type SkyScene } from './scene.js';
import { nearness, separationColour } from './separationScale.js';

const FULL_TURN = 2 * Math.PI;
const ELEVATION_RINGS = [30, 60];
const COMPASS = ['N', 'E', 'S', 'W'];
/** Most names beside dots: more would hide what they name. */
const MOST_NAMES = 8;
/** Longest path whose ends have a time. */
const LONGEST_NAMED_MS = 12 * 3_600_000;
/** Strength of what is not meant while an operator is looked at. */
const FAINT = 0.18;

/** Paints the sky on a canvas that is scaled to CSS pixels and clear. */
export function paintSky(context: CanvasRenderingContext2D, scene: SkyScene): void {
  const theme = THEMES[scene.theme];
  const label = createLabels(context, { widthPx: scene.sizePx }, theme);
  const middle = scene.sizePx / 2;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const disc = circlePath({ x: middle, y: middle }, radiusPx(scene));
  context.fillStyle = theme.land;
  context.fill(disc);
  context.save();
  context.clip(disc);
  paintLow(context, scene, theme);
  paintGrid(context, scene, theme);
  context.restore();
  context.lineWidth = 1;
  context.strokeStyle = theme.limb;
  context.stroke(disc);
  paintRim(context, scene, theme);
  context.save();
  context.clip(disc);
  paintPath(context, scene, theme);
  paintBeam(context, scene, theme);
  paintDots(context, scene, theme);
  context.restore();
  paintTracked(context, scene, theme, label);
  paintNames(context, scene, theme, label);
  paintPathTimes(context, scene, theme, label);
  paintGridNumbers(scene, label);
}

function linePath(scene: SkyScene, directions: readonly Direction[]): Path2D {
  const path = new Path2D();
  for (const [index, direction] of directions.entries()) {
    const { x, y } = canvasPoint(scene, discPoint(scene.view, direction));
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  return path;
}

function parallel(elevationDeg: number): Direction[] {
  return Array.from({ length: 181 }, (_none, index) => ({ azimuthDeg: 2 * index, elevationDeg }));
}

/** Shades what is too low to count. */
function paintLow(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme): void {
  if (scene.view.kind === 'beam' && scene.view.middle.elevationDeg - scene.view.spanDeg > scene.minElevationDeg) return;
  context.fillStyle = theme.ocean;
  context.fill(outside(scene, parallel(scene.minElevationDeg)), 'evenodd');
}

/** The canvas without what an outline encloses, by the even-odd rule. */
function outside(scene: SkyScene, outline: readonly Direction[]): Path2D {
  const path = new Path2D();
  path.rect(0, 0, scene.sizePx, scene.sizePx);
  path.addPath(linePath(scene, outline));
  return path;
}

function paintGrid(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme): void {
  const { view } = scene;
  context.lineWidth = 1;
  context.strokeStyle = theme.graticule;
  if (view.kind === 'beam') {
    for (const ring of ringsOf(view.spanDeg)) context.stroke(linePath(scene, circleAround(view.middle, ring)));
    return;
  }
  for (const elevation of ELEVATION_RINGS) context.stroke(linePath(scene, parallel(elevation)));
  for (let azimuth = 0; azimuth < 360; azimuth += 45) {
    const spoke = [0, 90].map((elevationDeg) => ({ azimuthDeg: azimuth, elevationDeg }));
    context.stroke(linePath(scene, spoke));
  }
}

/** Writes the directions around the disc; around a close-up, where the zenith is. */
function paintRim(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme): void {
  context.font = '600 12px system-ui, sans-serif';
  context.fillStyle = theme.text;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const names = scene.view.kind === 'sky' ? COMPASS : ['↑ zenith'];
  for (const [index, name] of names.entries()) {
    const bearing = (index * Math.PI) / 2;
    const reach = 1 + 10 / radiusPx(scene);
    const { x, y } = canvasPoint(scene, { x: reach * Math.sin(bearing), y: -reach * Math.cos(bearing) });
    context.fillText(name, x, y);
  }
  context.textAlign = 'start';
}

function paintGridNumbers(scene: SkyScene, label: Label): void {
  const { view } = scene;
  const rings =
    view.kind === 'sky'
      ? ELEVATION_RINGS.map((elevation) => ({ part: 1 - elevation / 90, text: `${elevation}°` }))
      : ringsOf(view.spanDeg).map((ring) => ({ part: ring / view.spanDeg, text: `${ring}°` }));
  // Along a line between the spokes, where it crosses nothing.
  const bearing = FULL_TURN / 16;
  for (const { part, text } of rings) {
    if (part < 0.97) label(text, canvasPoint(scene, { x: part * Math.sin(bearing), y: -part * Math.cos(bearing) }), 3);
  }
}

function paintPath(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme): void {
  const { path, timeMs } = scene;
  const past = path.filter(({ ms }) => ms <= timeMs);
  const coming = path.filter(({ ms }) => ms > timeMs);
  const now = scene.tracked ? [scene.tracked] : [];
  context.setLineDash([1, 5]);
  strokeHaloed(context, linePath(scene, [...past, ...now]), theme.track, 2, theme);
  context.setLineDash([]);
  strokeHaloed(context, linePath(scene, [...now, ...coming]), theme.track, 2, theme);
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

/** Marks when the path begins and ends; not of a long one, which is cut about the shown minute. */
function paintPathTimes(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme, label: Label): void {
  const [first, last] = [scene.path[0], scene.path.at(-1)];
  if (!first || !last || last.ms - first.ms > LONGEST_NAMED_MS) return;
  for (const end of [first, last]) {
    const at = pointOf(scene, end);
    if (!at) continue;
    strokeHaloed(context, circlePath(at, 1.25), theme.track, 2.5, theme);
    label(timeText(end.ms), at, 7);
  }
}

/** Paints the beam as it lies in the sky, true to scale. */
function paintBeam(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme): void {
  if (!scene.tracked) return;
  const beam = linePath(scene, circleAround(scene.tracked, scene.beamDeg));
  context.save();
  context.globalAlpha = 0.16;
  context.fillStyle = theme.footprint;
  context.fill(beam);
  context.restore();
  strokeHaloed(context, beam, theme.footprint, 1.5, theme);
}

/** Radius of a dot: the nearer, the larger, and larger where there is room. */
function dotRadius({ view }: SkyScene, separationDeg: number): number {
  return (view.kind === 'sky' ? 2.2 : 3.5) + 2.6 * nearness(separationDeg);
}

function paintDots(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme): void {
  const { interferers, operator } = scene;
  // From the farthest to the nearest, so that what matters lies on top.
  for (const interferer of [...interferers].reverse()) {
    const at = pointOf(scene, interferer);
    if (!at) continue;
    context.globalAlpha = operator === undefined || operatorOf(interferer) === operator ? 1 : FAINT;
    paintDot(context, scene, theme, interferer, at);
  }
  context.globalAlpha = 1;
}

/** Paints a dot: filled where the two share hertz, open where only a band. */
function paintDot(
  context: CanvasRenderingContext2D,
  scene: SkyScene,
  theme: Theme,
  { separationDeg, overlap }: Interferer,
  at: DiscPoint,
): void {
  const colour = separationColour(separationDeg, scene.theme);
  const dot = circlePath(at, dotRadius(scene, separationDeg));
  context.lineWidth = overlap ? 1 : 1.5;
  context.fillStyle = overlap ? colour : theme.land;
  context.strokeStyle = overlap ? theme.coast : colour;
  context.fill(dot);
  context.stroke(dot);
}

/** Paints a reticle around the tracked satellite, outside its beam, which it must not hide. */
function paintTracked(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme, label: Label): void {
  const { tracked, view, beamDeg, name } = scene;
  const at = tracked && pointOf(scene, tracked);
  if (!at) return;
  const scale = radiusPx(scene) / (view.kind === 'sky' ? 90 : view.spanDeg);
  const inner = Math.max(5, scale * beamDeg + 2);
  const reticle = new Path2D();
  for (const [right, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    reticle.moveTo(at.x + inner * right, at.y + inner * down);
    reticle.lineTo(at.x + (inner + 6) * right, at.y + (inner + 6) * down);
  }
  strokeHaloed(context, reticle, theme.text, 2, theme);
  if (view.kind === 'beam') strokeHaloed(context, circlePath(at, 1), theme.text, 2, theme);
  if (view.kind === 'sky') label(name, at, inner + 9);
}

/** Names the selected satellite, and the nearest in the beam. */
function paintNames(context: CanvasRenderingContext2D, scene: SkyScene, theme: Theme, label: Label): void {
  const { interferers, selected, beamDeg, operator } = scene;
  const chosen = interferers.find(({ noradNumber }) => noradNumber === selected);
  const at = chosen && pointOf(scene, chosen);
  if (at) {
    strokeHaloed(context, circlePath(at, 8), theme.text, 2, theme);
    label(chosen.name, at, 11);
  }
  const isMeant = (one: Interferer) => one !== chosen && (operator === undefined || operatorOf(one) === operator);
  const near = interferers.filter((one) => one.separationDeg < beamDeg && isMeant(one));
  for (const one of near.slice(0, MOST_NAMES)) {
    const point = pointOf(scene, one);
    if (point) label(one.name, point, 8);
  }
}

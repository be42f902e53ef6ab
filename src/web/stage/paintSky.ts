import { geoCircle, type GeoPermissibleObjects } from 'd3-geo';
import { nearness, separationColour } from '../colours/separation.js';
import { type Theme, type ThemeName, THEMES } from '../colours/theme.js';
import type { Sheet } from '../components/useCanvas.js';
import type { Direction } from '../data/look.js';
import type { Point } from '../map/projection.js';
import { createLabels, type Label, PICTURE_FONT } from '../paint/labels.js';
import { circlePath, crossPath, pathOf, strokeHaloed } from '../paint/path.js';
import type { Interferer } from '../data/interferer.js';
import { minuteOfDay } from '../time.js';
import { planeOf, radiusPx, ringsOf, type SkyPlane, type SkyScene } from './scene.js';

const ELEVATION_RINGS = [30, 60];
const COMPASS = ['N', 'E', 'S', 'W'];
/** Most names beside dots: more would hide the dots. */
const MOST_NAMES = 8;
/** Longest path whose ends are labelled with their times. */
const LONGEST_NAMED_MS = 12 * 3_600_000;
const ZENITH: Direction = { azimuthDeg: 0, elevationDeg: 90 };

/** Canvas, and the scene that is painted on it. */
interface Painting {
  context: CanvasRenderingContext2D;
  scene: SkyScene;
  plane: SkyPlane;
  themeName: ThemeName;
  theme: Theme;
  label: Label;
}

export function paintSky({ context, theme: themeName }: Sheet, scene: SkyScene): void {
  const theme = THEMES[themeName];
  const label = createLabels(context, { widthPx: scene.sizePx }, theme);
  const painting = { context, scene, plane: planeOf(scene), themeName, theme, label };
  const middle = scene.sizePx / 2;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const disc = circlePath({ x: middle, y: middle }, radiusPx(scene));
  context.fillStyle = theme.land;
  context.fill(disc);
  paintGrid(painting);
  context.lineWidth = 1;
  context.strokeStyle = theme.limb;
  context.stroke(disc);
  paintRim(painting);
  context.save();
  context.clip(disc);
  paintPath(painting);
  paintBeam(painting);
  paintDots(painting);
  context.restore();
  paintTracked(painting);
  paintNames(painting);
  paintPathTimes(painting);
  paintGridNumbers(painting);
}

/** Circle of all directions at an angle from a given direction. */
function circleAround({ azimuthDeg, elevationDeg }: Direction, radiusDeg: number): GeoPermissibleObjects {
  return geoCircle().center([azimuthDeg, elevationDeg]).radius(radiusDeg).precision(3)();
}

function lineThrough(directions: readonly Direction[]): GeoPermissibleObjects {
  return {
    type: 'LineString',
    coordinates: directions.map(({ azimuthDeg, elevationDeg }) => [azimuthDeg, elevationDeg]),
  };
}

/** Shades elevations too low to count, and paints lines of equal elevation and azimuth, or rings in a close-up. */
function paintGrid({ context, scene: { view, minElevationDeg }, plane: { projection }, theme }: Painting): void {
  context.fillStyle = theme.ocean;
  const nadir = { azimuthDeg: 0, elevationDeg: -90 };
  context.fill(pathOf(projection, circleAround(nadir, 90 + minElevationDeg)));
  context.lineWidth = 1;
  context.strokeStyle = theme.graticule;
  const stroke = (shape: GeoPermissibleObjects): void => context.stroke(pathOf(projection, shape));
  if (view.kind === 'beam') {
    for (const ring of ringsOf(view.spanDeg)) stroke(circleAround(view.middle, ring));
    return;
  }
  for (const elevationDeg of ELEVATION_RINGS) stroke(circleAround(ZENITH, 90 - elevationDeg));
  for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += 45) {
    stroke(lineThrough([0, 45, 90].map((elevationDeg) => ({ azimuthDeg, elevationDeg }))));
  }
}

/** Point of the canvas at a distance from the middle of the disc; the bearing is in radians clockwise from above. */
function around({ sizePx }: SkyScene, distancePx: number, bearing: number): Point {
  return { x: sizePx / 2 + distancePx * Math.sin(bearing), y: sizePx / 2 - distancePx * Math.cos(bearing) };
}

/** Writes the compass directions around the disc; around a close-up, only the direction of the zenith. */
function paintRim({ context, scene, theme }: Painting): void {
  context.font = `600 ${PICTURE_FONT}`;
  context.fillStyle = theme.text;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const names = scene.view.kind === 'sky' ? COMPASS : ['↑ zenith'];
  for (const [index, name] of names.entries()) {
    const { x, y } = around(scene, radiusPx(scene) + 10, (index * Math.PI) / 2);
    context.fillText(name, x, y);
  }
  context.textAlign = 'start';
}

function paintGridNumbers({ scene, label }: Painting): void {
  const { view } = scene;
  const rings =
    view.kind === 'sky'
      ? ELEVATION_RINGS.map((elevation) => ({ part: 1 - elevation / 90, text: `${elevation}°` }))
      : ringsOf(view.spanDeg).map((ring) => ({ part: ring / view.spanDeg, text: `${ring}°` }));
  for (const { part, text } of rings) {
    // The numbers stand on a line between two spokes of the grid, where no other line crosses them.
    if (part < 0.97) label(text, around(scene, part * radiusPx(scene), Math.PI / 8), 3);
  }
}

function paintPath({ context, scene: { path, timeMs, tracked }, plane: { projection }, theme }: Painting): void {
  const past = path.filter(({ ms }) => ms <= timeMs);
  const coming = path.filter(({ ms }) => ms > timeMs);
  const now = tracked ? [tracked] : [];
  context.setLineDash([1, 5]);
  strokeHaloed(context, pathOf(projection, lineThrough([...past, ...now])), theme.own, 2, theme);
  context.setLineDash([]);
  strokeHaloed(context, pathOf(projection, lineThrough([...now, ...coming])), theme.own, 2, theme);
}

/**
 * Writes the times at both ends of the path. The ends of a path of over 12 hours get none, because they may be only
 * where the drawing is cut.
 */
function paintPathTimes({ context, scene: { path }, plane, theme, label }: Painting): void {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last || last.ms - first.ms > LONGEST_NAMED_MS) return;
  for (const end of [first, last]) {
    const at = plane.pointOf(end);
    if (!at) continue;
    strokeHaloed(context, circlePath(at, 1.25), theme.own, 2.5, theme);
    label(minuteOfDay(end.ms), at, 7);
  }
}

/** Paints the beam as it lies in the sky, true to scale. */
function paintBeam({ context, scene: { tracked, beamDeg }, plane: { projection }, theme }: Painting): void {
  if (!tracked || beamDeg === 0) return;
  const beam = pathOf(projection, circleAround(tracked, beamDeg));
  context.save();
  context.globalAlpha = 0.16;
  context.fillStyle = theme.own;
  context.fill(beam);
  context.restore();
  strokeHaloed(context, beam, theme.own, 1.5, theme);
}

/** Radius of a dot: larger for a nearer satellite, and in a close-up. */
function dotRadius({ view }: SkyScene, separationDeg: number): number {
  return (view.kind === 'sky' ? 2.2 : 3.5) + 2.6 * nearness(separationDeg);
}

/** Paints a dot for each other satellite: filled if it shares frequencies with the tracked one, open if only a band. */
function paintDots({ context, scene, plane, themeName, theme }: Painting): void {
  const { interferers, beamDeg } = scene;
  // From the farthest to the nearest, so that the nearest lie on top.
  for (const interferer of [...interferers].reverse()) {
    const at = plane.pointOf(interferer);
    if (!at) continue;
    const { separationDeg, overlap } = interferer;
    const colour = separationDeg < beamDeg ? theme.alarm : separationColour(separationDeg, themeName);
    const dot = circlePath(at, dotRadius(scene, separationDeg));
    context.lineWidth = overlap ? 1 : 1.5;
    context.fillStyle = overlap ? colour : theme.land;
    context.strokeStyle = overlap ? theme.coast : colour;
    context.fill(dot);
    context.stroke(dot);
  }
}

/** Paints a reticle around the tracked satellite, outside of its beam. */
function paintTracked({ context, scene, plane, theme, label }: Painting): void {
  const { tracked, view, beamDeg, name } = scene;
  const at = tracked && plane.pointOf(tracked);
  if (!at) return;
  const scale = radiusPx(scene) / (view.kind === 'sky' ? 90 : view.spanDeg);
  const inner = Math.max(5, scale * beamDeg + 2);
  strokeHaloed(context, crossPath(at, inner, inner + 6), theme.text, 2, theme);
  if (view.kind === 'beam') strokeHaloed(context, circlePath(at, 1), theme.text, 2, theme);
  if (view.kind === 'sky') label(name, at, inner + 9);
}

/** Writes the names of the selected satellite and of the nearest ones in the beam. */
function paintNames({ context, scene, plane, theme, label }: Painting): void {
  const { interferers, selected, beamDeg } = scene;
  const chosen: Interferer | undefined = interferers.find(({ noradNumber }) => noradNumber === selected);
  const at = chosen && plane.pointOf(chosen);
  if (at) {
    strokeHaloed(context, circlePath(at, 8), theme.text, 2, theme);
    label(chosen.name, at, 11, chosen.separationDeg < beamDeg ? 'alarm' : 'strong');
  }
  const near = interferers.filter((one) => one.separationDeg < beamDeg && one !== chosen);
  for (const one of near.slice(0, MOST_NAMES)) {
    const point = plane.pointOf(one);
    if (point) label(one.name, point, 8, 'alarm');
  }
}

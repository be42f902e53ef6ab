import type { ThemeName } from '../colours/theme.js';
import type { Direction, PathPoint } from '../data/look.js';
import { type Point, type SkyPlane, skyPlane, type SkyView } from '../map/projection.js';
import type { Interferer } from '../data/interferer.js';

/** Everything that determines a picture of the sky. */
export interface SkyScene {
  view: SkyView;
  sizePx: number;
  theme: ThemeName;
  /** Elevation from which satellites count. */
  minElevationDeg: number;
  name: string;
  /** Direction of the tracked satellite; undefined below the horizon. */
  tracked: Direction | undefined;
  /** Path of the tracked satellite in this pass, or in the next. */
  path: readonly PathPoint[];
  timeMs: number;
  /** Other satellites, the nearest first. */
  interferers: readonly Interferer[];
  beamDeg: number;
  /** Catalogue number of the selected satellite. */
  selected: number | undefined;
}

/** Space around the disc for the compass letters. */
const MARGIN_PX = 18;
/** Farthest distance in pixels between the pointer and a dot that it selects. */
const REACH_PX = 14;

export function radiusPx({ sizePx }: Pick<SkyScene, 'sizePx'>): number {
  return Math.max(16, sizePx / 2 - MARGIN_PX);
}

export function planeOf(scene: Pick<SkyScene, 'sizePx' | 'view'>): SkyPlane {
  return skyPlane(scene.view, scene.sizePx, radiusPx(scene));
}

/** Returns the dot nearest to a point of the canvas, if one is in reach. */
export function interfererAt(
  scene: Pick<SkyScene, 'sizePx' | 'view' | 'interferers'>,
  { x, y }: Point,
): Interferer | undefined {
  const { pointOf } = planeOf(scene);
  let nearest: Interferer | undefined;
  let reach = REACH_PX;
  for (const interferer of scene.interferers) {
    const at = pointOf(interferer);
    const distance = at ? Math.hypot(at.x - x, at.y - y) : Infinity;
    if (distance < reach) [nearest, reach] = [interferer, distance];
  }
  return nearest;
}

/** Radius of a close-up as a multiple of the beam's, so that it shows the surroundings too. */
const AROUND = 3;

/** View of the surroundings of the tracked satellite. */
export function beamView(middle: Direction, beamDeg: number): SkyView {
  return { kind: 'beam', middle, spanDeg: Math.min(60, Math.max(1, AROUND * beamDeg)) };
}

/** Radii at which rings stand in a close-up: some four round numbers of degrees. */
export function ringsOf(spanDeg: number): number[] {
  const step = [0.25, 0.5, 1, 2, 5, 10, 20].find((candidate) => spanDeg / candidate <= 4.01) ?? 20;
  return Array.from({ length: Math.floor(spanDeg / step + 1e-9) }, (_none, index) => step * (index + 1));
}

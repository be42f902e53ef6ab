import { geoAzimuthalEquidistant, geoDistance } from 'd3-geo';
import type { Direction, PathPoint } from '../data/look.js';
import { RAD_PER_DEG } from '../data/geodetic.js';
import type { Point } from '../map/projection.js';
import type { Interferer } from '../data/interferer.js';

/**
 * Part of the sky. `sky` is all of it above the horizon, with the zenith in the middle, north up and east right, as on
 * a compass. `beam` is the surroundings of the direction `middle`, out to `spanDeg` from it, with the zenith up.
 */
export type SkyView = { kind: 'sky' } | { kind: 'beam'; middle: Direction; spanDeg: number };

/** Everything that determines a picture of the sky. */
export interface SkyScene {
  view: SkyView;
  sizePx: number;
  /** Elevation from which satellites count. */
  minElevationDeg: number;
  name: string;
  /** Direction of the tracked satellite; undefined below the horizon, or while it is not known. */
  tracked: Direction | undefined;
  /**
   * Path of the tracked satellite in this pass, else the next, else the last; empty without a pass. Of a long pass: at
   * most 12 hours before and after `timeMs` or, if that is outside the pass, after the rise.
   */
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

export type SkyPlane = ReturnType<typeof planeOf>;

/**
 * Drawing of the scene's view, on a disc in the middle of a square: angles from the middle are true to scale; azimuth
 * and elevation are d3's longitude and latitude.
 */
export function planeOf(scene: Pick<SkyScene, 'sizePx' | 'view'>) {
  const { view, sizePx } = scene;
  const isWhole = view.kind === 'sky';
  // With the zenith in the middle, d3 would put north below and turn azimuths the other way.
  const middle: [number, number] = isWhole ? [180, 90] : [view.middle.azimuthDeg, view.middle.elevationDeg];
  const spanDeg = isWhole ? 90 : view.spanDeg;
  const projection = geoAzimuthalEquidistant()
    .reflectX(isWhole)
    .rotate([-middle[0], -middle[1]])
    .scale(radiusPx(scene) / (spanDeg * RAD_PER_DEG))
    .translate([sizePx / 2, sizePx / 2])
    .clipAngle(Math.min(spanDeg, 179.9))
    .precision(0.2);
  return {
    projection,
    /** Point of a direction; undefined outside the disc. */
    pointOf: ({ azimuthDeg, elevationDeg }: Direction): Point | undefined => {
      if (geoDistance([azimuthDeg, elevationDeg], middle) > spanDeg * RAD_PER_DEG + 1e-9) return undefined;
      const [x = 0, y = 0] = projection([azimuthDeg, elevationDeg]) ?? [];
      return { x, y };
    },
  };
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

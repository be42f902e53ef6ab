import type { Direction } from '../geo/look.js';

/**
 * Conversions between directions in the sky and points of a disc, in units of its radius, x to the right, y down. Both
 * kinds are azimuthal equidistant: distances from the middle are true.
 *
 * - `sky`: all above the horizon, zenith in the middle, north up and east right: azimuths run clockwise, as on a compass, a
 *   map and a rotator.
 * - `beam`: what is near a direction, with the direction in the middle and the zenith up.
 */
export type SkyView = { kind: 'sky' } | { kind: 'beam'; middle: Direction; spanDeg: number };

export interface DiscPoint {
  x: number;
  y: number;
}

const RAD = Math.PI / 180;

interface Offset {
  distanceDeg: number;
  /** Bearing in radians, clockwise from the zenith. */
  bearing: number;
}

/** Angle between two directions, and the bearing of the second from the first. */
function offsetOf(from: Direction, to: Direction): Offset {
  const [sinFrom, cosFrom] = [Math.sin(RAD * from.elevationDeg), Math.cos(RAD * from.elevationDeg)];
  const [sinTo, cosTo] = [Math.sin(RAD * to.elevationDeg), Math.cos(RAD * to.elevationDeg)];
  const turn = RAD * (to.azimuthDeg - from.azimuthDeg);
  const right = Math.sin(turn) * cosTo;
  const up = sinTo * cosFrom - cosTo * sinFrom * Math.cos(turn);
  const along = sinTo * sinFrom + cosTo * cosFrom * Math.cos(turn);
  return { distanceDeg: Math.atan2(Math.hypot(right, up), along) / RAD, bearing: Math.atan2(right, up) };
}

/** Angle between two directions in degrees. */
export function separationDeg(a: Direction, b: Direction): number {
  return offsetOf(a, b).distanceDeg;
}

/** Direction at an angle from another, by a bearing in radians clockwise from the zenith. */
function directionFrom({ azimuthDeg, elevationDeg }: Direction, { distanceDeg, bearing }: Offset): Direction {
  const [sin, cos] = [Math.sin(RAD * elevationDeg), Math.cos(RAD * elevationDeg)];
  const [sinAway, cosAway] = [Math.sin(RAD * distanceDeg), Math.cos(RAD * distanceDeg)];
  const right = sinAway * Math.sin(bearing);
  const ahead = cosAway * cos - sinAway * Math.cos(bearing) * sin;
  const above = cosAway * sin + sinAway * Math.cos(bearing) * cos;
  return {
    azimuthDeg: (azimuthDeg + Math.atan2(right, ahead) / RAD + 720) % 360,
    elevationDeg: Math.atan2(above, Math.hypot(right, ahead)) / RAD,
  };
}

/** Point of a direction; beyond a distance of 1 it is outside the disc. */
export function discPoint(view: SkyView, direction: Direction): DiscPoint {
  const { distance, bearing } = polarOf(view, direction);
  return { x: distance * Math.sin(bearing), y: -distance * Math.cos(bearing) };
}

function polarOf(view: SkyView, direction: Direction): { distance: number; bearing: number } {
  if (view.kind === 'sky') return { distance: (90 - direction.elevationDeg) / 90, bearing: RAD * direction.azimuthDeg };
  const { distanceDeg, bearing } = offsetOf(view.middle, direction);
  return { distance: distanceDeg / view.spanDeg, bearing };
}

/** Direction at a point of the disc; undefined outside it. */
export function directionAt(view: SkyView, { x, y }: DiscPoint): Direction | undefined {
  const distance = Math.hypot(x, y);
  if (distance > 1) return undefined;
  const bearing = Math.atan2(x, -y);
  if (view.kind === 'beam') return directionFrom(view.middle, { distanceDeg: distance * view.spanDeg, bearing });
  return { azimuthDeg: (bearing / RAD + 360) % 360, elevationDeg: 90 * (1 - distance) };
}

/** Closed outline of all directions at an angle from one, clockwise: a beam as it lies in the sky. */
export function circleAround(middle: Direction, radiusDeg: number, points = 96): Direction[] {
  return Array.from({ length: points + 1 }, (_none, index) =>
    directionFrom(middle, { distanceDeg: radiusDeg, bearing: (2 * Math.PI * index) / points }),
  );
}

/** Vector in km, Earth-fixed, or of length 1. Slow twins use the functions of this file, which call no kernel. */
export type Vector = readonly [x: number, y: number, z: number];

const RAD = Math.PI / 180;
export const WGS84_A = 6378.137;
export const WGS84_E2 = 0.006_694_379_990_141_316_5;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** Angle between two directions, in radians. */
export const angleBetween = (a: Vector, b: Vector): number => Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));

/** Place on WGS84: its Earth-fixed position in km, and the unit vector up. */
interface Site {
  ground: Vector;
  up: Vector;
}

export function siteOf(place: { latDeg: number; lonDeg: number; heightKm?: number }): Site {
  const { heightKm = 0 } = place;
  const [lat, lon] = [place.latDeg * RAD, place.lonDeg * RAD];
  const n = WGS84_A / Math.sqrt(1 - WGS84_E2 * Math.sin(lat) ** 2);
  const up: Vector = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  const ground: Vector = [(n + heightKm) * up[0], (n + heightKm) * up[1], (n * (1 - WGS84_E2) + heightKm) * up[2]];
  return { ground, up };
}

/** Direction from a site to an Earth-fixed position in km, and its elevation in degrees. */
export function lookFrom({ ground, up }: Site, position: Vector): { direction: Vector; elevationDeg: number } {
  const [x, y, z] = [position[0] - ground[0], position[1] - ground[1], position[2] - ground[2]];
  const range = Math.hypot(x, y, z);
  const direction: Vector = [x / range, y / range, z / range];
  return { direction, elevationDeg: Math.asin(dot(direction, up)) / RAD };
}

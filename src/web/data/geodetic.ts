/** Place on the earth. */
export interface Place {
  /** Degrees north, geodetic, -90 to 90. */
  latDeg: number;
  /** Degrees east. */
  lonDeg: number;
}

/** Text of a number with at most `digits` decimals, as short as possible. */
export function rounded(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

/** Place as written in addresses: `52.52,13.405`. */
export function placeText({ latDeg, lonDeg }: Place): string {
  return `${rounded(latDeg, 4)},${rounded(lonDeg, 4)}`;
}

/** Place as written for people: `52.52° N, 13.41° E`. */
export function placeLabel({ latDeg, lonDeg }: Place, digits = 2): string {
  const lat = `${Math.abs(latDeg).toFixed(digits)}° ${latDeg < 0 ? 'S' : 'N'}`;
  return `${lat}, ${Math.abs(lonDeg).toFixed(digits)}° ${lonDeg < 0 ? 'W' : 'E'}`;
}

/** Place below a satellite, and its height. */
export interface Position extends Place {
  heightKm: number;
}

/** Earth-fixed position in km. */
export type Vector = readonly [x: number, y: number, z: number];

/** Semi-major axis of WGS84 (NGA.STND.0036), km. */
export const EQUATOR_KM = 6378.137;
const FLATTENING = 1 / 298.257223563;
/** Semi-minor axis of WGS84, km. */
const POLE_KM = EQUATOR_KM * (1 - FLATTENING);
/** Square of the eccentricity of WGS84. */
export const E2 = FLATTENING * (2 - FLATTENING);

/** WGS84's gravitational constant of the earth, km³/s². */
export const GRAVITY_KM3_PER_S2 = 398_600.4418;

export const RAD_PER_DEG = Math.PI / 180;

/** Returns a longitude as one from -180 to below 180 degrees. */
export function wrapLon(lonDeg: number): number {
  const turns = (lonDeg + 180) / 360;
  return lonDeg >= -180 && lonDeg < 180 ? lonDeg : (turns - Math.floor(turns)) * 360 - 180;
}

/** Converts geodetic coordinates to an Earth-fixed position in km. */
export function earthFixed({ latDeg, lonDeg, heightKm }: Position): Vector {
  const [sinLat, cosLat] = [Math.sin(RAD_PER_DEG * latDeg), Math.cos(RAD_PER_DEG * latDeg)];
  const n = EQUATOR_KM / Math.sqrt(1 - E2 * sinLat * sinLat);
  const rho = (n + heightKm) * cosLat;
  const lon = RAD_PER_DEG * lonDeg;
  return [rho * Math.cos(lon), rho * Math.sin(lon), (n * (1 - E2) + heightKm) * sinLat];
}

/**
 * Converts an Earth-fixed position in km to geodetic coordinates: Bowring 1985, Survey Review 28, 202, to better than
 * two micrometres from the ground up to geostationary heights. NaN for NaN.
 */
export function geodeticOf(x: number, y: number, z: number): Position {
  const p = Math.hypot(x, y);
  const r = Math.hypot(p, z);
  const second = E2 / (1 - E2);
  const tanBeta = ((POLE_KM * z) / (EQUATOR_KM * p)) * (1 + (second * POLE_KM) / r);
  const cosBeta = 1 / Math.hypot(1, tanBeta);
  const sinBeta = p === 0 ? Math.sign(z) : tanBeta * cosBeta;
  const lat = Math.atan2(z + second * POLE_KM * sinBeta ** 3, p - E2 * EQUATOR_KM * cosBeta ** 3);
  const sine = Math.sin(lat);
  const heightKm = p * Math.cos(lat) + z * sine - EQUATOR_KM * Math.sqrt(1 - E2 * sine * sine);
  return { latDeg: lat / RAD_PER_DEG, lonDeg: Math.atan2(y, x) / RAD_PER_DEG, heightKm };
}

import type { Place } from './healpix.js';
import { wrapLon } from './healpix.js';
import { RAD_PER_DEG } from './frame.js';

/** Position, footprint and path of a satellite, from its track of geodetic positions. */

/** WGS84's semi-major axis. */
const EQUATOR_KM = 6378.137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);
/** WGS84's gravitational constant of the earth, in km³/s²; used only for how much of the track to draw. */
const GRAVITY_KM3_PER_S2 = 398_600.5;

/** Track of one satellite over the window, and the minute that is shown. */
export interface SatelliteState {
  name: string;
  /** Geodetic latitude and longitude in degrees and altitude in km, per epoch; NaN where unknown. */
  track: Float32Array;
  /** Time of epoch 0 in seconds since 1970. */
  windowStartS: number;
  epochIndex: number;
  /** Elevation above which the satellite covers a place. */
  minElevationDeg: number;
}

export interface Position extends Place {
  altitudeKm: number;
}

/** Position at an epoch; undefined outside the window and where the satellite could not be propagated. */
export function positionAt(track: Float32Array, epochIndex: number): Position | undefined {
  const latDeg = track[3 * epochIndex];
  const lonDeg = track[3 * epochIndex + 1];
  const altitudeKm = track[3 * epochIndex + 2];
  if (latDeg === undefined || lonDeg === undefined || altitudeKm === undefined) return undefined;
  return Number.isFinite(latDeg + lonDeg + altitudeKm) ? { latDeg, lonDeg, altitudeKm } : undefined;
}

function earthFixedKm({ latDeg, lonDeg }: Place, altitudeKm: number): [number, number, number] {
  const sinLat = Math.sin(latDeg * RAD_PER_DEG);
  const cosLat = Math.cos(latDeg * RAD_PER_DEG);
  const normalKm = EQUATOR_KM / Math.sqrt(1 - ECCENTRICITY_SQUARED * sinLat * sinLat);
  const fromAxisKm = (normalKm + altitudeKm) * cosLat;
  const lon = lonDeg * RAD_PER_DEG;
  const zKm = (normalKm * (1 - ECCENTRICITY_SQUARED) + altitudeKm) * sinLat;
  return [fromAxisKm * Math.cos(lon), fromAxisKm * Math.sin(lon), zKm];
}

/** Elevation in degrees of the satellite as seen from a place on the ellipsoid. */
export function elevationDeg(place: Place, satellite: Position): number {
  const [x, y, z] = earthFixedKm(place, 0);
  const [sx, sy, sz] = earthFixedKm(satellite, satellite.altitudeKm);
  const [dx, dy, dz] = [sx - x, sy - y, sz - z];
  const lat = place.latDeg * RAD_PER_DEG;
  const lon = place.lonDeg * RAD_PER_DEG;
  const up = Math.cos(lat) * (Math.cos(lon) * dx + Math.sin(lon) * dy) + Math.sin(lat) * dz;
  return Math.asin(up / Math.hypot(dx, dy, dz)) / RAD_PER_DEG;
}

/** Place at a distance along a great circle, azimuth clockwise from north; geodetic angles are taken as a sphere's. */
function placeFrom({ latDeg, lonDeg }: Place, azimuthRad: number, distanceRad: number): Place {
  const lat = latDeg * RAD_PER_DEG;
  const sine = Math.sin(lat) * Math.cos(distanceRad) + Math.cos(lat) * Math.sin(distanceRad) * Math.cos(azimuthRad);
  const east = Math.atan2(
    Math.sin(azimuthRad) * Math.sin(distanceRad) * Math.cos(lat),
    Math.cos(distanceRad) - Math.sin(lat) * sine,
  );
  return {
    latDeg: Math.asin(Math.max(-1, Math.min(1, sine))) / RAD_PER_DEG,
    lonDeg: wrapLon(lonDeg + east / RAD_PER_DEG),
  };
}

/**
 * Outline of the footprint on the ellipsoid, clockwise as seen from above, not closed. From each of its points the
 * satellite's elevation is within 0.001 degrees of the minimum.
 */
export function footprintOutline(satellite: Position, minElevationDeg: number, points = 180): Place[] {
  const elevation = minElevationDeg * RAD_PER_DEG;
  const ratio = EQUATOR_KM / (EQUATOR_KM + satellite.altitudeKm);
  const sphereRad = Math.acos(ratio * Math.cos(elevation)) - elevation;
  return Array.from({ length: points }, (_, k) => {
    const azimuth = (2 * Math.PI * k) / points;
    // Newton's method from the sphere's answer, with the slope there: two steps leave less than 0.001 degrees.
    let distance = sphereRad;
    const slope = elevationSlope(ratio, sphereRad);
    for (let step = 0; step < 3; step++) {
      const error = elevationDeg(placeFrom(satellite, azimuth, distance), satellite) * RAD_PER_DEG - elevation;
      distance -= error / slope;
    }
    return placeFrom(satellite, azimuth, distance);
  });
}

/** Change of elevation with distance from the subpoint, on a sphere: d/dx atan2(cos x - ratio, sin x). */
function elevationSlope(ratio: number, distanceRad: number): number {
  const up = Math.cos(distanceRad) - ratio;
  const along = Math.sin(distanceRad);
  return (-along * along - up * Math.cos(distanceRad)) / (up * up + along * along);
}

/** Half a revolution in whole epochs of a minute, at least 1, from the largest and smallest altitude of the track. */
export function halfRevolutionEpochs(track: Float32Array): number {
  let lowKm = Number.POSITIVE_INFINITY;
  let highKm = Number.NEGATIVE_INFINITY;
  for (let i = 2; i < track.length; i += 3) {
    const altitudeKm = track[i] as number;
    if (altitudeKm < lowKm) lowKm = altitudeKm;
    if (altitudeKm > highKm) highKm = altitudeKm;
  }
  if (lowKm > highKm) return 1;
  const axisKm = EQUATOR_KM + (lowKm + highKm) / 2;
  return Math.max(1, Math.round((Math.PI * Math.sqrt(axisKm ** 3 / GRAVITY_KM3_PER_S2)) / 60));
}

/** Unbroken stretches of the track between two epochs, both included. */
export function trackBetween(track: Float32Array, from: number, to: number): Position[][] {
  const stretches: Position[][] = [];
  let open: Position[] | undefined;
  for (let epoch = Math.max(0, from); epoch <= to; epoch++) {
    const position = positionAt(track, epoch);
    if (!position) open = undefined;
    else if (open) open.push(position);
    else stretches.push((open = [position]));
  }
  return stretches.filter((stretch) => stretch.length > 1);
}

/** Minutes between time marks: some five marks on half a revolution. */
export function markStepMin(halfRevolutionMin: number): number {
  return [5, 10, 15, 30, 60, 120, 180, 360].find((step) => halfRevolutionMin / step <= 5) ?? 720;
}

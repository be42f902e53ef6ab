import { geoRotation } from 'd3-geo';
import {
  earthFixed,
  EQUATOR_KM,
  geodeticOf,
  GRAVITY_KM3_PER_S2,
  type Place,
  type Position,
  RAD_PER_DEG,
  wrapLon,
} from '../data/geodetic.js';
import { lookFrom } from '../data/look.js';
import type { Track } from '../data/track.js';

/** Position, footprint and path of a satellite, from its track. */

/** Track of one satellite over the window, and the minute that is shown. */
export interface SatelliteState {
  name: string;
  /** Mean semi-major axis less the earth's radius at the equator. */
  altitudeKm: number;
  track: Track;
  epochIndex: number;
  /** Elevation from which the satellite covers a place. */
  minElevationDeg: number;
}

/** Position at an epoch; undefined outside the window, or if the satellite could not be propagated to the epoch. */
export function positionAt({ fixedKm }: Pick<Track, 'fixedKm'>, epochIndex: number): Position | undefined {
  const [x, y, z] = [0, 1, 2].map((axis) => fixedKm[3 * epochIndex + axis] ?? Number.NaN) as [number, number, number];
  return Number.isFinite(x + y + z) ? geodeticOf(x, y, z) : undefined;
}

const OUTLINE_POINTS = 180;
/** Number of halvings that narrow a quarter of the earth's circumference down to some ten metres. */
const HALVINGS = 20;

/** Outline of the footprint: places from which the satellite stands at the minimum elevation, clockwise, not closed. */
export function footprintOutline(satellite: Position, minElevationDeg: number): Place[] {
  const fixed = earthFixed(satellite);
  const isUp = (place: Place): boolean => lookFrom({ ...place, heightM: 0 })(fixed).elevationDeg >= minElevationDeg;
  const rotation = geoRotation([-satellite.lonDeg, -satellite.latDeg]);
  /** Place at a distance along a great circle, in radians; azimuth clockwise from north. */
  const placeAt = (azimuth: number, distance: number): Place => {
    const east = Math.atan2(Math.sin(distance) * Math.sin(azimuth), Math.cos(distance));
    const north = Math.asin(Math.sin(distance) * Math.cos(azimuth));
    const [lonDeg, latDeg] = rotation.invert([east / RAD_PER_DEG, north / RAD_PER_DEG]);
    return { latDeg, lonDeg };
  };
  return Array.from({ length: OUTLINE_POINTS }, (_none, k) => {
    const azimuth = (2 * Math.PI * k) / OUTLINE_POINTS;
    let [distance, step] = [0, Math.PI / 4];
    for (let halving = 0; halving < HALVINGS; halving++, step /= 2) {
      if (isUp(placeAt(azimuth, distance + step))) distance += step;
    }
    return placeAt(azimuth, distance);
  });
}

/** Half a revolution in whole epochs of a minute. */
export function halfRevolutionEpochs({ altitudeKm }: Pick<SatelliteState, 'altitudeKm'>): number {
  return Math.round((Math.PI * Math.sqrt((EQUATOR_KM + altitudeKm) ** 3 / GRAVITY_KM3_PER_S2)) / 60);
}

/** Unbroken stretches, of two positions or more, of the track between two epochs, both included. */
export function trackBetween(track: Pick<Track, 'fixedKm'>, from: number, to: number): Position[][] {
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

/** Minutes between the time marks of a track, so that half a revolution has at most some five marks. */
export function markStepMin(halfRevolutionMin: number): number {
  return [5, 10, 15, 30, 60, 120, 180, 360].find((step) => halfRevolutionMin / step <= 5) ?? 720;
}

const DAY_MS = 86_400_000;
/** 2000-01-01 12:00 UTC. */
const J2000_MS = 946_728_000_000;

/**
 * Place where the sun stands in the zenith: low-precision formulas of the Astronomical Almanac (page C5), within 0.01
 * degrees from 1950 to 2050.
 */
export function subsolarPoint(ms: number): Place {
  const days = (ms - J2000_MS) / DAY_MS;
  const meanLongitude = 280.46 + 0.985_647_4 * days;
  const anomaly = (357.528 + 0.985_600_3 * days) * RAD_PER_DEG;
  const ecliptic = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD_PER_DEG;
  const obliquity = (23.439 - 4e-7 * days) * RAD_PER_DEG;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic)) / RAD_PER_DEG;
  const sidereal = 280.460_618_37 + 360.985_647_366_29 * days;
  return {
    latDeg: Math.asin(Math.sin(obliquity) * Math.sin(ecliptic)) / RAD_PER_DEG,
    lonDeg: wrapLon(ascension - sidereal),
  };
}

import { placeInCell } from './healpix.js';
import { RAD_PER_DEG } from './frame.js';
import { earthFixedKm, type Position } from './satellite.js';

/**
 * Degrees above the minimum elevation from which a cell is said to be in view. The track is single precision; the server
 * decides closer cases, and of those nothing is said here.
 */
const CERTAIN_DEG = 1e-4;

/** Whether a satellite is in view at an elevation, beyond doubt. */
export function isSurelyUp(elevation: number, minElevationDeg: number): boolean {
  return elevation >= minElevationDeg + CERTAIN_DEG;
}

/** Numbers per cell: its centre, Earth-fixed in km, and the direction of its zenith. */
const PER_CELL = 6;

const centresOfNside = new Map<number, Float64Array>();

function centresOf(nside: number): Float64Array {
  const kept = centresOfNside.get(nside);
  if (kept) return kept;
  const centres = new Float64Array(PER_CELL * 12 * nside * nside);
  for (let ipix = 0; ipix < 12 * nside * nside; ipix++) {
    const centre = placeInCell(nside, ipix);
    const [lat, lon] = [centre.latDeg * RAD_PER_DEG, centre.lonDeg * RAD_PER_DEG];
    centres.set(earthFixedKm(centre, 0), PER_CELL * ipix);
    centres.set([Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)], PER_CELL * ipix + 3);
  }
  centresOfNside.set(nside, centres);
  return centres;
}

/** Cells, ascending, from whose centre a satellite is in view beyond doubt: those in which others are counted. */
export function cellsInView(nside: number, satellite: Position, minElevationDeg: number): Uint32Array {
  const centres = centresOf(nside);
  const [sx, sy, sz] = earthFixedKm(satellite, satellite.altitudeKm);
  const least = Math.sin((minElevationDeg + CERTAIN_DEG) * RAD_PER_DEG);
  const cells = new Uint32Array(12 * nside * nside);
  let count = 0;
  for (let ipix = 0, at = 0; ipix < cells.length; ipix++, at += PER_CELL) {
    const dx = sx - (centres[at] as number);
    const dy = sy - (centres[at + 1] as number);
    const dz = sz - (centres[at + 2] as number);
    const up = dx * (centres[at + 3] as number) + dy * (centres[at + 4] as number) + dz * (centres[at + 5] as number);
    if (up > 0 && up >= least * Math.sqrt(dx * dx + dy * dy + dz * dz)) cells[count++] = ipix;
  }
  return cells.slice(0, count);
}

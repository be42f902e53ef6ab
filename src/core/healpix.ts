import { shown, unfit } from './arguments.js';
import type { Kernels } from './module.js';

const LARGEST_NSIDE = 8192;
const RAD_PER_DEG = Math.PI / 180;

/**
 * NESTED number of the cell in which a point lies, geodetic latitude and longitude east.
 * @throws RangeError, or TypeError for an nside that is no number
 */
export function cellOf(core: Kernels, nside: number, latDeg: number, lonDeg: number): number {
  checkNside(nside);
  const fault = pointFault(latDeg, lonDeg);
  if (fault !== undefined) throw new RangeError(fault);
  return core.ang2pixNest(nside, lonDeg * RAD_PER_DEG, latDeg * RAD_PER_DEG);
}

/**
 * Centre of a NESTED cell, latitude -90 to 90, longitude 0 to below 360.
 *
 * @param view all of the core's memory
 * @param scratch pointer to 16 bytes of it, overwritten
 * @throws RangeError
 */
export function cellCentre(
  core: Kernels,
  view: DataView,
  scratch: number,
  nside: number,
  ipix: number,
): { latDeg: number; lonDeg: number } {
  checkIpix(nside, ipix);
  core.pix2angNest(nside, ipix, scratch);
  const lonRad = view.getFloat64(scratch, true);
  const latRad = view.getFloat64(scratch + 8, true);
  return { latDeg: latRad / RAD_PER_DEG, lonDeg: lonRad / RAD_PER_DEG };
}

/**
 * Number of cells of the sphere, 12 nside^2.
 * @throws RangeError unless nside is a power of two from 1 to 8192, TypeError for anything but a number
 */
export function cellCount(nside: number): number {
  checkNside(nside);
  return 12 * nside * nside;
}

/**
 * Side of a square as large as a cell, degrees to 4 decimals: `cell_resolution_deg` of the API.
 * @throws RangeError unless nside is a power of two from 1 to 8192, TypeError for anything but a number
 */
export function cellResolutionDeg(nside: number): number {
  checkNside(nside);
  return Math.round((1e4 * Math.sqrt((4 * Math.PI) / 12)) / nside / RAD_PER_DEG) / 1e4;
}

/** Checks an nside. @throws RangeError, or TypeError for anything but a number */
export function checkNside(nside: number): void {
  if (Number.isInteger(nside) && nside >= 1 && nside <= LARGEST_NSIDE && (nside & (nside - 1)) === 0) return;
  throw unfit('nside', nside, `a power of two from 1 to ${LARGEST_NSIDE}`);
}

/** Returns why two numbers are not a latitude and a longitude, or undefined if they are. */
export function pointFault(latDeg: number, lonDeg: number): string | undefined {
  if (!(typeof latDeg === 'number' && latDeg >= -90 && latDeg <= 90)) {
    return `latDeg ${shown(latDeg)} is outside -90 to 90`;
  }
  return Number.isFinite(lonDeg) ? undefined : `lonDeg ${shown(lonDeg)} is not a finite number of degrees`;
}

/** Returns why a number is not that of a cell of nside, or undefined if it is. */
export function ipixFault(nside: number, ipix: number): string | undefined {
  const last = cellCount(nside) - 1;
  if (Number.isInteger(ipix) && ipix >= 0 && ipix <= last) return undefined;
  return `ipix ${shown(ipix)} is not a whole number from 0 to ${last}, the cells of nside ${nside}`;
}

/** Checks the number of a cell. @throws RangeError */
export function checkIpix(nside: number, ipix: number): void {
  const fault = ipixFault(nside, ipix);
  if (fault !== undefined) throw new RangeError(fault);
}

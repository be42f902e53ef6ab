import { MASK_POINTS } from '../spec.js';
import { checkList, unfit } from './arguments.js';

/**
 * Horizon mask of a place: 12 to 72 points, each an azimuth in degrees from north over east, 0 to below 360 and
 * ascending, and the elevation in degrees, 0 to below 90, from which satellites are seen there. Between two points, and
 * from the last one round to the first, that elevation is on a straight line.
 */
export type HorizonMask = readonly (readonly [azimuthDeg: number, elevationDeg: number])[];

/** Number of points that a mask may have, as messages tell it. */
export const ALLOWED_POINTS = `${MASK_POINTS.fewest} to ${MASK_POINTS.most} points`;

/** Number of a mask that is not allowed: the azimuth (`part` 0) or the elevation (`part` 1) of point `index`. */
interface MaskFault {
  index: number;
  part: 0 | 1;
  value: number;
  /** Allowed values, as messages tell them. */
  allowed: string;
}

/** Finds the first number of a mask that is not allowed; undefined if all are. */
export function maskFault(mask: HorizonMask): MaskFault | undefined {
  for (const [index, [azimuth, elevation]] of mask.entries()) {
    const [before = -1] = mask[index - 1] ?? [];
    const ofAzimuth = { index, part: 0, value: azimuth } as const;
    if (!(azimuth >= 0 && azimuth < 360)) return { ...ofAzimuth, allowed: 'an azimuth of 0 to below 360 degrees' };
    if (!(azimuth > before)) return { ...ofAzimuth, allowed: `an azimuth above ${before}, that of the point before` };
    if (elevation >= 0 && elevation < 90) continue;
    return { index, part: 1, value: elevation, allowed: 'an elevation of 0 to below 90 degrees' };
  }
  return undefined;
}

/** Checks a horizon mask, which messages call `where`. @throws RangeError or TypeError */
export function checkHorizonMask(mask: HorizonMask, where: string): void {
  checkList(where, mask);
  if (mask.length < MASK_POINTS.fewest || mask.length > MASK_POINTS.most) {
    throw new RangeError(`${where} of ${mask.length} points: ${ALLOWED_POINTS} are needed`);
  }
  for (const [index, point] of mask.entries()) {
    const isPoint = Array.isArray(point) && point.length === 2 && point.every((value) => typeof value === 'number');
    if (!isPoint) throw unfit(`${where}[${index}]`, point, 'an azimuth and an elevation in degrees');
  }
  const fault = maskFault(mask);
  if (fault === undefined) return;
  throw unfit(`${where}[${fault.index}][${fault.part}]`, fault.value, fault.allowed);
}

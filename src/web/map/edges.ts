import { OUTSIDE } from './cells.js';
import { neighbourOf, placeInCell } from './healpix.js';

/** Sides of a cell: the step beyond it, and its ends. */
const SIDES = [
  { step: [1, 0], ends: [[1, 0], [1, 1]] },
  { step: [-1, 0], ends: [[0, 0], [0, 1]] },
  { step: [0, 1], ends: [[0, 1], [1, 1]] },
  { step: [0, -1], ends: [[0, 0], [1, 0]] },
] as const; // prettier-ignore
/** Pieces of a side: sides are no great circles. */
const PIECES = 2;

/** Edges of the cells in view, as pieces: latitude and longitude of both ends in degrees. */
export function footprintEdges(nside: number, intensities: Int32Array): Float32Array {
  const pieces: number[] = [];
  for (let ipix = 0; ipix < intensities.length; ipix++) {
    if (intensities[ipix] === OUTSIDE) continue;
    for (const { step, ends } of SIDES) {
      if (intensities[neighbourOf(nside, ipix, step[0], step[1])] !== OUTSIDE) continue;
      const [[fromX, fromY], [toX, toY]] = ends;
      for (let piece = 0; piece < PIECES; piece++) {
        for (const part of [piece / PIECES, (piece + 1) / PIECES]) {
          const at = placeInCell(nside, ipix, fromX + part * (toX - fromX), fromY + part * (toY - fromY));
          pieces.push(at.latDeg, at.lonDeg);
        }
      }
    }
  }
  return Float32Array.from(pieces);
}

import type { EpochCells } from '../data/epochBlock.js';
import { nestedInRings } from './healpix.js';

/** Value of cells outside the footprint. */
export const OUTSIDE = -1;

/** Smallest, middle and largest intensity; undefined without cells. */
export function spanOf({ values }: EpochCells): { low: number; median: number; high: number } | undefined {
  const sorted = values.slice().sort();
  const [low, median, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  return low === undefined || median === undefined || high === undefined ? undefined : { low, median, high };
}

/** Intensity of every cell by its NESTED number, OUTSIDE where the satellite is not in view. */
export function intensitiesOf({ nside, runs, values }: EpochCells): Int32Array {
  const { rings, nested } = nestedInRings(nside);
  const intensities = new Int32Array(12 * nside * nside).fill(OUTSIDE);
  let next = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const ring = runs[run] as number;
    const start = rings[ring - 1] as number;
    const length = (rings[ring] as number) - start;
    for (let i = runs[run + 1] as number, left = runs[run + 2] as number; left > 0; left--, i++) {
      intensities[nested[start + (i < length ? i : i - length)] as number] = values[next++] as number;
    }
  }
  return intensities;
}

/**
 * Pixel of every cell, transparent where the satellite is not in view, and a last one, transparent, for points beside the
 * earth.
 *
 * @param pixelsOfIntensity pixel of each intensity; the last stands for all higher ones
 */
export function coloursOf(intensities: Int32Array, pixelsOfIntensity: Uint32Array): Uint32Array {
  const colours = new Uint32Array(intensities.length + 1);
  const last = pixelsOfIntensity.length - 1;
  for (let ipix = 0; ipix < intensities.length; ipix++) {
    const intensity = intensities[ipix] as number;
    if (intensity !== OUTSIDE) colours[ipix] = pixelsOfIntensity[Math.min(last, intensity)] as number;
  }
  return colours;
}

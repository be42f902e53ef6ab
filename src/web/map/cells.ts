import { type Place, placeInCell } from './healpix.js';
import { elevationDeg, positionAt, type SatelliteState } from './satellite.js';

/** Cells with an intensity above 0 at one epoch. */
export interface CellData {
  nside: number;
  /** NESTED numbers, ascending. */
  cells: Uint32Array;
  /** Intensities, one per cell. */
  values: Uint16Array;
}

/** Largest value; 0 without cells. */
export function peakOf({ values }: CellData): number {
  let peak = 0;
  for (const value of values) if (value > peak) peak = value;
  return peak;
}

/**
 * Pixel of every cell, transparent where it has no data, and a last one, transparent, for points beside the earth.
 *
 * @param pixelsOfIntensity pixel of each intensity; the last stands for all higher ones
 */
export function coloursOf({ nside, cells, values }: CellData, pixelsOfIntensity: Uint32Array): Uint32Array {
  const colours = new Uint32Array(12 * nside * nside + 1);
  const last = pixelsOfIntensity.length - 1;
  for (let i = 0; i < cells.length; i++) {
    colours[cells[i] as number] = pixelsOfIntensity[Math.min(last, values[i] as number)] as number;
  }
  return colours;
}

/** Value of a cell in the data. */
export function valueOf({ cells, values }: CellData, ipix: number): number | undefined {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle] as number) < ipix) low = middle + 1;
    else high = middle;
  }
  return cells[low] === ipix ? values[low] : undefined;
}

/**
 * Intensity in a cell: 0 where only the satellite itself is in view, undefined where it is not in view or nothing is
 * known.
 */
export function intensityIn(
  data: CellData | undefined,
  satellite: SatelliteState | undefined,
  ipix: number,
): number | undefined {
  if (!data) return undefined;
  const value = valueOf(data, ipix);
  if (value !== undefined || !satellite) return value;
  const position = positionAt(satellite.track, satellite.epochIndex);
  const centre: Place = placeInCell(data.nside, ipix);
  return position && elevationDeg(centre, position) >= satellite.minElevationDeg ? 0 : undefined;
}

import { isSurelyUp } from './cellsInView.js';
import { placeInCell } from './healpix.js';
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
 * Pixel of every cell, transparent where nothing is counted, and a last one, transparent, for points beside the earth.
 *
 * @param pixelsOfIntensity pixel of each intensity; the last stands for all higher ones
 * @param inView cells in which others are counted: where there is none, they have the pixel of 0
 */
export function coloursOf(
  { nside, cells, values }: CellData,
  pixelsOfIntensity: Uint32Array,
  inView: Uint32Array,
): Uint32Array {
  const colours = new Uint32Array(12 * nside * nside + 1);
  const clear = pixelsOfIntensity[0] as number;
  for (const ipix of inView) colours[ipix] = clear;
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
 * Intensity in a cell: 0 where only the satellite itself is in view from its centre, undefined where it is not, or
 * nothing is known.
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
  if (!position) return undefined;
  return isSurelyUp(elevationDeg(placeInCell(data.nside, ipix), position), satellite.minElevationDeg) ? 0 : undefined;
}

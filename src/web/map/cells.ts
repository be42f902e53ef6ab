import { type Place, placeInCell } from './healpix.js';
import { elevationDeg, positionAt, type SatelliteState } from './satellite.js';

/** The cells of one epoch whose intensity is above 0. */
export interface CellData {
  nside: number;
  /** NESTED, ascending. */
  cells: Uint32Array;
  /** As many as cells. */
  values: Uint16Array;
}

/** The largest value, 0 of none. */
export function peakOf({ values }: CellData): number {
  let peak = 0;
  for (const value of values) if (value > peak) peak = value;
  return peak;
}

/**
 * The pixel of every cell, transparent where the data has none, with one more, transparent, for what is beside the earth.
 *
 * @param pixelsOfIntensity the last entry stands for all higher values
 */
export function coloursOf({ nside, cells, values }: CellData, pixelsOfIntensity: Uint32Array): Uint32Array {
  const colours = new Uint32Array(12 * nside * nside + 1);
  const last = pixelsOfIntensity.length - 1;
  for (let i = 0; i < cells.length; i++) {
    colours[cells[i] as number] = pixelsOfIntensity[Math.min(last, values[i] as number)] as number;
  }
  return colours;
}

/** The value that the data has for a cell. */
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
 * The intensity in a cell: 0 where the satellite is in view and nobody else, undefined where it is not in view or
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
  const centre: Place = placeInCell(data.nside, ipix);
  return position && elevationDeg(centre, position) >= satellite.minElevationDeg ? 0 : undefined;
}

import { RISK_LEVELS } from '../../spec.js';
import type { EpochCells } from '../data/epochBlock.js';
import { type Place, placeLabel } from '../data/geodetic.js';
import { ringLength, ringShift, ringStart } from './healpix.js';

/** Value of cells outside the footprint. */
export const OUTSIDE = -1;

/** Smallest and largest intensity; undefined without cells. */
export function spanOf({ values }: EpochCells): { low: number; high: number } | undefined {
  let [low, high] = [Infinity, 0];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low === Infinity ? undefined : { low, high };
}

/** Intensities by cell, OUTSIDE where the satellite is not in view. */
interface Intensities {
  /** Intensities as counted. */
  counted: Int32Array;
  /**
   * Intensities as painted: with a rim one cell wide, each of its cells like a neighbour. The footprint's outline cuts
   * cells whose centres lie outside of it, which are painted as far as the outline reaches.
   */
  painted: Int32Array;
}

export function intensitiesOf({ nside, runs, values }: EpochCells): Intensities {
  const lengthOf = (ring: number): number => ringLength(nside, ring);
  /** Cell of a ring; the last is followed by the first. */
  const cellAt = (ring: number, index: number): number =>
    ringStart(nside, ring) + ((index + lengthOf(ring)) % lengthOf(ring));
  const eachCell = (visit: (ring: number, index: number, value: number) => void): void => {
    let next = 0;
    for (let run = 0; run < runs.length; run += 3) {
      const from = runs[run + 1] as number;
      const to = from + (runs[run + 2] as number);
      for (let index = from; index < to; index++) visit(runs[run] as number, index, values[next++] as number);
    }
  };
  const counted = new Int32Array(12 * nside * nside).fill(OUTSIDE);
  eachCell((ring, index, value) => (counted[cellAt(ring, index)] = value));
  const painted = counted.slice();
  const widen = (ring: number, index: number, value: number): void => {
    const cell = cellAt(ring, index);
    if (painted[cell] === OUTSIDE) painted[cell] = value;
  };
  eachCell((ring, index, value) => {
    widen(ring, index - 1, value);
    widen(ring, index + 1, value);
    const middle = ((index % lengthOf(ring)) + ringShift(nside, ring)) / lengthOf(ring);
    for (const beside of [Math.max(1, ring - 1), Math.min(4 * nside - 1, ring + 1)]) {
      const west = Math.floor(middle * lengthOf(beside) - ringShift(nside, beside));
      widen(beside, west, value);
      widen(beside, west + 1, value);
    }
  });
  return { counted, painted };
}

/**
 * Pixel of every cell, transparent outside of the footprint, and a last one, transparent, for points beside the earth.
 *
 * @param pixelsOfIntensity pixel of each intensity; the last stands for all higher ones
 */
export function coloursOf(intensities: Int32Array, pixelsOfIntensity: Uint32Array): Uint32Array {
  const colours = new Uint32Array(intensities.length + 1);
  const last = pixelsOfIntensity.length - 1;
  for (let cell = 0; cell < intensities.length; cell++) {
    const intensity = intensities[cell] as number;
    if (intensity !== OUTSIDE) colours[cell] = pixelsOfIntensity[Math.min(last, intensity)] as number;
  }
  return colours;
}

/**
 * Text about a place and its intensity, for screen readers.
 *
 * @param isKnown whether intensities are at hand; if not, the text says "no data"
 */
export function placeAloud(place: Place, intensity: number | undefined, isKnown: boolean): string {
  return `${placeLabel(place, 1)}: ${isKnown ? intensityText(intensity) : 'no data'}`;
}

function intensityText(intensity: number | undefined): string {
  if (intensity === undefined) return 'not in view';
  if (intensity === 0) return 'no others';
  const level = RISK_LEVELS.findLast(({ from }) => intensity >= from)?.name ?? '';
  return `${intensity} ${intensity === 1 ? 'other' : 'others'}, ${level}`;
}

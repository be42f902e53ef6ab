import { Disc } from './disc';
import { addRange } from './region';

/** What squares of chords c are off by at most, by c + c^2, and where c is 0. */
const SQUARE_ERROR: f64 = 1e-14;
const LEAST_ERROR: f64 = 1e-29;

/** A ring of cells or a pole, and how its parallel lies to a disc. */
@unmanaged
export class RingRow {
  /** RING number of its first cell, cells of a quarter (0 at a pole), and cells from longitude 0 to the first one's centre. */
  start: i64;
  quarter: f64;
  shift: f64;
  /** A chord to it has a square larger than the rim's by `across` sin^2(half the longitude from there) - `rest`. */
  across: f64;
  rest: f64;
  /** Half of what the disc is sure to have of it, in quarter turns around its centre: 2 for all, below 0 for nothing. */
  sure: f64;
  /** Whether it may have all of it where that is not sure: the rim is on it, around a pole. */
  mayBeAll: bool;
}
export const ROW_BYTES: usize = 56;

/** What squares of chords are off by at most. */
@inline
export function squareError(chord: f64): f64 {
  return SQUARE_ERROR * (chord + chord * chord) + LEAST_ERROR;
}

/** Sets all but what is sure; `ring` is 0 at the northern pole, 4 nside at the southern one. */
@inline
export function openRow(row: RingRow, disc: Disc, nside: f64, ring: i64): void {
  const n = <i64>nside;
  const fromPole = min(ring, 4 * n - ring);
  let depth: f64;
  row.quarter = <f64>min(n, fromPole);
  row.shift = 0.5;
  if (fromPole < n) {
    const height = <f64>fromPole / nside;
    depth = (height * height) / 3.0;
    row.start = ring < n ? 2 * ring * (ring - 1) : 12 * n * n - 2 * fromPole * (fromPole + 1);
  } else {
    depth = 1.0 - (2.0 * (2.0 * nside - <f64>fromPole)) / (3.0 * nside);
    row.start = 2 * n * (n - 1) + (ring - n) * 4 * n;
    if (((ring - n) & 1) != 0) row.shift = 0.0;
  }
  const z = ring <= 2 * n ? 1.0 - depth : depth - 1.0;
  const cosLat = Math.sqrt(depth * (2.0 - depth));
  const up = z - disc.z;
  const out = cosLat - disc.cosLat;
  row.rest = disc.rim - up * up - out * out;
  row.across = 4.0 * cosLat * disc.cosLat;
}

/** Quarter turns of the angle whose half has such a sine's square. */
@inline
export function quartersOfSquare(square: f64): f64 {
  return (4.0 / Math.PI) * Math.asin(Math.sqrt(max(0.0, min(1.0, square))));
}

/** Adds a ring's cells from one east to another, counted from its first; they may be told turns away. */
export function addRun(disc: Disc, row: RingRow, west: f64, east: f64): void {
  const cells = 4.0 * row.quarter;
  if (east - west >= cells - 1.0) {
    addRange(disc, row.start, row.start + <i64>cells);
    return;
  }
  const from = west - cells * Math.floor(west / cells);
  const to = from + (east - west);
  if (to >= cells) addRange(disc, row.start, row.start + <i64>(to - cells) + 1);
  addRange(disc, row.start + <i64>from, row.start + <i64>min(to, cells - 1.0) + 1);
}

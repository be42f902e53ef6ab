import { WGS84_A } from '../constants';
import { RingTable } from '../records/byEpoch/ringTable';

/**
 * Largest nside whose ring table has columns. A column has one constant of every ring as f32, from north to south, so
 * that a kernel loads it for four rings at once; pads that no footprint reaches follow the last ring. Lengths are in
 * equatorial radii.
 */
export const MAX_COLUMN_NSIDE: i32 = 256;
/**
 * Bytes of a column: 4 x 256 - 1 rings and the pads. Not a multiple of 4,096, as a ring's entries in all columns would
 * then compete for the same cache lines.
 */
const COLUMN_BYTES: u32 = 4160;
const PADS: i32 = 8;

// Offsets of the columns. With W, N, p2 and phi as in ringInterval they hold, in this order: W / cos(phi), N /
// cos(phi), 1 / cos(phi), tan(phi), N^2, p2 - 1, 2 e2 N sin(phi), and the number of cells.
export const UP_SEC: u32 = 0;
export const NORMAL_SEC: u32 = COLUMN_BYTES;
export const SEC: u32 = 2 * COLUMN_BYTES;
export const TAN: u32 = 3 * COLUMN_BYTES;
export const NORMAL2: u32 = 4 * COLUMN_BYTES;
export const SQUARES: u32 = 5 * COLUMN_BYTES;
export const SHIFT_Z: u32 = 6 * COLUMN_BYTES;
export const CELLS: u32 = 7 * COLUMN_BYTES;
/** Offset of the column that holds 0.5 less the longitude, in cells, of the centre of the ring's first cell. */
export const HALF: u32 = 8 * COLUMN_BYTES;
/**
 * Offset of the column that holds 2^22 plus the offset of the ring's row in a map, in entries. From 2^22 on,
 * neighbouring f32 are 0.5 apart, so an entry further on adds 2 to the float's bits: with the number of a cell added,
 * the bits less ROW_BIAS_BITS are the offset of the cell's entry in bytes.
 */
export const ROW: u32 = 9 * COLUMN_BYTES;
const COLUMNS: u32 = 10;

const ROW_BIAS: f32 = 4194304.0;
export const ROW_BIAS_BITS: u32 = 0x4a800000;

/** UP_SEC of a pad: so large that no footprint reaches it. */
const NOWHERE: f32 = 1e4;

export function columnsBytes(nside: i32): u32 {
  return nside <= MAX_COLUMN_NSIDE ? COLUMNS * COLUMN_BYTES : 0;
}

/** Fills the columns of a ring table from its records. */
export function fillColumns(rings: RingTable): void {
  const count = rings.count;
  let column = rings.columns;
  for (let r = 1; r <= count; r++, column += 4) {
    const ring = rings.ring(r);
    const sec = ring.secLat;
    const normal = ring.normal / WGS84_A;
    const cells = <f64>(<u32>ring.cells);
    store<f32>(column, <f32>((ring.up / WGS84_A) * sec), UP_SEC);
    store<f32>(column, <f32>(normal * sec), NORMAL_SEC);
    store<f32>(column, <f32>sec, SEC);
    store<f32>(column, <f32>(ring.sinLat / ring.cosLat), TAN);
    store<f32>(column, <f32>(normal * normal), NORMAL2);
    store<f32>(column, <f32>(ring.squares / (WGS84_A * WGS84_A) + 1.0), SQUARES);
    store<f32>(column, <f32>(ring.shiftZ / WGS84_A), SHIFT_Z);
    store<f32>(column, <f32>cells, CELLS);
    store<f32>(column, ring.firstLon > 0.0 ? 0.0 : 0.5, HALF);
    store<f32>(column, ROW_BIAS + <f32>(ring.row >>> 1), ROW);
  }
  const last = column - 4;
  for (let pad = 0; pad < PADS; pad++, column += 4) {
    for (let c: u32 = 0; c < COLUMNS; c++) store<f32>(column + c * COLUMN_BYTES, 0.0);
    store<f32>(column, NOWHERE, UP_SEC);
    store<f32>(column, load<f32>(last, CELLS), CELLS);
    store<f32>(column, load<f32>(last, ROW), ROW);
  }
}

import { TWO_PI, WGS84_A, WGS84_E2 } from '../constants';
import { columnsBytes, fillColumns, MAX_COLUMN_NSIDE } from './columns';
import { indexOfNested, ringOfNested } from '../healpix/face';
import { ringCosLatitude, ringCount, ringFirst, ringLength, ringLongitude, ringZ } from '../healpix/ring';
import {
  RING_BYTES,
  RING_CELLS,
  RING_CELLS_PER_RAD,
  RING_COS_LAT,
  RING_FIRST,
  RING_FIRST_LON,
  RING_NORMAL,
  RING_ROW,
  RING_SEC_LAT,
  RING_SHIFT_Z,
  RING_SIN_LAT,
  RING_SQUARES,
  RING_TABLE_HEADER_BYTES,
  RING_TABLE_MAP_BYTES,
  RING_TABLE_NSIDE,
  RING_TABLE_RINGS,
  RING_UP,
} from '../layout';

/** Bytes of the ring table of an nside: a power of two from 1 to 8192. */
export function ringTableBytes(nside: i32): u32 {
  return RING_TABLE_HEADER_BYTES + <u32>ringCount(nside) * RING_BYTES + columnsBytes(nside);
}

/** Writes the ring table of an nside. */
export function fillRingTable(nside: i32, rings: usize): void {
  let row = headsBytes(nside);
  const count = ringCount(nside);
  for (let r = 1; r <= count; r++) {
    const ring = ringRecord(rings, r);
    const cells = ringLength(nside, r);
    store<u32>(ring, ringFirst(nside, r), RING_FIRST);
    store<u32>(ring, cells, RING_CELLS);
    store<u32>(ring, row, RING_ROW);
    store<f64>(ring, ringLongitude(nside, r, 0), RING_FIRST_LON);
    store<f64>(ring, <f64>cells / TWO_PI, RING_CELLS_PER_RAD);
    storeLatitude(ring, Math.atan2(ringZ(nside, r), ringCosLatitude(nside, r)));
    row += rowStride(cells);
  }
  store<u32>(rings, nside, RING_TABLE_NSIDE);
  store<u32>(rings, count, RING_TABLE_RINGS);
  store<u32>(rings, row, RING_TABLE_MAP_BYTES);
  if (nside <= MAX_COLUMN_NSIDE) fillColumns(rings);
}

/** Where ring r, counted from 1 at the north pole, has its record. */
@inline
export function ringRecord(rings: usize, r: i32): usize {
  return rings + RING_TABLE_HEADER_BYTES + <usize>(r - 1) * RING_BYTES;
}

/** Bytes from a map's start to its entry of a NESTED cell. */
export function cellOffset(rings: usize, ipix: i32): u32 {
  const nside = load<i32>(rings, RING_TABLE_NSIDE);
  const r = ringOfNested(nside, ipix);
  return load<u32>(ringRecord(rings, r), RING_ROW) + ((<u32>indexOfNested(nside, r, ipix)) << 1);
}

/** Sine and cosine as placeSite has them, and what ringInterval makes of them: see there. */
function storeLatitude(ring: usize, latRad: f64): void {
  const sinLat = Math.sin(latRad);
  const cosLat = Math.cos(latRad);
  const w = Math.sqrt(1.0 - WGS84_E2 * sinLat * sinLat);
  const n = WGS84_A / w;
  const polar = (1.0 - WGS84_E2) * sinLat;
  const p2 = n * n * (cosLat * cosLat + polar * polar);
  store<f64>(ring, sinLat, RING_SIN_LAT);
  store<f64>(ring, cosLat, RING_COS_LAT);
  store<f64>(ring, 1.0 / cosLat, RING_SEC_LAT);
  store<f64>(ring, n, RING_NORMAL);
  store<f64>(ring, WGS84_A * w, RING_UP);
  store<f64>(ring, p2 - 2.0 * WGS84_A * WGS84_A, RING_SQUARES);
  store<f64>(ring, 2.0 * WGS84_E2 * n * sinLat, RING_SHIFT_Z);
}

/** Bytes of a map's heads: three more than there are rings, as four are read together. */
function headsBytes(nside: i32): u32 {
  return (<u32>(ringCount(nside) + 3) * 4 + 63) & ~63;
}

/** Bytes of a row of `cells` u16 and at least one pad. */
@inline
function rowStride(cells: u32): u32 {
  return (2 * cells + 33) & ~31;
}

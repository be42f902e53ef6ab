import { TWO_PI, WGS84_A, WGS84_E2 } from '../constants';
import { indexOfNested, ringOfNested } from '../healpix/face';
import { ringCosLatitude, ringCount, ringFirst, ringLength, ringLongitude, ringZ } from '../healpix/ring';
import { Ring, RingTable, RING_TABLE_HEADER_BYTES } from '../records/byEpoch/ringTable';
import { columnsBytes, fillColumns, MAX_COLUMN_NSIDE } from './columns';

/** Bytes of the ring table of an nside: a power of two from 1 to 8192. */
export function ringTableBytes(nside: i32): u32 {
  return RING_TABLE_HEADER_BYTES + <u32>ringCount(nside) * offsetof<Ring>() + columnsBytes(nside);
}

/** Writes the ring table of an nside. */
export function fillRingTable(nside: i32, rings: RingTable): void {
  let row = headsBytes(nside);
  const count = ringCount(nside);
  rings.nside = nside;
  rings.count = count;
  for (let r = 1; r <= count; r++) {
    const ring = rings.ring(r);
    const cells = ringLength(nside, r);
    ring.first = ringFirst(nside, r);
    ring.cells = cells;
    ring.row = row;
    ring.firstLon = ringLongitude(nside, r, 0);
    ring.cellsPerRad = <f64>cells / TWO_PI;
    storeLatitude(ring, Math.atan2(ringZ(nside, r), ringCosLatitude(nside, r)));
    row += rowStride(cells);
  }
  rings.mapBytes = row;
  if (nside <= MAX_COLUMN_NSIDE) fillColumns(rings);
}

/** Bytes from the start of a map to the entry of a NESTED cell. */
export function cellOffset(rings: RingTable, ipix: i32): u32 {
  const nside = rings.nside;
  const r = ringOfNested(nside, ipix);
  return rings.ring(r).row + ((<u32>indexOfNested(nside, r, ipix)) << 1);
}

/**
 * Stores sine and cosine of a ring's latitude, as writeSite computes them, and the terms of ringInterval that depend on
 * the latitude alone.
 */
function storeLatitude(ring: Ring, latRad: f64): void {
  const sinLat = Math.sin(latRad);
  const cosLat = Math.cos(latRad);
  const w = Math.sqrt(1.0 - WGS84_E2 * sinLat * sinLat);
  const n = WGS84_A / w;
  const polar = (1.0 - WGS84_E2) * sinLat;
  const p2 = n * n * (cosLat * cosLat + polar * polar);
  ring.sinLat = sinLat;
  ring.cosLat = cosLat;
  ring.secLat = 1.0 / cosLat;
  ring.normal = n;
  ring.up = WGS84_A * w;
  ring.squares = p2 - 2.0 * WGS84_A * WGS84_A;
  ring.shiftZ = 2.0 * WGS84_E2 * n * sinLat;
}

/** Bytes of a map's heads: one u32 for each ring, and three to spare, as kernels read four heads at a time. */
function headsBytes(nside: i32): u32 {
  return (<u32>(ringCount(nside) + 3) * 4 + 63) & ~63;
}

/** Bytes of a row of `cells` u16 and at least one u16 of padding: a multiple of 32. */
@inline
function rowStride(cells: u32): u32 {
  return (2 * cells + 33) & ~31;
}

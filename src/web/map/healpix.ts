import { type Place, RAD_PER_DEG, wrapLon } from '../data/geodetic.js';

/**
 * HEALPix in NESTED order, for pictures and for the pointer: the formulas of Gorski et al. 2005, sections 5.1 and 5.2,
 * in plain doubles. Points on a cell's edge may fall to either side; the server decides those by the core's arithmetic.
 * nside is a power of two up to 8192.
 */

const TWO_THIRDS = 2 / 3;

/** Ring of the southern corner of each of the 12 faces, counted from the north pole in units of nside. */
const FACE_RING = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];
/** Longitude of the middle of each of the 12 faces, in eighths of a turn. */
const FACE_EIGHTHS = [1, 3, 5, 7, 0, 2, 4, 6, 1, 3, 5, 7];

/** Number of points on each edge of an outline; a cell's edges are not great circles, so corners alone would not do. */
const EDGE_POINTS = 8;

/** Spreads the lower 16 bits of a value over every second bit. */
function spread(value: number): number {
  let bits = value;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/** Packs every second bit of a value into its lower 16 bits: the inverse of spread. */
function pack(value: number): number {
  let bits = value & 0x55555555;
  bits = (bits | (bits >> 1)) & 0x33333333;
  bits = (bits | (bits >> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >> 4)) & 0x00ff00ff;
  return (bits | (bits >> 8)) & 0x0000ffff;
}

function nestedOf(nside: number, face: number, x: number, y: number): number {
  return face * nside * nside + (spread(x) | (spread(y) << 1));
}

/**
 * Cell of a direction.
 *
 * @param z sine of the latitude
 * @param quarters longitude in quarter turns, 0 to below 4
 */
export function cellOfDirection(nside: number, z: number, quarters: number): number {
  const zAbs = z < 0 ? -z : z;
  if (zAbs <= TWO_THIRDS) {
    const east = nside * (0.5 + quarters);
    const north = nside * z * 0.75;
    const up = (east - north) | 0;
    const down = (east + north) | 0;
    const order = 31 - Math.clz32(nside);
    const faceUp = up >> order;
    const faceDown = down >> order;
    const face = faceUp === faceDown ? (faceUp & 3) | 4 : faceUp < faceDown ? faceUp & 3 : (faceDown & 3) + 8;
    return nestedOf(nside, face, down & (nside - 1), nside - 1 - (up & (nside - 1)));
  }
  const face = quarters | 0;
  const part = quarters - face;
  const radius = nside * Math.sqrt(3 * (1 - zAbs));
  const up = (part * radius) | 0;
  const down = ((1 - part) * radius) | 0;
  return z > 0 ? nestedOf(nside, face, nside - 1 - down, nside - 1 - up) : nestedOf(nside, face + 8, up, down);
}

/** Quarter turns, 0 to below 4, of a longitude. */
export function quartersOf(lonDeg: number): number {
  const quarters = (lonDeg / 90) % 4;
  return quarters < 0 ? (quarters + 4) % 4 : quarters;
}

/** Cell that contains a place. */
export function cellOf(nside: number, { latDeg, lonDeg }: Place): number {
  return cellOfDirection(nside, Math.sin(latDeg * RAD_PER_DEG), quartersOf(lonDeg));
}

/**
 * Point of a cell: (0, 0) is its southern corner, (1, 0) the eastern, (0, 1) the western, (1, 1) the northern; the
 * centre by default.
 */
export function placeInCell(nside: number, ipix: number, x = 0.5, y = 0.5): Place {
  const face = Math.floor(ipix / (nside * nside));
  const code = ipix - face * nside * nside;
  const across = (pack(code) + x) / nside;
  const along = (pack(code >> 1) + y) / nside;
  const ring = (FACE_RING[face] as number) - across - along;
  const radius = ring < 1 ? ring : ring > 3 ? 4 - ring : 1;
  const z = ring < 1 ? 1 - (radius * radius) / 3 : ring > 3 ? (radius * radius) / 3 - 1 : ((2 - ring) * 2) / 3;
  const eighths = radius === 0 ? 0 : (FACE_EIGHTHS[face] as number) + (across - along) / radius;
  return { latDeg: Math.asin(z) / RAD_PER_DEG, lonDeg: wrapLon(eighths * 45) };
}

/**
 * Cells in RING order. `rings[k]` is the number of cells on the first k rings from the north pole, which is the index
 * of the next ring's first cell; `nested` has their NESTED numbers.
 */
interface RingOrder {
  rings: Int32Array;
  nested: Int32Array;
}

const ringOrders = new Map<number, RingOrder>();

/** Longitude of the first cell of a ring, as a fraction of the width of its cells. */
export function ringShift(nside: number, ring: number): number {
  const isCap = ring < nside || ring > 3 * nside;
  return isCap || (ring - nside) % 2 === 0 ? 0.5 : 0;
}

/** Cells of an nside in RING order, west to east from longitude 0. Computed once per nside. */
export function nestedInRings(nside: number): RingOrder {
  const known = ringOrders.get(nside);
  if (known) return known;
  const last = 4 * nside - 1;
  const rings = new Int32Array(last + 1);
  const nested = new Int32Array(12 * nside * nside);
  for (let ring = 1, cell = 0; ring <= last; ring++) {
    const fromPole = Math.min(ring, 4 * nside - ring);
    const isCap = fromPole < nside;
    const length = 4 * Math.min(fromPole, nside);
    const northern = 1 - (fromPole * fromPole) / (3 * nside * nside);
    const z = isCap ? (ring < nside ? northern : -northern) : 4 / 3 - (2 * ring) / (3 * nside);
    const shift = ringShift(nside, ring);
    for (let i = 0; i < length; i++) nested[cell++] = cellOfDirection(nside, z, (4 * (i + shift)) / length);
    rings[ring] = cell;
  }
  const order = { rings, nested };
  ringOrders.set(nside, order);
  return order;
}

/** Edges of a cell, from its southern corner clockwise as seen from above, not closed. */
export function cellOutline(nside: number, ipix: number): Place[] {
  const parts = Array.from({ length: EDGE_POINTS }, (_, k) => k / EDGE_POINTS);
  return [
    ...parts.map((part) => placeInCell(nside, ipix, 0, part)),
    ...parts.map((part) => placeInCell(nside, ipix, part, 1)),
    ...parts.map((part) => placeInCell(nside, ipix, 1, 1 - part)),
    ...parts.map((part) => placeInCell(nside, ipix, 1 - part, 0)),
  ];
}

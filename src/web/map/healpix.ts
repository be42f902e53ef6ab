import { type Place, RAD_PER_DEG, wrapLon } from '../data/geodetic.js';

/**
 * HEALPix in RING order, for pictures and for the pointer: the formulas of Gorski et al. 2005, sections 5.1 and 5.2, in
 * plain doubles. Cells are numbered ring by ring from the north pole, on each ring eastwards from longitude 0. A point
 * on a cell's edge may fall to either side; the server decides such points by the core's arithmetic.
 */

const TWO_THIRDS = 2 / 3;

/** Number of points on each edge of an outline; a cell's edges are not great circles, so corners alone would not do. */
const EDGE_POINTS = 8;

/** Number of cells on a ring; rings are numbered from 1 at the north pole to 4 nside - 1. */
export function ringLength(nside: number, ring: number): number {
  return 4 * Math.min(ring, nside, 4 * nside - ring);
}

/** Longitude of the middle of a ring's first cell, as a fraction of the width of its cells. */
export function ringShift(nside: number, ring: number): number {
  const isCap = ring < nside || ring > 3 * nside;
  return isCap || (ring - nside) % 2 === 0 ? 0.5 : 0;
}

/** Number of the first cell of a ring: the cells of all rings before it. */
export function ringStart(nside: number, ring: number): number {
  if (ring <= nside) return 2 * ring * (ring - 1);
  if (ring <= 3 * nside) return 2 * nside * (2 * ring - nside - 1);
  const fromSouth = 4 * nside - ring;
  return 12 * nside * nside - 2 * fromSouth * (fromSouth + 1);
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
    // Indexes of the cells' edges by the place: `up` of a line that ascends eastwards, `down` of one that descends.
    const up = Math.floor(nside * (0.5 + quarters - 0.75 * z));
    const down = Math.floor(nside * (0.5 + quarters + 0.75 * z));
    const ring = 2 * nside + up - down;
    const index = (up + down - nside + ((ring + nside) % 2) + 1) >> 1;
    return ringStart(nside, ring) + (index % (4 * nside));
  }
  const part = quarters - Math.floor(quarters);
  const radius = nside * Math.sqrt(3 * (1 - zAbs));
  const up = Math.floor(part * radius);
  const fromPole = up + Math.floor((1 - part) * radius) + 1;
  const ring = z > 0 ? fromPole : 4 * nside - fromPole;
  return ringStart(nside, ring) + Math.floor(quarters) * fromPole + up;
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
export function placeInCell(nside: number, cell: number, x = 0.5, y = 0.5): Place {
  let ring = 1;
  while (ringStart(nside, ring + 1) <= cell) ring++;
  const quarters = (4 * (cell - ringStart(nside, ring) + ringShift(nside, ring))) / ringLength(nside, ring);
  /** Half the width of a quarter of the projected sphere at `row` (ring / nside): 1 between the caps, less in them. */
  const widthAt = (row: number): number => Math.min(1, row, 4 - row);
  const middle = Math.floor(quarters) + 0.5;
  const row = (ring + 1 - x - y) / nside;
  const across = 2 * (quarters - middle) * widthAt(ring / nside) + (x - y) / nside;
  const width = widthAt(row);
  const z = row < 1 ? 1 - (width * width) / 3 : row > 3 ? (width * width) / 3 - 1 : ((2 - row) * 2) / 3;
  const eighths = width === 0 ? 0 : 2 * middle + across / width;
  return { latDeg: Math.asin(z) / RAD_PER_DEG, lonDeg: wrapLon(eighths * 45) };
}

/** Edges of a cell, from its southern corner clockwise as seen from above, not closed. */
export function cellOutline(nside: number, cell: number): Place[] {
  const parts = Array.from({ length: EDGE_POINTS }, (_, k) => k / EDGE_POINTS);
  return [
    ...parts.map((part) => placeInCell(nside, cell, 0, part)),
    ...parts.map((part) => placeInCell(nside, cell, part, 1)),
    ...parts.map((part) => placeInCell(nside, cell, 1, 1 - part)),
    ...parts.map((part) => placeInCell(nside, cell, 1 - part, 0)),
  ];
}

import fc from 'fast-check';
import { cellCount } from '../../../src/core/healpix.js';
import type { OwnedCore } from '../../../src/core/instance.js';
import { type RingTable, writeRingTable } from '../../../src/core/records/ringTable.js';
import type { WindowRecord } from '../../../src/core/records/windowRecord.js';
import { writeWholeSlice } from '../../../src/core/records/ringSlice.js';
import { orbitAt } from '../../helpers/elements.js';
import { type Vector, WGS84_A } from '../../helpers/geometry.js';
import { block, f64, hasBit, placeWindow } from '../../helpers/memory.js';

/** Satellite at an Earth-fixed position in km. */
export interface PlacedSatellite {
  position: Vector;
  minElevationDeg: number;
}

export function ringTable(core: OwnedCore, nside: number): RingTable {
  const rings = writeRingTable(core, nside);
  if (rings === undefined) throw new Error('no memory for the ring table');
  return rings;
}

/**
 * Window with a table of given positions for its satellites, in the window's order; the satellites' elements do not
 * matter.
 */
export interface Scene {
  window: WindowRecord;
  positions: number;
  /** Address of the positions as triples x, y, z, one satellite after the other. */
  triples: number;
  free(): void;
}

export function openScene(core: OwnedCore, satellites: readonly PlacedSatellite[]): Scene {
  const window = placeWindow(core, {
    startUs: 0,
    epochCount: 1,
    satellites: satellites.map(({ minElevationDeg }) => ({ elements: orbitAt(0), minElevationDeg })),
  });
  const triples = block(core, 24 * satellites.length);
  f64(core, triples, 3 * satellites.length).set(satellites.flatMap(({ position }) => position));
  const positions = block(core, core.kernels.positionsBytes(satellites.length));
  core.kernels.openPositions(window.pointer, positions);
  satellites.forEach(({ position }, index) => {
    setPosition(core, positions, index, position);
  });
  const free = (): void => {
    for (const pointer of [triples, positions]) core.arena.free(pointer);
    window.free();
  };
  return { window, positions, triples, free };
}

/** Addresses of a satellite's x, y and z in a table of positions. */
function coordinatesAt({ layout, view }: OwnedCore, positions: number, index: number): [number, number, number] {
  const x = positions + layout.POSITIONS_HEADER_BYTES + 8 * index;
  const plane = view.getUint32(positions + layout.POSITIONS_PLANE, true);
  return [x, x + plane, x + 2 * plane];
}

export function setPosition(core: OwnedCore, positions: number, index: number, position: Vector): void {
  coordinatesAt(core, positions, index).forEach((at, k) => core.view.setFloat64(at, position[k] as number, true));
}

export function positionOf(core: OwnedCore, positions: number, index: number): [number, number, number] {
  const [x, y, z] = coordinatesAt(core, positions, index);
  return [core.view.getFloat64(x, true), core.view.getFloat64(y, true), core.view.getFloat64(z, true)];
}

/**
 * Asks covers() for every satellite and NESTED cell; returns a row for each satellite, with 1 for the cells that it
 * covers.
 */
export function everyCell(core: OwnedCore, nside: number, satellites: readonly PlacedSatellite[]): Uint8Array[] {
  const { kernels, layout, memory } = core;
  const scene = openScene(core, satellites);
  const site = block(core, layout.SITE_BYTES);
  const bitmap = block(core, kernels.bitmapBytes(satellites.length));
  const bytes = new Uint8Array(memory.buffer, bitmap, kernels.bitmapBytes(satellites.length));
  const rows = satellites.map(() => new Uint8Array(cellCount(nside)));
  // Neighbours in the list with the same minimum elevation are passed to the kernel in one call.
  const starts = satellites.flatMap(({ minElevationDeg }, i) =>
    minElevationDeg === satellites[i - 1]?.minElevationDeg ? [] : [i],
  );
  for (let ipix = 0; ipix < cellCount(nside); ipix++) {
    kernels.writeCellSite(site, nside, ipix);
    starts.forEach((from, s) => {
      const count = (starts[s + 1] ?? satellites.length) - from;
      const sine = Math.sin(((satellites[from]?.minElevationDeg ?? 0) * Math.PI) / 180);
      if (kernels.coverEphemeris(site, sine, scene.triples + 24 * from, count, bitmap) === 0) return;
      for (let i = 0; i < count; i++) {
        if (hasBit(bytes, i)) (rows[from + i] as Uint8Array)[ipix] = 1;
      }
    });
  }
  for (const pointer of [site, bitmap]) core.arena.free(pointer);
  scene.free();
  return rows;
}

/** Lists, one text each, the cells at which footprints drawn by ring intervals differ from `everyCell`. */
export function differingCells(core: OwnedCore, nside: number, satellites: readonly PlacedSatellite[]): string[] {
  const expected = everyCell(core, nside, satellites);
  const { kernels, layout, memory, bytes } = core;
  const scene = openScene(core, satellites);
  const rings = ringTable(core, nside);
  const map = block(core, rings.mapBytes);
  const work = block(core, layout.FOOTPRINT_WORK_BYTES);
  const entries = new Uint16Array(memory.buffer, map, rings.mapBytes / 2);
  const entryOf = Uint32Array.from({ length: cellCount(nside) }, (_, ipix) => rings.offsetOf(ipix) / 2);
  writeWholeSlice(core, work, rings.pointer, nside, map);
  const wrong: string[] = [];
  satellites.forEach(({ position, minElevationDeg }, i) => {
    bytes.fill(0, map, map + rings.mapBytes);
    kernels.addFootprints(work, 0, scene.positions, i, i + 1, -1);
    kernels.sumRings(rings.pointer, map);
    expected[i]?.forEach((covered, ipix) => {
      const found = entries[entryOf[ipix] as number];
      if (found === covered) return;
      wrong.push(`${position.join(', ')} km above ${minElevationDeg} degrees, nside ${nside}, cell ${ipix}: ${found}`);
    });
  });
  for (const pointer of [map, work]) core.arena.free(pointer);
  rings.free();
  scene.free();
  return wrong;
}

/** Evenly spread from 0 to below 1. */
const share = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((k) => k / 2 ** 31);
/**
 * Random distances in km from the Earth's centre, from 100 km above the equator to 120,000 km, evenly spread on a
 * logarithmic scale.
 */
const rangeKm = share.map((u) => (WGS84_A + 100) * (120_000 / (WGS84_A + 100)) ** u);
const elevationDeg = fc.oneof(
  { arbitrary: fc.constantFrom(0, 5, 10, 25, 60, 89), weight: 5 },
  { arbitrary: share.map((u) => 89.9 * u), weight: 1 },
);
const sign = fc.constantFrom(-1, 1);
const tiny = fc.constantFrom(0, 1e-300, 1e-13, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 1);

/** Satellites anywhere, at random. */
export function scattered(): fc.Arbitrary<PlacedSatellite> {
  return fc.tuple(share, share, rangeKm, elevationDeg).map(([u, v, range, minElevationDeg]) => {
    const z = 2 * u - 1;
    return { position: atKm(range, Math.sqrt(1 - z * z), 2 * Math.PI * v, z), minElevationDeg };
  });
}

/** Satellites exactly over a pole, or up to a kilometre beside the Earth's axis. */
function overPole(): fc.Arbitrary<PlacedSatellite> {
  return fc.tuple(share, rangeKm, sign, tiny, elevationDeg).map(([u, range, side, offset, minElevationDeg]) => {
    const [x, y] = atKm(offset, 1, 2 * Math.PI * u, 0);
    return { position: [x, y, side * range], minElevationDeg };
  });
}

/** Satellites on or near the equator at longitudes of centres and edges of cells, often 0 and 180 degrees. */
function overEquator(nside: number): fc.Arbitrary<PlacedSatellite> {
  const eighths = fc.oneof(fc.integer({ min: 0, max: 16 * nside - 1 }), fc.constantFrom(0, 8 * nside));
  return fc.tuple(eighths, rangeKm, sign, tiny, elevationDeg).map(([k, range, side, offset, minElevationDeg]) => {
    const [x, y] = atKm(range, 1, (k * Math.PI) / (8 * nside), 0);
    return { position: [x, y, side * offset], minElevationDeg };
  });
}

/** Small angles in radians: far smaller than the tolerance of the ring intervals, about as large, and larger. */
const hair = fc.constantFrom(0, 0, 0, 1e-15, -1e-15, 1e-13, -1e-13, 1e-11, -1e-11, 1e-9, -1e-9, 1e-7, -1e-7);

/**
 * Satellites that stand at their minimum elevation, seen from a cell's centre, as exactly as doubles allow or off by a
 * `hair`.
 */
function onThreshold(core: OwnedCore, nside: number): fc.Arbitrary<PlacedSatellite> {
  // Often due north, east, south or west, where the footprint's interval only just touches the cell's ring or meridian.
  const azimuth = fc.oneof(
    share.map((u) => 2 * Math.PI * u),
    fc.integer({ min: 0, max: 3 }).map((k) => (k * Math.PI) / 2),
  );
  return fc
    .tuple(someSite(core, nside), azimuth, share, elevationDeg, hair)
    .map(([{ ground, up, north, east }, turn, u, minElevationDeg, off]) => {
      const rad = (minElevationDeg * Math.PI) / 180 + off;
      const distance = 1500 * 80 ** u;
      const along = (k: 0 | 1 | 2): number =>
        ground[k] +
        distance * (Math.sin(rad) * up[k] + Math.cos(rad) * (Math.sin(turn) * east[k] + Math.cos(turn) * north[k]));
      return { position: [along(0), along(1), along(2)] as const, minElevationDeg };
    })
    .filter(isHigh);
}

/**
 * Satellites exactly over a pole that stand at their minimum elevation, seen from all cells of a ring: rounding alone
 * decides for each cell.
 */
function onPolarThreshold(core: OwnedCore, nside: number): fc.Arbitrary<PlacedSatellite> {
  return fc
    .tuple(someSite(core, nside), elevationDeg, hair)
    .map(([{ ground, up, north }, minElevationDeg, off]) => {
      const rad = (minElevationDeg * Math.PI) / 180 + off;
      const side = Math.sign(ground[2]);
      const towardsAxis = side * Math.cos(rad) * up[2] - Math.sin(rad) * north[2];
      const distance = Math.hypot(ground[0], ground[1]) / towardsAxis;
      const z = ground[2] + distance * (Math.sin(rad) * up[2] + side * Math.cos(rad) * north[2]);
      return { position: [0, 0, z] as const, minElevationDeg };
    })
    .filter((satellite) => isHigh(satellite) && Math.abs(satellite.position[2]) < 1e6);
}

/** Position of a random cell's centre, Earth-fixed in km, and unit vectors up, north and east there. */
function someSite(
  core: OwnedCore,
  nside: number,
): fc.Arbitrary<{ ground: Vector; up: Vector; north: Vector; east: Vector }> {
  const site = block(core, core.layout.SITE_BYTES);
  return share.map((u) => {
    core.kernels.writeCellSite(site, nside, Math.floor(u * cellCount(nside)));
    const [gx = 0, gy = 0, gz = 0, x = 0, y = 0, z = 0] = f64(core, site, 6);
    const level = Math.hypot(x, y);
    return {
      ground: [gx, gy, gz],
      up: [x, y, z],
      north: [(-z * x) / level, (-z * y) / level, level],
      east: [-y / level, x / level, 0],
    };
  });
}

function isHigh({ position: [x, y, z] }: PlacedSatellite): boolean {
  return Math.hypot(x, y, z) > WGS84_A + 100;
}

/** Lists of satellites, sorted by minimum elevation because `everyCell` is fastest then. */
export function placedSatellites(core: OwnedCore, nside: number, count: number): fc.Arbitrary<PlacedSatellite[]> {
  return fc
    .array(placedSatellite(core, nside), { minLength: count, maxLength: count })
    .map((some) => some.toSorted((a, b) => a.minElevationDeg - b.minElevationDeg));
}

/** Satellites at positions where ring intervals are most likely to go wrong, and some anywhere. */
export function placedSatellite(core: OwnedCore, nside: number): fc.Arbitrary<PlacedSatellite> {
  return fc.oneof(scattered(), overPole(), overEquator(nside), onThreshold(core, nside), onPolarThreshold(core, nside));
}

function atKm(range: number, cosLat: number, lonRad: number, sinLat: number): [number, number, number] {
  return [range * cosLat * Math.cos(lonRad), range * cosLat * Math.sin(lonRad), range * sinLat];
}

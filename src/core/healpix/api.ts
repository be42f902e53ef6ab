/**
 * Numbering of cells. NESTED: the four cells into which a cell of half the nside is divided have consecutive numbers.
 * RING: numbers run eastwards along rings of latitude, from the north pole on.
 */
export type Scheme = 'nested' | 'ring';

/** Points as numbers: longitude and latitude of each in turn, in degrees, in a typed array or a plain one. */
export type Points = Float64Array | readonly number[];

/** Numbers of cells: a typed array, or a plain one. */
export type Cells = Int32Array | readonly number[];

/**
 * A HEALPix grid of one nside and scheme (Gorski et al. 2005, ApJ 622, 759). Methods take one point or cell, or a
 * batch. Arrays of the core's own memory (`core.allocate`) are read and written in place; others are copied in and out.
 * A RangeError names the value and its range, in a batch also the index of the point or cell; results before that
 * index may have been written.
 */
export interface Healpix {
  /** Power of two, 1 to 8192. */
  readonly nside: number;
  /** log2 of nside: 0 to 13. */
  readonly order: number;
  /** Numbering of the grid's cells. */
  readonly scheme: Scheme;
  /** Cells of the sphere, 12 nside^2. */
  readonly cellCount: number;
  /** Area of each cell, steradians. */
  readonly cellAreaSr: number;
  /** Side of a square as large as a cell, degrees. */
  readonly resolutionDeg: number;

  /**
   * Cell of a point: longitude any finite degrees east, latitude -90 to 90. A point on an edge belongs to one of the
   * cells that meet there: the choice is the same in either scheme and at every order.
   */
  lonLat2pix(lonDeg: number, latDeg: number): number;
  /** @param out a cell for each point */
  lonLat2pix(lonLatDeg: Points, out?: Int32Array): Int32Array;

  /** Centre of a cell: longitude 0 to below 360, and latitude, degrees. */
  pix2lonLat(pix: number): [lonDeg: number, latDeg: number];
  /** @param out longitude and latitude of each cell's centre */
  pix2lonLat(pix: Cells, out?: Float64Array): Float64Array;

  /** RING number of this grid's cell. */
  toRing(pix: number): number;
  /** @param out a number for each cell; may be `pix` itself */
  toRing(pix: Cells, out?: Int32Array): Int32Array;

  /** NESTED number of this grid's cell. */
  toNested(pix: number): number;
  /** @param out a number for each cell; may be `pix` itself */
  toNested(pix: Cells, out?: Int32Array): Int32Array;

  /**
   * The eight cells around each cell: south-west, west, north-west, north, north-east, east, south-east, south. At a
   * corner where only three of the twelve base cells meet, one of the eight is missing: -1.
   *
   * @param out eight numbers for each cell
   */
  neighbours(pix: number | Cells, out?: Int32Array): Int32Array;

  /**
   * Points on the edges of each cell, as longitude and latitude in degrees: from the northern corner over the western,
   * the southern and the eastern.
   *
   * @param options.step points on each of the four edges, 1 to 1024; 1 by default: the corners
   * @param options.out 4 x step points for each cell
   */
  boundaries(pix: number | Cells, options?: { step?: number; out?: Float64Array }): Float64Array;

  /**
   * Cells in a disc, ascending. RangeError for a radius that is not from 0 to 180 degrees, and for a disc of more than
   * 2^29 cells.
   *
   * @param options.inclusive true for exactly the cells that the disc touches; by default only those whose centres are
   * in it
   */
  disc(lonDeg: number, latDeg: number, radiusDeg: number, options?: { inclusive?: boolean }): Int32Array;
}

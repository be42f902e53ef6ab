/** NESTED numbers run quarter by quarter, RING numbers eastwards along rings of latitude from the north pole. */
export type Scheme = 'nested' | 'ring';

/** Longitude and latitude of points, degrees, side by side: a typed array, or a plain one. */
export type Points = Float64Array | readonly number[];

/** Numbers of cells: a typed array, or a plain one. */
export type Cells = Int32Array | readonly number[];

/**
 * A HEALPix grid of one nside and scheme (Gorski et al. 2005, ApJ 622, 759). Methods take one point or cell, or a
 * batch. Arrays of the core's own memory (`core.allocate`) are used where they lie; others are copied in and out. A
 * RangeError names the value and its range, in a batch also its index; results before that index may have been written.
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
   * Cell of a point: longitude any finite degrees east, latitude -90 to 90. On an edge: one of the cells that meet
   * there, the same in either scheme and at every order.
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
   * The eight cells around each cell: south-west, west, north-west, north, north-east, east, south-east, south. Where
   * three of the twelve base cells meet one is missing: -1.
   *
   * @param out eight for each cell
   */
  neighbours(pix: number | Cells, out?: Int32Array): Int32Array;

  /**
   * Points on the edges of each cell, longitude and latitude in degrees, from the northern corner by the western, the
   * southern and the eastern.
   *
   * @param options.step points on each of the four edges, 1 to 1024; 1 by default: the corners
   * @param options.out 4 step points for each cell
   */
  boundaries(pix: number | Cells, options?: { step?: number; out?: Float64Array }): Float64Array;

  /**
   * Cells in a disc, ascending. RangeError for a radius that is not from 0 to 180 degrees.
   *
   * @param options.inclusive exactly the cells that the disc touches; by default those whose centres are in it
   */
  disc(lonDeg: number, latDeg: number, radiusDeg: number, options?: { inclusive?: boolean }): Int32Array;
}

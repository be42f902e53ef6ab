/**
 * HEALPix grids (Gorski et al. 2005, ApJ 622, 759), in both numberings, nside 1 to 2^29.
 *
 * Batches are typed arrays of numbers side by side: points of two or three (longitude and latitude; colatitude and longitude;
 * x, y, z), cells of one. Arrays of the core's own memory (`core.allocate`) are used where they lie; all others are copied
 * in and out once. A batch that fails names the first index that is wrong, and may have written what comes before it.
 */

import type { Moc } from './mocApi.js';

/** NESTED numbers run along the cells' quarters, RING numbers along rings of latitude, from the north pole, eastwards. */
export type Scheme = 'nested' | 'ring';

/** Arrays of cells' numbers: Int32Array to nside 8192, Float64Array to 2^24, BigUint64Array to 2^29 (and below, where asked for). */
export interface CellForms {
  /** Reaches to nside 8192. */
  int32: Int32Array;
  /** Reaches to nside 2^24. */
  float64: Float64Array;
  /** Reaches to nside 2^29. */
  bigint: BigUint64Array;
}
/** Array of cells' numbers, of any form. */
export type CellArray = CellForms[keyof CellForms];

/** Name of the form of such arrays. */
export type FormOf<A extends CellArray> = {
  [F in keyof CellForms]: A extends CellForms[F] ? F : never;
}[keyof CellForms];

/** One cell's number: a bigint where arrays of them are BigUint64Array. */
export type Cell<A extends CellArray> = A extends BigUint64Array ? bigint : number;

type Nside32 = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024 | 2048 | 4096 | 8192;
type Nside64 = 33_554_432 | 67_108_864 | 134_217_728 | 268_435_456 | 536_870_912;
/** Array of cells that a grid takes and gives if none is asked for; any of the three where nside is not known to the compiler. */
export type CellsOf<N extends number> = number extends N
  ? CellArray
  : N extends Nside32
    ? Int32Array
    : N extends Nside64
      ? BigUint64Array
      : Float64Array;

/** Numbers as they stand in points: a typed array, or a plain one. */
export type Numbers = Float64Array | readonly number[];
/** Cells of a grid: an array of its form, or a plain one of its numbers. */
export type Cells<A extends CellArray> = A | readonly Cell<A>[];

/** How points are written: longitude and latitude, degrees; colatitude and longitude, radians; x, y, z. */
export type PointsAs = 'lonLat' | 'ang' | 'vec';

/** The four cells around each point, and their weights. */
export interface Interpolation<A extends CellArray> {
  /** North-west, north-east, south-west, south-east of each point; one cell may stand more than once. */
  pix: A;
  /** A weight for each; the sum of each four is 1. */
  weights: Float64Array;
}

/** A grid of one nside and scheme. Methods take one point or cell, or a batch; they throw RangeError with value and range. */
export interface Healpix<A extends CellArray = CellArray> {
  /** Power of two, 1 to 2^29. */
  readonly nside: number;
  /** log2 of nside: 0 to 29. */
  readonly order: number;
  /** Numbering of its cells. */
  readonly scheme: Scheme;
  /** Form of its arrays of cells. */
  readonly cells: FormOf<A>;
  /** Cells of the sphere, 12 nside^2. */
  readonly cellCount: number;
  /** Area of each cell, steradians. */
  readonly cellAreaSr: number;
  /** Side of a square as large as a cell, degrees. */
  readonly resolutionDeg: number;

  /**
   * Cell of a point: longitude any finite degrees east, latitude -90 to 90. On an edge: one of the cells that meet there,
   * the same in either scheme and at every order.
   */
  lonLat2pix(lonDeg: number, latDeg: number): Cell<A>;
  /** @param lonLatDeg longitude and latitude of each point; @param out a cell for each */
  lonLat2pix(lonLatDeg: Numbers, out?: A): A;
  /** Cell of a direction: colatitude 0 to pi, longitude any finite radians. */
  ang2pix(thetaRad: number, phiRad: number): Cell<A>;
  /** @param thetaPhiRad colatitude and longitude of each point; @param out a cell for each */
  ang2pix(thetaPhiRad: Numbers, out?: A): A;
  /** Cell of a direction: a vector of any length but 0. */
  vec2pix(x: number, y: number, z: number): Cell<A>;
  /** @param xyz coordinates of each vector; @param out a cell for each */
  vec2pix(xyz: Numbers, out?: A): A;

  /** Centre of a cell in degrees: longitude 0 to below 360, latitude. */
  pix2lonLat(pix: Cell<A>): [lonDeg: number, latDeg: number];
  /** @param out longitude and latitude of each cell's centre */
  pix2lonLat(pix: Cells<A>, out?: Float64Array): Float64Array;
  /** Centre of a cell in radians: colatitude, longitude 0 to below 2 pi. */
  pix2ang(pix: Cell<A>): [thetaRad: number, phiRad: number];
  /** @param out colatitude and longitude of each cell's centre */
  pix2ang(pix: Cells<A>, out?: Float64Array): Float64Array;
  /** Centre of a cell as a vector of length 1. */
  pix2vec(pix: Cell<A>): [x: number, y: number, z: number];
  /** @param out x, y, z of each cell's centre */
  pix2vec(pix: Cells<A>, out?: Float64Array): Float64Array;

  /** RING number of this grid's cell. */
  toRing(pix: Cell<A>): Cell<A>;
  /** @param out a number for each; may be `pix` itself */
  toRing(pix: Cells<A>, out?: A): A;
  /** NESTED number of this grid's cell. */
  toNested(pix: Cell<A>): Cell<A>;
  /** @param out a number for each; may be `pix` itself */
  toNested(pix: Cells<A>, out?: A): A;

  /**
   * Cells around a cell: south-west, west, north-west, north, north-east, east, south-east, south. Where three of the
   * twelve base cells meet one is missing: -1, or 2^64 - 1 among bigints.
   */
  neighbours(pix: Cell<A>): A;
  /** @param out eight for each */
  neighbours(pix: Cells<A>, out?: A): A;
  /**
   * Points on a cell's edges, `step` (1 by default: the corners) on each of the four, from the northern corner by the
   * western, the southern and the eastern. RangeError for a step that is not from 1 to 65536.
   *
   * @param options.as how they are written: as longitudes and latitudes by default
   * @param options.out 4 step points for each cell
   */
  boundaries(pix: Cell<A> | Cells<A>, options?: { step?: number; as?: PointsAs; out?: Float64Array }): Float64Array;

  /** Cell of a coarser grid, or of this one's nside, that a cell is part of. */
  parent<B extends CellArray>(pix: Cell<A>, coarser: Healpix<B>): Cell<B>;
  /** @param out a cell for each */
  parent<B extends CellArray>(pix: Cells<A>, coarser: Healpix<B>, out?: B): B;
  /**
   * Cells of a finer grid, or of this one's nside, that a cell consists of: (finer.nside / nside)^2, in NESTED order.
   *
   * @param out as many for each cell
   */
  children<B extends CellArray>(pix: Cell<A> | Cells<A>, finer: Healpix<B>, out?: B): B;
  /** NUNIQ number of a cell, which tells its order too: 4 nside^2 and the NESTED number (MOC 1.1, section 2.3.2). */
  uniq(pix: Cell<A>): Cell<A>;
  /** @param out a number for each */
  uniq(pix: Cells<A>, out?: A): A;
  /** Cell of a NUNIQ number of this order. */
  fromUniq(uniq: Cell<A>): Cell<A>;
  /** @param out a cell for each */
  fromUniq(uniq: Cells<A>, out?: A): A;

  /**
   * Cells and weights by which the values at points are interpolated: linear in longitude along the rings of centres
   * north and south of a point, then in colatitude between those; a pole is the mean of its four cells. As healpy does.
   */
  interpolation(points: Numbers, as?: PointsAs): Interpolation<A>;
  /** Values at points of a map, one value for each cell: interpolated so. RangeError for a map of another length. */
  interpolate(map: ArrayLike<number>, points: Numbers, as?: PointsAs): Float64Array;
  /**
   * A map of this grid, one value for each cell, on another grid, finer or coarser, of either scheme. Finer cells have
   * their parent's value, coarser ones the mean of their children's. NaN, and healpy's UNSEEN (-1.6375e30), are no values:
   * what has none is NaN.
   *
   * @param options.pessimistic a coarser cell has no value where one of its children has none; false by default
   * @param options.power values are multiplied by (to.nside / nside)^power: -2 keeps sums; 0 by default
   */
  udGrade(map: ArrayLike<number>, to: Healpix, options?: { pessimistic?: boolean; power?: number }): Float64Array;

  /**
   * Cells whose centres are in a disc, ascending; with `inclusive` those that it touches, none more. RangeError for a radius that is
   * not from 0 to 180 degrees.
   */
  disc(lonDeg: number, latDeg: number, radiusDeg: number, options?: { inclusive?: boolean }): A;
  /**
   * Cells whose centres are in a polygon, ascending; with `inclusive` those that it touches, none more. Its sides are parts of great
   * circles, shorter than half of one, and do not cross; they may be told either way round. Of the two parts of the sphere
   * the polygon is the smaller. RangeError for fewer than three different vertices.
   *
   * @param lonLatDeg longitude and latitude of each vertex
   */
  polygon(lonLatDeg: Numbers, options?: { inclusive?: boolean }): A;
  /** What `disc` finds, as a MOC of this order: large discs at high orders. */
  discMoc(lonDeg: number, latDeg: number, radiusDeg: number, options?: { inclusive?: boolean }): Moc;
  /** What `polygon` finds, as a MOC of this order. */
  polygonMoc(lonLatDeg: Numbers, options?: { inclusive?: boolean }): Moc;
  /** MOC of cells, in any order; they may repeat. */
  toMoc(pix: Cells<A>): Moc;
  /** Cells that a MOC touches, ascending. */
  fromMoc(moc: Moc): A;
}

/**
 * A multi-order coverage map: a part of the sphere that consists of HEALPix cells (IVOA MOC 2.0, of space). Never changes.
 */
export interface Moc {
  /** The finest order that its cells can have, 0 to 29. */
  readonly order: number;
  /** Its cells as ranges [from, to) of NESTED cells of order 29: pairs, ascending, none touching the next. */
  readonly ranges: BigUint64Array;
  /** Part of the sphere that it covers, 0 to 1. */
  readonly skyFraction: number;
  /** What is in either; of the finer order, as with all that join two. */
  union(other: Moc): Moc;
  /** What is in both. */
  intersection(other: Moc): Moc;
  /** What is in this one and not in the other. */
  difference(other: Moc): Moc;
  /** What is not in this one. */
  complement(): Moc;
  /** The cells of a coarser order that it touches. RangeError for an order that is not from 0 to its own. */
  degraded(order: number): Moc;
  /** Whether both cover the same, at any order. */
  equals(other: Moc): boolean;
  /** Whether a point is in it. */
  contains(lonDeg: number, latDeg: number): boolean;
  /** @param lonLatDeg longitude and latitude of each point; gives 1 for each that is in it, and 0 for others */
  contains(lonLatDeg: Float64Array | readonly number[]): Uint8Array;
  /** NUNIQ numbers of the fewest cells that it consists of, ascending. */
  toUniq(): BigUint64Array;
  /** JSON text: each order's cells, such as {"1":[0,2],"3":[500]}. */
  toJson(): string;
  /** Bytes of a FITS file: a table of NUNIQ numbers. */
  toFits(): Uint8Array;
}

/** Ways to a MOC; those of grids are `discMoc`, `polygonMoc` and `toMoc`. */
export interface Mocs {
  /** The MOC of no cell. */
  empty(): Moc;
  /** The whole sphere. */
  full(): Moc;
  /**
   * The MOC of cells of any orders. RangeError that names the first that is none.
   *
   * @param uniq NUNIQ numbers in any order, which may repeat or overlap
   */
  fromUniq(uniq: BigUint64Array | readonly bigint[]): Moc;
  /** JSON text as `toJson` writes it, with cells as numbers or ranges such as "4-7". RangeError that says what is wrong with it. */
  fromJson(text: string): Moc;
  /** A FITS file with a table of NUNIQ numbers, or of ranges of order 29. RangeError that says what is wrong with it. */
  fromFits(bytes: Uint8Array): Moc;
}

import { checkChoice, checkList, checkNumber, checkWhole, optionsOf } from '../arguments.js';
import { withScratch } from '../parts.js';
import type { Healpix, Scheme } from './api.js';
import { type Operation, runBatch, type Stage } from './batch.js';
import { cellCentre, cellCount, cellOf, ipixFault, pointFault } from '../healpix.js';

const DEG_PER_RAD = 180 / Math.PI;
const LARGEST_STEP = 1024;
/**
 * Number of ranges of a disc's cells for which there is room at first, 8 bytes each; if a disc has more, it is searched
 * again with more room.
 */
const FIRST_CAPACITY = 4096;

/** Most cells of a disc: 2 GB of numbers. */
const MOST_CELLS = 2 ** 29;

/** Makes a grid over a core's kernels. @throws RangeError or TypeError */
export function createHealpix(stage: Stage, nside: number, scheme: Scheme): Healpix {
  const count = cellCount(nside);
  checkChoice('scheme', scheme, ['nested', 'ring']);
  const { kernels, view } = stage.core;
  const ring = scheme === 'ring' ? 1 : 0;
  const cellAreaSr = (4 * Math.PI) / count;
  const ofCells = {
    from: Int32Array,
    fromWidth: 1,
    fault: ({ 0: ipix }: ArrayLike<number>) => ipixFault(nside, ipix as number),
    item: 'cell',
  } as const;

  const toCells: Operation<Float64Array, Int32Array> = {
    from: Float64Array,
    fromWidth: 2,
    to: Int32Array,
    toWidth: 1,
    kernel: (from, size, to) => kernels.cellsOfPoints(nside, ring, from, size, to),
    fault: ({ 0: lonDeg, 1: latDeg }) => pointFault(latDeg as number, lonDeg as number),
    item: 'point',
  };
  const centres: Operation<Int32Array, Float64Array> = {
    ...ofCells,
    to: Float64Array,
    toWidth: 2,
    kernel: (from, size, to) => kernels.centresOfCells(nside, ring, from, size, to),
  };
  const renumbered = (toRing: 0 | 1): Operation<Int32Array, Int32Array> => ({
    ...ofCells,
    to: Int32Array,
    toWidth: 1,
    kernel: (from, size, to) => kernels.renumberCells(nside, ring, toRing, from, size, to),
  });
  const neighbours: Operation<Int32Array, Int32Array> = {
    ...ofCells,
    to: Int32Array,
    toWidth: 8,
    kernel: (from, size, to) => kernels.neighboursOfCells(nside, ring, from, size, to),
  };
  const boundaries = (step: number): Operation<Int32Array, Float64Array> => ({
    ...ofCells,
    to: Float64Array,
    toWidth: 8 * step,
    kernel: (from, size, to) => kernels.boundariesOfCells(nside, ring, step, from, size, to),
  });

  /** Makes a method that takes one cell or many: `ofOne` serves one, `operation` many. */
  const ofOneOrMany = <O extends Int32Array | Float64Array, R>(
    operation: Operation<Int32Array, O>,
    ofOne: (ipix: number) => R,
  ) => {
    return (cells: unknown, out?: unknown): R | O =>
      typeof cells === 'number'
        ? ofOne(checkedCell(nside, cells))
        : runBatch(stage, operation, cellsOf(nside, cells), out);
  };
  const nestedOf = (ipix: number): number => (ring === 1 ? kernels.ring2nest(nside, ipix) : ipix);
  const inScheme = (nested: number): number => (ring === 1 ? kernels.nest2ring(nside, nested) : nested);

  const grid = {
    nside,
    order: Math.log2(nside),
    scheme,
    cellCount: count,
    cellAreaSr,
    resolutionDeg: Math.sqrt(cellAreaSr) * DEG_PER_RAD,
    lonLat2pix: (first: unknown, second?: unknown): unknown =>
      typeof first === 'number'
        ? inScheme(cellOf(kernels, nside, second as number, first))
        : runBatch(stage, toCells, pointsOf(first), second),
    pix2lonLat: ofOneOrMany(centres, (ipix) => {
      const { lonDeg, latDeg } = cellCentre(kernels, view, stage.pointer, nside, nestedOf(ipix));
      return [lonDeg, latDeg];
    }),
    toRing: ofOneOrMany(renumbered(1), (ipix) => (ring === 1 ? ipix : kernels.nest2ring(nside, ipix))),
    toNested: ofOneOrMany(renumbered(0), nestedOf),
    neighbours: (cells: unknown, out?: unknown) => runBatch(stage, neighbours, cellsOf(nside, cells), out),
    boundaries: (cells: unknown, options: { step?: number; out?: unknown } = {}) => {
      const { step = 1, out } = optionsOf(options, ['step', 'out']);
      checkWhole('step', step, 1, LARGEST_STEP);
      return runBatch(stage, boundaries(step), cellsOf(nside, cells), out);
    },
    disc: (lonDeg: number, latDeg: number, radiusDeg: number, options: { inclusive?: boolean } = {}) => {
      const { inclusive = false } = optionsOf(options, ['inclusive']);
      const nested = discCells(stage, nside, [lonDeg, latDeg, radiusDeg], inclusive);
      return ring === 0 ? nested : runBatch(stage, { ...renumbered(1), kernel: turn }, nested, nested).sort();
    },
  };
  const turn = (from: number, size: number, to: number): number => kernels.renumberCells(nside, 0, 1, from, size, to);
  // Methods of Healpix are overloaded, for one point or cell and for many. An object literal cannot declare that: hence
  // the cast.
  return grid as unknown as Healpix;
}

/** NESTED cells in a disc, ascending. @throws RangeError, or TypeError for a radius that is no number */
function discCells(
  { core }: Stage,
  nside: number,
  [lonDeg, latDeg, radiusDeg]: readonly [lonDeg: number, latDeg: number, radiusDeg: number],
  inclusive: boolean,
): Int32Array {
  const fault = pointFault(latDeg, lonDeg);
  if (fault !== undefined) throw new RangeError(fault);
  checkNumber('radiusDeg', radiusDeg, 0, 180);
  const expected = Math.round((cellCount(nside) * (1 - Math.cos(radiusDeg / DEG_PER_RAD))) / 2);
  if (expected > MOST_CELLS) {
    throw new RangeError(
      `radiusDeg ${radiusDeg}: at nside ${nside} the disc has some ${expected} cells; an array of ${MOST_CELLS} at most is made`,
    );
  }
  const { kernels, memory } = core;
  const workBytes = kernels.discWorkBytes();
  const order = Math.log2(nside);
  for (let capacity = FIRST_CAPACITY; ; capacity *= 4) {
    const cells = withScratch(core, 8 * capacity + workBytes, (out) => {
      const work = out + 8 * capacity;
      const count = kernels.discRanges(order, lonDeg, latDeg, radiusDeg, inclusive ? 1 : 0, work, out, capacity);
      return count > capacity ? undefined : cellsOfRanges(new Int32Array(memory.buffer, out, 2 * count));
    });
    if (cells !== undefined) return cells;
  }
}

/** Lists the cells of ranges, each a pair of numbers: [from, to). */
function cellsOfRanges(ranges: Int32Array): Int32Array {
  let count = 0;
  for (let k = 0; k < ranges.length; k += 2) count += (ranges[k + 1] as number) - (ranges[k] as number);
  const cells = new Int32Array(count);
  let i = 0;
  for (let k = 0; k < ranges.length; k += 2) {
    for (let ipix = ranges[k] as number; ipix < (ranges[k + 1] as number); ipix++) cells[i++] = ipix;
  }
  return cells;
}

/**
 * Returns points as a typed array. @throws RangeError if a last latitude is missing, TypeError for anything but an
 * array
 */
function pointsOf(points: unknown): Float64Array {
  checkList('points', points, [Float64Array]);
  const array = points instanceof Float64Array ? points : Float64Array.from(points as number[]);
  if (array.length % 2 === 0) return array;
  throw new RangeError(`${array.length} numbers are no whole points: each has 2`);
}

/**
 * Returns cells as a typed array. @throws RangeError for a number, or an entry of a plain array, that is no cell
 * (kernels check typed arrays), TypeError for anything but a number, a plain array or an Int32Array
 */
function cellsOf(nside: number, cells: unknown): Int32Array {
  if (typeof cells === 'number') return Int32Array.of(checkedCell(nside, cells));
  checkList('cells', cells, [Int32Array]);
  if (cells instanceof Int32Array) return cells;
  return Int32Array.from(cells as number[], (cell, i) => checkedCell(nside, cell, `cell ${i}: `));
}

/** Returns the number of a cell if the grid has it. @throws RangeError otherwise; its message begins with `where` */
function checkedCell(nside: number, ipix: number, where = ''): number {
  const fault = ipixFault(nside, ipix);
  if (fault === undefined) return ipix;
  throw new RangeError(where + fault);
}

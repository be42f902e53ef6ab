import type { CellArray, PointsAs } from './api.js';
import { cellType, type Grid, type Span } from './forms.js';

/** How points are written: the kernels' codes, numbers for each point, and what is wrong with one. */
export interface PointForm {
  code: number;
  width: 2 | 3;
  fault: (point: ArrayLike<unknown>) => string;
}

export const LON_LAT: PointForm = {
  code: 0,
  width: 2,
  fault: ({ 0: lon, 1: lat }) =>
    Number.isFinite(lon)
      ? `latDeg ${String(lat)} is outside -90 to 90`
      : `lonDeg ${String(lon)} is not a finite number of degrees`,
};
export const ANGLES: PointForm = {
  code: 1,
  width: 2,
  fault: ({ 0: theta, 1: phi }) =>
    Number.isFinite(phi)
      ? `thetaRad ${String(theta)} is outside 0 to pi`
      : `phiRad ${String(phi)} is not a finite number of radians`,
};
export const VECTOR: PointForm = {
  code: 2,
  width: 3,
  fault: (xyz) => `vector (${Array.from(xyz).join(', ')}): three finite numbers, not all of them 0, are needed`,
};

const FORMS = { lonLat: LON_LAT, ang: ANGLES, vec: VECTOR } as const;

/** @throws RangeError */
export function formNamed(name: PointsAs = 'lonLat'): PointForm {
  if (Object.hasOwn(FORMS, name)) return FORMS[name];
  throw new RangeError(`points as ${name}: lonLat, ang or vec is needed`);
}

/** Points as an array that kernels can read. @throws RangeError where they are no whole points, TypeError */
export function pointsOf(form: PointForm, points: unknown): Float64Array {
  const array = points instanceof Float64Array ? points : arrayOfNumbers(points);
  if (array.length % form.width === 0) return array;
  throw new RangeError(`${array.length} numbers are no whole points: each has ${form.width}`);
}

function arrayOfNumbers(numbers: unknown): Float64Array {
  if (Array.isArray(numbers)) return Float64Array.from(numbers as number[]);
  throw new TypeError(`points are Float64Array or an array of numbers, not ${nameOf(numbers)}`);
}

/** Cells, or numbers of another span, as an array that kernels can read. @throws RangeError, TypeError */
export function cellsOf(grid: Grid, cells: unknown, span = grid.pix): CellArray {
  const type = cellType(grid);
  if (cells instanceof type) return cells;
  if (!Array.isArray(cells)) {
    throw new TypeError(`cells of nside ${grid.nside} are ${type.name} or an array of numbers, not ${nameOf(cells)}`);
  }
  const array = new type(cells.length);
  cells.forEach((cell: unknown, i) => {
    array[i] = checkedCell(grid, cell, span, `cell ${i}: `) as never;
  });
  return array;
}

/** A number of the span, as the grid's arrays hold it. @throws RangeError */
export function checkedCell(grid: Grid, cell: unknown, span = grid.pix, where = ''): number | bigint {
  const isWhole = grid.form === 'bigint' ? typeof cell === 'bigint' : Number.isInteger(cell);
  if (isWhole && (cell as number) >= span.from && (cell as number) < span.below) return cell as number | bigint;
  throw new RangeError(where + cellFault(grid, cell, span));
}

/** What is wrong with a number that is not of the span. */
export function cellFault(grid: Grid, cell: unknown, { name, from, below }: Span = grid.pix): string {
  const kind = grid.form === 'bigint' ? 'bigint' : 'whole number';
  const last = BigInt(below) - 1n;
  return `${name} ${String(cell)} is not a ${kind} from ${BigInt(from)} to ${last}, the cells of nside ${grid.nside}`;
}

interface ArrayType<T> {
  readonly name: string;
  new (length: number): T;
}

/** The array that a result goes into: the caller's, or a new one. @throws RangeError, TypeError */
export function outputOf<T extends { length: number }>(out: unknown, length: number, type: ArrayType<T>): T {
  if (out === undefined) return new type(length);
  if (!(out instanceof type)) throw new TypeError(`out is ${nameOf(out)}: ${type.name} is needed`);
  if (out.length === length) return out;
  throw new RangeError(`out has ${out.length} elements: ${length} are needed`);
}

function nameOf(value: unknown): string {
  return value === null || value === undefined ? String(value) : value.constructor.name;
}

import type { CellArray, CellForms, Scheme } from './api.js';

/** Whole numbers that mean something: from one to below another, both exact. */
export interface Span {
  name: string;
  from: number;
  below: number;
}

/** A grid as kernels and methods know it. */
export interface Grid {
  nside: number;
  order: number;
  scheme: Scheme;
  form: keyof CellForms;
  /** For kernels (assembly/healpix/lanes/grid.ts); and the same cells in the other scheme. */
  code: number;
  ringCode: number;
  nestedCode: number;
  pix: Span;
  uniq: Span;
}

export interface CellType {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): CellArray;
  new (buffer: ArrayBufferLike, offset: number, length: number): CellArray;
}

const LARGEST_ORDER = 29;
const RING = 32;
/** By the forms' codes: the largest order each has numbers for, and UNIQ numbers. */
const FORMS = [
  { name: 'int32', largestOrder: 13, type: Int32Array },
  { name: 'float64', largestOrder: 24, type: Float64Array },
  { name: 'bigint', largestOrder: LARGEST_ORDER, type: BigUint64Array },
] as const;

/** @throws RangeError */
export function gridOf(nside: number, scheme: Scheme, form?: keyof CellForms): Grid {
  const order = Math.log2(nside);
  if (!Number.isInteger(order) || order < 0 || order > LARGEST_ORDER) {
    throw new RangeError(`nside ${nside} is not a power of two from 1 to 2^${LARGEST_ORDER}`);
  }
  if (scheme !== 'nested' && scheme !== 'ring') {
    throw new RangeError(`scheme ${String(scheme)}: nested or ring is needed`);
  }
  const least = FORMS.findIndex(({ largestOrder }) => order <= largestOrder);
  const at = form === undefined ? least : FORMS.findIndex(({ name }) => name === form);
  const chosen = FORMS[at];
  if (chosen === undefined) throw new RangeError(`cells ${String(form)}: int32, float64 or bigint is needed`);
  if (at < least) {
    throw new RangeError(
      `cells ${chosen.name}: they reach to nside ${2 ** chosen.largestOrder}, and nside is ${nside}`,
    );
  }
  const nestedCode = order + 64 * at;
  const ringCode = nestedCode + RING;
  return {
    nside,
    order,
    scheme,
    form: chosen.name,
    code: scheme === 'ring' ? ringCode : nestedCode,
    ringCode,
    nestedCode,
    pix: { name: 'ipix', from: 0, below: 12 * nside ** 2 },
    uniq: { name: 'uniq', from: 4 * nside ** 2, below: 16 * nside ** 2 },
  };
}

/** The type of the grid's arrays of cells. */
export function cellType(grid: Grid): CellType {
  return (FORMS[grid.code >> 6] as (typeof FORMS)[number]).type;
}

import type { CellArray, PointsAs } from './api.js';
import { cellsOf, checkedCell, formNamed } from './arguments.js';
import type { Stage } from './batch.js';
import { ofCells } from './conversions.js';
import { cellType, type Grid } from './forms.js';
import { type Operation, runMany } from './operation.js';

const LARGEST_STEP = 65_536;

/** One cell or many, as an array. */
export function asCells(grid: Grid, cells: unknown): CellArray {
  return cellsOf(grid, typeof cells === 'object' ? cells : [checkedCell(grid, cells)]);
}

export function neighboursOf(stage: Stage, grid: Grid) {
  const operation: Operation<CellArray, CellArray> = {
    ...ofCells(stage, grid),
    to: cellType(grid),
    toWidth: 8,
    kernel: (from, count, to) => stage.core.kernels.neighboursOfCells(grid.code, from, count, to),
  };
  return (cells: unknown, out?: unknown): CellArray => runMany(operation, asCells(grid, cells), out);
}

export function boundariesOf(stage: Stage, grid: Grid) {
  return (
    cells: unknown,
    { step = 1, as, out }: { step?: number; as?: PointsAs; out?: Float64Array } = {},
  ): Float64Array => {
    if (!Number.isInteger(step) || step < 1 || step > LARGEST_STEP) {
      throw new RangeError(`step ${step}: a whole number from 1 to ${LARGEST_STEP} is needed`);
    }
    const form = formNamed(as);
    const operation: Operation<CellArray, Float64Array> = {
      ...ofCells(stage, grid),
      to: Float64Array,
      toWidth: 4 * step * form.width,
      kernel: (from, count, to) => stage.core.kernels.boundariesOfCells(grid.code, form.code, step, from, count, to),
    };
    return runMany(operation, asCells(grid, cells), out);
  };
}

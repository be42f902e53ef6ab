import type { CellArray } from './api.js';
import { cellFault, cellsOf, checkedCell, type PointForm, pointsOf } from './arguments.js';
import type { Stage } from './batch.js';
import { cellType, type Grid } from './forms.js';
import { one, type Operation, runMany } from './operation.js';

/** Cells of points of a form. */
export function toCells(stage: Stage, grid: Grid, form: PointForm) {
  const { kernels } = stage.core;
  const operation: Operation<Float64Array, CellArray> = {
    stage,
    from: Float64Array,
    fromWidth: form.width,
    to: cellType(grid),
    toWidth: 1,
    kernel: (from, count, to) => kernels.cellsOfPoints(grid.code, form.code, from, count, to, stage.located),
    fault: (point) => form.fault(point),
    item: 'point',
  };
  const single = one(operation);
  return (points: unknown, second?: unknown, third?: unknown): unknown =>
    typeof points === 'number'
      ? single(points, second as number, third as number)[0]
      : runMany(operation, pointsOf(form, points), second);
}

/** Centres of cells, in a form. */
export function toPoints(stage: Stage, grid: Grid, form: PointForm) {
  const operation: Operation<CellArray, Float64Array> = {
    ...ofCells(stage, grid),
    to: Float64Array,
    toWidth: form.width,
    kernel: (from, count, to) => stage.core.kernels.pointsOfCells(grid.code, form.code, from, count, to),
  };
  const single = one(operation);
  return (cells: unknown, out?: unknown): unknown =>
    typeof cells === 'object' ? runMany(operation, cellsOf(grid, cells), out) : [...single(checkedCell(grid, cells))];
}

/** One number for each cell: `kernel` as an operation has it. */
export function toNumbers(stage: Stage, grid: Grid, to: Grid, kernel: Operation<CellArray, CellArray>['kernel']) {
  const operation: Operation<CellArray, CellArray> = {
    ...ofCells(stage, grid),
    to: cellType(to),
    toWidth: 1,
    kernel,
  };
  const single = one(operation);
  return (cells: unknown, out?: unknown): unknown =>
    typeof cells === 'object' ? runMany(operation, cellsOf(grid, cells), out) : single(checkedCell(grid, cells))[0];
}

/** What all operations on the grid's cells have in common. */
export function ofCells(
  stage: Stage,
  grid: Grid,
): Pick<Operation<CellArray, never>, 'stage' | 'from' | 'fromWidth' | 'fault' | 'item'> {
  return {
    stage,
    from: cellType(grid),
    fromWidth: 1,
    fault: ({ 0: cell }) => cellFault(grid, cell),
    item: 'cell',
  };
}

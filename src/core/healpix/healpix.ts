import type { CellArray, CellForms, Healpix, Scheme } from './api.js';
import { ANGLES, cellFault, cellsOf, checkedCell, LON_LAT, type PointForm, pointsOf, VECTOR } from './arguments.js';
import type { Stage } from './batch.js';
import { cellType, type Grid, gridOf } from './forms.js';
import { one, type Operation, runMany } from './operation.js';

const DEG_PER_RAD = 180 / Math.PI;

/** A grid over a core's kernels. @throws RangeError */
export function createHealpix<A extends CellArray>(
  stage: Stage,
  nside: number,
  scheme: Scheme,
  form?: keyof CellForms,
): Healpix<A> {
  const grid = gridOf(nside, scheme, form);
  const cellAreaSr = (4 * Math.PI) / grid.cellCount;
  // The interface's overloads take one point or cell, or many; the first argument tells which.
  const methods = {
    lonLat2pix: toCells(stage, grid, LON_LAT),
    ang2pix: toCells(stage, grid, ANGLES),
    vec2pix: toCells(stage, grid, VECTOR),
    pix2lonLat: toPoints(stage, grid, LON_LAT),
    pix2ang: toPoints(stage, grid, ANGLES),
    pix2vec: toPoints(stage, grid, VECTOR),
    toRing: toNumbers(stage, grid, grid.ringCode),
    toNested: toNumbers(stage, grid, grid.nestedCode),
  };
  return {
    nside,
    order: grid.order,
    scheme,
    cellCount: grid.cellCount,
    cellAreaSr,
    resolutionDeg: Math.sqrt(cellAreaSr) * DEG_PER_RAD,
    ...methods,
  } as unknown as Healpix<A>;
}

function toCells(stage: Stage, grid: Grid, form: PointForm) {
  const operation: Operation<Float64Array, CellArray> = {
    stage,
    from: Float64Array,
    fromWidth: form.width,
    to: cellType(grid),
    toWidth: 1,
    kernel: (from, count, to) => stage.core.kernels.cellsOfPoints(grid.code, form.code, from, count, to),
    fault: (point) => form.fault(point),
    item: 'point',
  };
  const single = one(operation);
  return (points: unknown, second?: unknown, third?: unknown): unknown =>
    typeof points === 'number'
      ? single(points, second as number, third as number)[0]
      : runMany(operation, pointsOf(form, points), second);
}

function toPoints(stage: Stage, grid: Grid, form: PointForm) {
  const operation: Operation<CellArray, Float64Array> = {
    stage,
    from: cellType(grid),
    fromWidth: 1,
    to: Float64Array,
    toWidth: form.width,
    kernel: (from, count, to) => stage.core.kernels.pointsOfCells(grid.code, form.code, from, count, to),
    fault: ({ 0: cell }) => cellFault(grid, cell),
    item: 'cell',
  };
  const single = one(operation);
  return (cells: unknown, out?: unknown): unknown =>
    typeof cells === 'object' ? runMany(operation, cellsOf(grid, cells), out) : [...single(checkedCell(grid, cells))];
}

function toNumbers(stage: Stage, grid: Grid, to: number) {
  const operation: Operation<CellArray, CellArray> = {
    stage,
    from: cellType(grid),
    fromWidth: 1,
    to: cellType(grid),
    toWidth: 1,
    kernel: (from, count, into) => stage.core.kernels.renumberCells(grid.code, to, from, count, into),
    fault: ({ 0: cell }) => cellFault(grid, cell),
    item: 'cell',
  };
  const single = one(operation);
  return (cells: unknown, out?: unknown): unknown =>
    typeof cells === 'object' ? runMany(operation, cellsOf(grid, cells), out) : single(checkedCell(grid, cells))[0];
}

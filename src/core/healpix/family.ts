import type { CellArray, Healpix } from './api.js';
import { cellFault, cellsOf, checkedCell } from './arguments.js';
import type { Stage } from './batch.js';
import { ofCells, toNumbers } from './conversions.js';
import { cellType, type Grid, gridOf } from './forms.js';
import { one, type Operation, runMany } from './operation.js';
import { asCells } from './surroundings.js';

export function parentOf(stage: Stage, grid: Grid) {
  return (cells: unknown, coarser: Healpix, out?: unknown): unknown => {
    const to = gridOf(coarser.nside, coarser.scheme, coarser.cells);
    if (to.order > grid.order) throw new RangeError(`nside ${to.nside}: at most ${grid.nside} is needed for a parent`);
    const convert = toNumbers(stage, grid, to, (from, count, into) =>
      stage.core.kernels.renumberCells(grid.code, to.code, from, count, into),
    );
    return convert(cells, out);
  };
}

export function childrenOf(stage: Stage, grid: Grid) {
  return (cells: unknown, finer: Healpix, out?: unknown): CellArray => {
    const to = gridOf(finer.nside, finer.scheme, finer.cells);
    if (to.order < grid.order) throw new RangeError(`nside ${to.nside}: at least ${grid.nside} is needed for children`);
    const { kernels } = stage.core;
    const operation: Operation<CellArray, CellArray> = {
      ...ofCells(stage, grid),
      to: cellType(to),
      toWidth: (to.nside / grid.nside) ** 2,
      kernel: (from, count, into) =>
        to.order === grid.order
          ? kernels.renumberCells(grid.code, to.code, from, count, into)
          : kernels.partsOfCells(grid.code, to.code, from, count, into),
    };
    return runMany(operation, asCells(grid, cells), out);
  };
}

export function uniqOf(stage: Stage, grid: Grid) {
  return toNumbers(stage, grid, grid, (from, count, to) => stage.core.kernels.uniqOfCells(grid.code, from, count, to));
}

export function cellsOfUniq(stage: Stage, grid: Grid) {
  const operation: Operation<CellArray, CellArray> = {
    ...ofCells(stage, grid),
    to: cellType(grid),
    toWidth: 1,
    kernel: (from, count, to) => stage.core.kernels.cellsOfUniq(grid.code, from, count, to),
    fault: ({ 0: uniq }) => cellFault(grid, uniq, grid.uniq),
  };
  const single = one(operation);
  return (uniq: unknown, out?: unknown): unknown =>
    typeof uniq === 'object'
      ? runMany(operation, cellsOf(grid, uniq, grid.uniq), out)
      : single(checkedCell(grid, uniq, grid.uniq))[0];
}

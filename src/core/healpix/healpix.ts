import type { CellArray, CellForms, Healpix, Scheme } from './api.js';
import { ANGLES, LON_LAT, VECTOR } from './arguments.js';
import type { Stage } from './batch.js';
import { toCells, toNumbers, toPoints } from './conversions.js';
import { cellsOfUniq, childrenOf, parentOf, uniqOf } from './family.js';
import { type Grid, gridOf } from './forms.js';
import { interpolate, interpolationOf } from './interpolation.js';
import { regionMethods } from './regionMethods.js';
import { boundariesOf, neighboursOf } from './surroundings.js';
import { udGrade } from './udGrade.js';

const DEG_PER_RAD = 180 / Math.PI;

/** A grid over a core's kernels. @throws RangeError */
export function createHealpix<A extends CellArray>(
  stage: Stage,
  nside: number,
  scheme: Scheme,
  form?: keyof CellForms,
): Healpix<A> {
  const grid = gridOf(nside, scheme, form);
  const cellAreaSr = (4 * Math.PI) / grid.pix.below;
  // The interface's overloads take one point or cell, or many; the first argument tells which.
  return {
    nside,
    order: grid.order,
    scheme,
    cells: grid.form,
    cellCount: grid.pix.below,
    cellAreaSr,
    resolutionDeg: Math.sqrt(cellAreaSr) * DEG_PER_RAD,
    ...methodsOf(stage, grid),
  } as unknown as Healpix<A>;
}

function methodsOf(stage: Stage, grid: Grid) {
  const renumbered = (to: number) =>
    toNumbers(stage, grid, grid, (from, count, into) =>
      stage.core.kernels.renumberCells(grid.code, to, from, count, into),
    );
  return {
    lonLat2pix: toCells(stage, grid, LON_LAT),
    ang2pix: toCells(stage, grid, ANGLES),
    vec2pix: toCells(stage, grid, VECTOR),
    pix2lonLat: toPoints(stage, grid, LON_LAT),
    pix2ang: toPoints(stage, grid, ANGLES),
    pix2vec: toPoints(stage, grid, VECTOR),
    toRing: renumbered(grid.ringCode),
    toNested: renumbered(grid.nestedCode),
    neighbours: neighboursOf(stage, grid),
    boundaries: boundariesOf(stage, grid),
    parent: parentOf(stage, grid),
    children: childrenOf(stage, grid),
    uniq: uniqOf(stage, grid),
    fromUniq: cellsOfUniq(stage, grid),
    interpolation: interpolationOf(stage, grid),
    interpolate: interpolate(stage, grid),
    udGrade: udGrade(stage, grid),
    ...regionMethods(stage, grid),
  };
}

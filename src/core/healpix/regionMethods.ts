import { cellsOf } from './arguments.js';
import type { Stage } from './batch.js';
import { cellType, type Grid, gridOf } from './forms.js';
import { ofCells } from './conversions.js';
import { coarsened, createMoc } from './moc.js';
import type { Moc } from './mocApi.js';
import { runMany } from './operation.js';
import { copied, withCopies } from './rangesIn.js';
import { cellsOfRanges, discCells, discRanges, polygonRanges } from './regions.js';

const LARGEST_ORDER = 29;

interface RegionOptions {
  inclusive?: boolean;
}

/** Discs and polygons as the grid's cells, and MOCs of its order. */
export function regionMethods(stage: Stage, grid: Grid) {
  const shift = 2 * (LARGEST_ORDER - grid.order);
  const cells = (ranges: number, count: number) => cellsOfRanges(stage, grid, ranges, count);
  const mocOf = (ranges: BigUint64Array): Moc =>
    createMoc(
      stage,
      ranges.map((edge) => edge << BigInt(shift)),
      grid.order,
    );
  const toMoc = (ranges: number, count: number): Moc => mocOf(copied(stage)(ranges, count));
  return {
    disc: (lonDeg: number, latDeg: number, radiusDeg: number, { inclusive = false }: RegionOptions = {}) =>
      discCells(stage, grid, { lonDeg, latDeg, radiusDeg }, inclusive),
    polygon: (vertices: unknown, { inclusive = false }: RegionOptions = {}) =>
      polygonRanges(stage, grid, vertices, inclusive, cells),
    discMoc: (lonDeg: number, latDeg: number, radiusDeg: number, { inclusive = false }: RegionOptions = {}) =>
      discRanges(stage, grid, { lonDeg, latDeg, radiusDeg }, inclusive, toMoc),
    polygonMoc: (vertices: unknown, { inclusive = false }: RegionOptions = {}) =>
      polygonRanges(stage, grid, vertices, inclusive, toMoc),
    toMoc: (pix: unknown) => mocOf(rangesOfCells(stage, grid, pix)),
    fromMoc: ({ ranges }: Moc) => {
      const own = coarsened(stage, ranges, grid.order);
      return withCopies(stage, [own], (from = 0) => cellsOfRanges(stage, grid, from, own.length / 2, shift));
    },
  };
}

/** Ranges of cells in any order, which may repeat. @throws RangeError */
function rangesOfCells(stage: Stage, grid: Grid, pix: unknown): BigUint64Array {
  const { kernels, memory } = stage.core;
  const whole = gridOf(grid.nside, 'nested', 'bigint');
  const cells = toNested(stage, grid, pix, whole) as BigUint64Array;
  cells.sort();
  const room = new BigUint64Array(2 * cells.length);
  return withCopies(stage, [cells, room], (from = 0, out = 0) => {
    const count = kernels.rangesOfCells(from, cells.length, 0, out);
    return new BigUint64Array(memory.buffer, out, 2 * count).slice();
  });
}

function toNested(stage: Stage, grid: Grid, pix: unknown, to: Grid) {
  return runMany(
    {
      ...ofCells(stage, grid),
      to: cellType(to),
      toWidth: 1,
      kernel: (from, count, into) => stage.core.kernels.renumberCells(grid.code, to.code, from, count, into),
    },
    cellsOf(grid, pix),
    undefined,
  );
}

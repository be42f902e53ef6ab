import { cellsOf } from './arguments.js';
import type { Stage } from './batch.js';
import { cellType, type Grid, gridOf } from './forms.js';
import { ofCells } from './conversions.js';
import { coarsened, createMoc } from './moc.js';
import type { Moc } from './mocApi.js';
import { runMany } from './operation.js';
import { withCopies } from './rangesIn.js';
import { cellsOfRanges, discRanges, polygonRanges } from './regions.js';

const LARGEST_ORDER = 29;

interface RegionOptions {
  inclusive?: boolean;
}

/** Discs and polygons as the grid's cells, and MOCs of its order. */
export function regionMethods(stage: Stage, grid: Grid) {
  const shift = 2 * (LARGEST_ORDER - grid.order);
  const disc = (lonDeg: number, latDeg: number, radiusDeg: number, { inclusive = false }: RegionOptions = {}) =>
    discRanges(stage, grid.order, { lonDeg, latDeg, radiusDeg }, inclusive);
  const polygon = (vertices: unknown, { inclusive = false }: RegionOptions = {}) =>
    polygonRanges(stage, grid.order, vertices, inclusive);
  const mocOf = (ranges: BigUint64Array): Moc =>
    createMoc(
      stage,
      ranges.map((edge) => edge << BigInt(shift)),
      grid.order,
    );
  return {
    disc: (...circle: Parameters<typeof disc>) => cellsOfRanges(stage, grid, disc(...circle)),
    polygon: (...shape: Parameters<typeof polygon>) => cellsOfRanges(stage, grid, polygon(...shape)),
    discMoc: (...circle: Parameters<typeof disc>) => mocOf(disc(...circle)),
    polygonMoc: (...shape: Parameters<typeof polygon>) => mocOf(polygon(...shape)),
    toMoc: (pix: unknown) => mocOf(rangesOfCells(stage, grid, pix)),
    fromMoc: ({ ranges }: Moc) => cellsOfRanges(stage, grid, coarsened(stage, ranges, grid.order), shift),
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

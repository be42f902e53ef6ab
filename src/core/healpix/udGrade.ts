import type { CellArray, Healpix } from './api.js';
import { withScratch } from '../withScratch.js';
import type { Stage } from './batch.js';
import { cellType, type Grid, gridOf } from './forms.js';
import { checkMap } from './interpolation.js';

/** What stands in healpy's maps where there is no value; by float32 it is a little off. */
const UNSEEN = -1.6375e30;
/** Cells of the finer grid that are looked up at once. */
const PIECE = 16_384;

export function udGrade(stage: Stage, grid: Grid) {
  return (
    map: ArrayLike<number>,
    { nside, scheme, cells }: Healpix,
    { pessimistic = false, power = 0 }: { pessimistic?: boolean; power?: number } = {},
  ): Float64Array => {
    checkMap(grid, map);
    const to = gridOf(nside, scheme, cells);
    const factor = (nside / grid.nside) ** power;
    const graded = new Float64Array(to.pix.below);
    if (to.order >= grid.order) {
      forEachParent(stage, to, grid, (child, parent) => {
        graded[child] = valueOf(map[parent]) * factor;
      });
      return graded;
    }
    const counts = new Uint32Array(graded.length);
    forEachParent(stage, grid, to, (child, parent) => {
      const value = valueOf(map[child]);
      if (Number.isNaN(value)) return;
      graded[parent] = (graded[parent] as number) + value;
      counts[parent] = (counts[parent] as number) + 1;
    });
    const least = pessimistic ? (grid.nside / nside) ** 2 : 1;
    return graded.map((sum, k) => {
      const count = counts[k] as number;
      return count < least ? Number.NaN : (sum / count) * factor;
    });
  };
}

function valueOf(value: number | undefined): number {
  return value === undefined || Math.abs(value - UNSEEN) < 1e-5 * -UNSEEN ? Number.NaN : value;
}

/** Tells each cell of the finer grid, and the one of the coarser that it is part of. */
function forEachParent({ core }: Stage, fine: Grid, coarse: Grid, tell: (child: number, parent: number) => void): void {
  const { kernels, memory } = core;
  withScratch(
    core,
    (from) => {
      const to = from + 8 * PIECE;
      const children: CellArray = new (cellType(fine))(memory.buffer, from, PIECE);
      const isBig = fine.form === 'bigint';
      const parents: CellArray = new (cellType(coarse))(memory.buffer, to, PIECE);
      for (let first = 0; first < fine.pix.below; first += PIECE) {
        const count = Math.min(PIECE, fine.pix.below - first);
        for (let k = 0; k < count; k++) children[k] = (isBig ? BigInt(first + k) : first + k) as never;
        kernels.renumberCells(fine.code, coarse.code, from, count, to);
        for (let k = 0; k < count; k++) tell(first + k, Number(parents[k]));
      }
    },
    16 * PIECE,
  );
}

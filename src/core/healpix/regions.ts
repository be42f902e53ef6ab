import type { CellArray } from './api.js';
import { LON_LAT, pointsOf } from './arguments.js';
import type { Stage } from './batch.js';
import { cellType, type Grid } from './forms.js';
import { foundRanges, type UseRanges, withCopies } from './rangesIn.js';
import { withScratch } from '../withScratch.js';

interface Circle {
  lonDeg: number;
  latDeg: number;
  radiusDeg: number;
}

/** Ranges of the grid's NESTED cells in a disc. @throws RangeError */
export function discRanges<T>(stage: Stage, grid: Grid, circle: Circle, inclusive: boolean, use: UseRanges<T>): T {
  return foundInDisc(stage, 'discRanges', grid, circle, inclusive, use);
}

/** Cells in a disc, ascending. @throws RangeError */
export function discCells(stage: Stage, grid: Grid, circle: Circle, inclusive: boolean): CellArray {
  const find = grid.scheme === 'nested' ? 'discRanges' : 'discRingRanges';
  return foundInDisc(stage, find, grid, circle, inclusive, (ranges, count) =>
    numbersOfRanges(stage, grid, ranges, count),
  );
}

function foundInDisc<T>(
  stage: Stage,
  find: 'discRanges' | 'discRingRanges',
  { order }: Grid,
  { lonDeg, latDeg, radiusDeg }: Circle,
  inclusive: boolean,
  use: UseRanges<T>,
): T {
  if (!Number.isFinite(lonDeg) || !(Math.abs(latDeg) <= 90)) throw new RangeError(LON_LAT.fault([lonDeg, latDeg]));
  if (!(radiusDeg >= 0 && radiusDeg <= 180)) throw new RangeError(`radiusDeg ${radiusDeg} is outside 0 to 180`);
  const { core } = stage;
  return withScratch(
    core,
    (centre) => {
      core.view.setFloat64(centre, lonDeg, true);
      core.view.setFloat64(centre + 8, latDeg, true);
      const work = centre + CENTRE_BYTES;
      return foundRanges(
        stage,
        (out, capacity) => core.kernels[find](order, centre, radiusDeg, inclusive ? 1 : 0, work, out, capacity),
        use,
      );
    },
    CENTRE_BYTES + core.kernels.discWorkBytes(),
  );
}

const CENTRE_BYTES = 16;

/** Ranges of the grid's NESTED cells in a polygon. @throws RangeError */
export function polygonRanges<T>(
  stage: Stage,
  { order }: Grid,
  vertices: unknown,
  inclusive: boolean,
  use: UseRanges<T>,
): T {
  const points = pointsOf(LON_LAT, vertices);
  const count = points.length / 2;
  for (let k = 0; k < count; k++) {
    const [lon, lat] = points.subarray(2 * k, 2 * k + 2) as unknown as [number, number];
    if (Number.isFinite(lon) && Math.abs(lat) <= 90) continue;
    throw new RangeError(`vertex ${k}: ${LON_LAT.fault([lon, lat])}`);
  }
  const { kernels } = stage.core;
  return withCopies(stage, [points], (from = 0) =>
    withScratch(
      stage.core,
      (work) =>
        foundRanges(
          stage,
          (out, capacity) => kernels.polygonRanges(order, from, count, inclusive ? 1 : 0, work, out, capacity),
          use,
          (code) =>
            new RangeError(
              code === -1
                ? `a polygon of ${count} vertices: at least 3 different ones are needed`
                : 'a side of the polygon is half a great circle: a vertex between its ends is needed',
            ),
        ),
      kernels.polygonWorkBytes(count),
    ),
  );
}

/** Cells of NESTED ranges, shifted right to the grid's order, in the grid's scheme, ascending. */
export function cellsOfRanges(stage: Stage, grid: Grid, ranges: number, rangeCount: number, shift = 0): CellArray {
  if (grid.scheme === 'nested') return numbersOfRanges(stage, grid, ranges, rangeCount, shift);
  const { kernels } = stage.core;
  return sortedCells(
    numbersOfRanges(stage, grid, ranges, rangeCount, shift, (cells, count) => {
      kernels.renumberCells(grid.nestedCode, grid.ringCode, cells, count, cells);
    }),
  );
}

/** Numbers of ranges, shifted right; `change` changes them before they leave the core's memory. */
function numbersOfRanges(
  { core }: Stage,
  grid: Grid,
  ranges: number,
  rangeCount: number,
  shift = 0,
  change?: (cells: number, count: number) => void,
): CellArray {
  const count = core.kernels.cellsInRanges(ranges, rangeCount, shift);
  const type = cellType(grid);
  return withScratch(
    core,
    (out) => {
      core.kernels.cellsOfRanges(grid.code, ranges, rangeCount, shift, out);
      change?.(out, count);
      return new type(core.memory.buffer, out, count).slice();
    },
    type.BYTES_PER_ELEMENT * count,
  );
}

/** Cells of which there are more than one in so many numbers are sorted by marking them. */
const DENSE = 64;

/** Sorts different cells, which are dense in most regions, where they stand. */
export function sortedCells(cells: CellArray): CellArray {
  if (cells instanceof BigUint64Array) return cells.sort();
  let [first, last] = [Infinity, 0];
  for (const cell of cells) {
    if (cell < first) first = cell;
    if (cell > last) last = cell;
  }
  if (!(last - first < DENSE * cells.length)) return cells.sort();
  const marks = new Uint32Array(((last - first) >>> 5) + 1);
  for (const cell of cells) {
    const at = cell - first;
    marks[at >>> 5] = (marks[at >>> 5] as number) | (1 << (at & 31));
  }
  let k = 0;
  marks.forEach((word, at) => {
    for (let bits = word; bits !== 0; bits &= bits - 1) {
      cells[k++] = first + 32 * at + 31 - Math.clz32(bits & -bits);
    }
  });
  return cells;
}

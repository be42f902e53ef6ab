import type { CellArray } from './api.js';
import { LON_LAT, pointsOf } from './arguments.js';
import type { Stage } from './batch.js';
import { cellType, type Grid } from './forms.js';
import { foundRanges, withCopies } from './rangesIn.js';
import { withScratch } from '../withScratch.js';

/** Ranges of the order's NESTED cells in a disc. @throws RangeError */
export function discRanges(
  stage: Stage,
  order: number,
  { lonDeg, latDeg, radiusDeg }: { lonDeg: number; latDeg: number; radiusDeg: number },
  inclusive: boolean,
): BigUint64Array {
  if (!Number.isFinite(lonDeg) || !(Math.abs(latDeg) <= 90)) throw new RangeError(LON_LAT.fault([lonDeg, latDeg]));
  if (!(radiusDeg >= 0 && radiusDeg <= 180)) throw new RangeError(`radiusDeg ${radiusDeg} is outside 0 to 180`);
  const { kernels } = stage.core;
  const work = (use: (work: number) => BigUint64Array): BigUint64Array =>
    withScratch(stage.core, use, kernels.discWorkBytes());
  return withCopies(stage, [Float64Array.of(lonDeg, latDeg)], (centre = 0) =>
    work((scratch) =>
      foundRanges(stage, (out, capacity) =>
        kernels.discRanges(order, centre, radiusDeg, inclusive ? 1 : 0, scratch, out, capacity),
      ),
    ),
  );
}

/** Ranges of the order's NESTED cells in a polygon. @throws RangeError */
export function polygonRanges(stage: Stage, order: number, vertices: unknown, inclusive: boolean): BigUint64Array {
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

/** Cells of ranges of the grid's order, in the grid's scheme, ascending. */
export function cellsOfRanges(stage: Stage, grid: Grid, ranges: BigUint64Array, shift = 0): CellArray {
  const { kernels, memory } = stage.core;
  let total = 0n;
  for (let k = 0; k < ranges.length; k += 2) total += (ranges[k + 1] as bigint) - (ranges[k] as bigint);
  const count = Number(total >> BigInt(shift));
  const type = cellType(grid);
  return withCopies(stage, [ranges], (from = 0) =>
    withScratch(
      stage.core,
      (out) => {
        kernels.cellsOfRanges(grid.nestedCode, from, ranges.length / 2, shift, out);
        if (grid.scheme === 'ring') kernels.renumberCells(grid.nestedCode, grid.ringCode, out, count, out);
        const cells = new type(memory.buffer, out, count).slice();
        return grid.scheme === 'ring' ? sortedCells(cells) : cells;
      },
      type.BYTES_PER_ELEMENT * count,
    ),
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

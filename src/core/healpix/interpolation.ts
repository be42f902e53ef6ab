import type { CellArray, Interpolation, PointsAs } from './api.js';
import { formNamed, type PointForm, pointsOf } from './arguments.js';
import { runBatch, type Stage } from './batch.js';
import { cellType, type Grid } from './forms.js';

/** Points of which the cells and weights are held at once. */
const PIECE = 4096;

export function interpolationOf(stage: Stage, grid: Grid) {
  return (numbers: unknown, as?: PointsAs): Interpolation<CellArray> => {
    const form = formNamed(as);
    return around(stage, grid, form, pointsOf(form, numbers), 0);
  };
}

export function interpolate(stage: Stage, grid: Grid) {
  return (map: ArrayLike<number>, numbers: unknown, as?: PointsAs): Float64Array => {
    checkMap(grid, map);
    const form = formNamed(as);
    const points = pointsOf(form, numbers);
    const values = new Float64Array(points.length / form.width);
    for (let from = 0; from < values.length; from += PIECE) {
      const piece = points.subarray(from * form.width, (from + PIECE) * form.width);
      const { pix, weights } = around(stage, grid, form, piece, from);
      for (let k = 0; k < weights.length; k++) {
        const i = from + (k >> 2);
        values[i] = (values[i] as number) + (weights[k] as number) * (map[Number(pix[k])] as number);
      }
    }
    return values;
  };
}

/** @throws RangeError where it has not one value for each cell */
export function checkMap({ nside, pix }: Grid, map: ArrayLike<number>): void {
  if (map.length === pix.below) return;
  throw new RangeError(
    `a map of ${map.length} values: ${BigInt(pix.below)} are needed, one for each cell of nside ${nside}`,
  );
}

/** @param first the number of the first point, for messages */
function around(
  stage: Stage,
  grid: Grid,
  form: PointForm,
  points: Float64Array,
  first: number,
): Interpolation<CellArray> {
  const count = points.length / form.width;
  const pix = new (cellType(grid))(4 * count);
  const weights = new Float64Array(4 * count);
  const wrong = runBatch(
    stage,
    [{ array: points, width: form.width }],
    [
      { array: pix, width: 4 },
      { array: weights, width: 4 },
    ],
    count,
    ([from = 0, cells = 0, to = 0], size) =>
      stage.core.kernels.interpolationOfPoints(grid.code, form.code, from, size, cells, to, stage.located),
  );
  if (wrong < 0) return { pix, weights };
  const point = points.subarray(wrong * form.width, (wrong + 1) * form.width);
  throw new RangeError(`point ${first + wrong}: ${form.fault(point)}`);
}

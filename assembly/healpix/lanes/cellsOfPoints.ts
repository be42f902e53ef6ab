import { both } from '../../math/lanes';
import { storeOne, storePair } from './cellNumbers';
import { nestedNumberOfPlace, ringNumberOfPlace } from './faces';
import { isRing, nsideOf, orderOf } from './grid';
import { locate, Located, pointBytes } from './locate';
import { everyLane, toFloats } from './numbers';
import { columnOfPoint, rowOfPoint, xOfPoint, yOfPoint } from './places';

/**
 * Cells of `count` points, interleaved f64: longitude and latitude in degrees (LON_LAT), colatitude and longitude in
 * radians (ANGLES), or x, y, z of any length. Returns the index of the first that is no such point, or -1; cells are
 * written up to there, or to the one before.
 */
export function cellsOfPoints(grid: i32, form: i32, points: usize, count: i32, out: usize, located: Located): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const last = i64x2.splat(<i64>nsideOf(grid) - 1);
  const bytes = pointBytes(form);
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const first = points + <usize>i * bytes;
    const valid = locate(form, first, alone ? first : first + bytes, located);
    if (!everyLane(valid)) return i64x2.extract_lane(valid, 0) == 0 ? i : i + 1;
    const column = located.column;
    const part = located.part;
    const height = located.height;
    const belt = located.belt;
    const south = located.south;
    const row = rowOfPoint(part, belt, south, height);
    const faceColumn = columnOfPoint(column, part, belt, height);
    const x = xOfPoint(n, last, part, belt, south, height);
    const y = yOfPoint(n, last, part, belt, south, height);
    const cells = isRing(grid)
      ? ringNumberOfPlace(order, n, row, faceColumn, toFloats(x), toFloats(y))
      : nestedNumberOfPlace(order, row, faceColumn, x, y);
    if (alone) storeOne(grid, out, i, cells);
    else storePair(grid, out, i, cells);
  }
  return -1;
}

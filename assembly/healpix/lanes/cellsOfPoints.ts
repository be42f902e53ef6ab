import { both } from '../../math/lanes';
import { storeOne, storePair } from './cellNumbers';
import { numberOfPlace } from './faces';
import { nsideOf } from './grid';
import { locate, Located, pointBytes } from './locate';
import { everyLane } from './numbers';
import { faceOfPoint, xOfPoint, yOfPoint } from './places';

/**
 * Cells of `count` points, interleaved f64: longitude and latitude in degrees (LON_LAT), colatitude and longitude in
 * radians (ANGLES), or x, y, z of any length. Returns the index of the first that is no such point, or -1; cells are
 * written up to there, or to the one before.
 */
export function cellsOfPoints(grid: i32, form: i32, points: usize, count: i32, out: usize, located: Located): i32 {
  const n = both(nsideOf(grid));
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
    const face = faceOfPoint(column, part, belt, south, height);
    const x = xOfPoint(n, part, belt, south, height);
    const cells = numberOfPlace(grid, n, face, x, yOfPoint(n, part, belt, south, height));
    if (alone) storeOne(grid, out, i, cells);
    else storePair(grid, out, i, cells);
  }
  return -1;
}

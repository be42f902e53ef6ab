import { both } from '../../math/lanes';
import { storeOne, storePair } from './cellNumbers';
import { nestedNumberOfPlace, ringNumberOfNested } from './faces';
import { isRing, nsideOf, orderOf } from './grid';
import { locate, Located, pointBytes } from './locate';
import { everyLane, someLane } from './numbers';
import { cellsDown, cellsUp, faceOfLines, isBeyondRim, ringNumberOfLines, xOfLines, yOfLines } from './places';

/**
 * Cells of `count` points, interleaved f64: longitude and latitude in degrees (LON_LAT), colatitude and longitude in
 * radians (ANGLES), or x, y, z of any length. Returns the index of the first that is no such point, or -1; cells are
 * written up to there, or to the one before.
 */
export function cellsOfPoints(grid: i32, form: i32, points: usize, count: i32, out: usize, located: Located): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes = pointBytes(form);
  if (count == 0) return -1;
  let i = 0;
  // Left at its foot only: what does not change in a loop is taken out of it only if it is computed before all exits.
  do {
    const alone = i + 1 == count;
    const first = points + <usize>i * bytes;
    const valid = locate(form, first, alone ? first : first + bytes, located);
    const column = located.column;
    const belt = located.belt;
    const south = located.south;
    const up = cellsUp(n, located.part, belt, located.height);
    const down = cellsDown(n, located.part, belt, located.height);
    const cells = isRing(grid)
      ? ringNumber(order, n, column, up, down, belt, south)
      : nestedNumber(order, column, up, down, belt, south);
    if (!everyLane(valid)) return i64x2.extract_lane(valid, 0) == 0 ? i : i + 1;
    if (alone) storeOne(grid, out, i, cells);
    else storePair(grid, out, i, cells);
    i += 2;
  } while (i < count);
  return -1;
}


@inline
function nestedNumber(order: i32, column: v128, up: v128, down: v128, belt: v128, south: v128): v128 {
  const face = faceOfLines(order, column, up, down, belt, south);
  return nestedNumberOfPlace(order, face, xOfLines(order, up, down, belt, south), yOfLines(order, up, down, south));
}


@inline
function ringNumber(order: i32, n: v128, column: v128, up: v128, down: v128, belt: v128, south: v128): v128 {
  if (someLane(isBeyondRim(order, up, down, belt))) return beyondRim(order, n, column, up, down, belt, south);
  return ringNumberOfLines(order, column, up, down, belt, south);
}

function beyondRim(order: i32, n: v128, column: v128, up: v128, down: v128, belt: v128, south: v128): v128 {
  return ringNumberOfNested(order, n, nestedNumber(order, column, up, down, belt, south));
}

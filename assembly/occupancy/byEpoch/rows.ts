/** Rows of maps, eight entries (u16) at a time. */

/**
 * Prefix sums: each entry plus all entries before it. Each shuffle takes 16 neighbouring bytes of zero followed by v:
 * V8 compiles such a shuffle to one instruction, and most others to several.
 */
@inline
function runningSum(v: v128): v128 {
  const zero = i64x2.splat(0);
  let sum = i16x8.add(v, v128.shuffle<u8>(zero, v, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
  sum = i16x8.add(sum, v128.shuffle<u8>(zero, sum, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
  return i16x8.add(sum, v128.shuffle<u8>(zero, sum, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23));
}

/** A vector with the last entry of `v` in all eight places. */
@inline
function lastOfAll(v: v128): v128 {
  return v128.shuffle<u16>(v, v, 7, 7, 7, 7, 7, 7, 7, 7);
}

/**
 * The first four entries of `v`, then zeros: for the last vector of a ring whose number of cells is not a multiple of
 * eight.
 */
@inline
function firstFour(v: v128): v128 {
  return v128.and(v, i64x2(-1, 0));
}

/**
 * Turns a row of differences of one ring, and the ring's head (`wraps`: intervals that pass longitude 0), into the row
 * `out` of counts, which may be the same row. Pads of `out` up to a multiple of 16 bytes become 0.
 */
@inline
export function sumRow(wraps: u32, row: usize, cells: usize, out: usize): void {
  let before = i16x8.splat(<i16>wraps);
  const whole = row + ((cells & ~7) << 1);
  for (; row < whole; row += 16, out += 16) {
    const running = runningSum(v128.load(row));
    v128.store(out, i16x8.add(running, before));
    before = i16x8.add(before, lastOfAll(running));
  }
  if ((cells & 4) == 0) return;
  v128.store(out, firstFour(i16x8.add(runningSum(v128.load(row)), before)));
}

/**
 * Writes the prefix counts of one ring, from a row of differences and the ring's head (`wraps`: intervals that pass
 * longitude 0): for each entry, how many cells of the ring before it have a count above 1, so that a satellite besides
 * the tracked one covers them. Returns how many cells of the ring have such a count.
 */
@inline
export function prefixDifferences(wraps: u32, row: usize, cells: usize, prefix: usize): u32 {
  let sum = i16x8.splat(<i16>wraps);
  let before = i16x8.splat(0);
  const whole = row + ((cells & ~7) << 1);
  for (; row < whole; row += 16, prefix += 16) {
    const running = runningSum(v128.load(row));
    before = prefixOf(i16x8.add(running, sum), before, prefix);
    sum = i16x8.add(sum, lastOfAll(running));
  }
  if ((cells & 4) != 0) before = prefixOf(firstFour(i16x8.add(runningSum(v128.load(row)), sum)), before, prefix);
  return i16x8.extract_lane_u(before, 0);
}


@inline
function prefixOf(sums: v128, before: v128, prefix: usize): v128 {
  const one = i16x8.splat(1);
  const above = i16x8.min_u(i16x8.sub_sat_u(sums, one), one);
  const running = runningSum(above);
  v128.store(prefix, i16x8.add(before, i16x8.sub(running, above)));
  return i16x8.add(before, lastOfAll(running));
}

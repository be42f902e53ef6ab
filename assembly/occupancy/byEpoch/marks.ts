/**
 * Bytes of the marks of a map of differences: a u64 with a bit for each of 64 stretches of neighbouring rings, set if
 * any entry or head there may differ from 0. The map of a group with few satellites is mostly empty: stretches without
 * a mark are neither read nor cleared.
 */

export const MARKS_BYTES: u32 = 8;
/** Address in place of marks if none are kept. */
export const NO_MARKS: usize = 0;

/** Number of bits by which a ring's number is shifted right to get the number of its stretch, which is 63 at most. */
@inline
export function stretchShift(nside: i32): u32 {
  return max(0, 27 - <i32>clz(nside));
}

/** Marks the rings [first, last]; `last` may lie beyond the last ring of the sphere. */
@inline
export function markRings(marks: usize, shift: u32, first: u32, last: u32): void {
  const from = (<u64>-1) << (first >>> shift);
  const to = (<u64>-1) >>> (63 - min<u32>(63, last >>> shift));
  store<u64>(marks, load<u64>(marks) | (from & to));
}


@inline
export function isMarked(marks: usize, stretch: u32): bool {
  return ((load<u64>(marks) >>> stretch) & 1) != 0;
}

/**
 * Bytes of the marks of a map of differences: a bit (u64) for each of 64 stretches of neighbouring rings, set where the
 * map has anything on them. Few satellites leave most of their map empty, which is then neither read nor cleared.
 */

export const MARKS_BYTES: u32 = 8;
/** Address in place of marks where none are kept. */
export const NO_MARKS: usize = 0;

/** Shift from a ring's number to that of its stretch: 4 nside rings make 64 stretches. */
@inline
export function stretchShift(nside: i32): u32 {
  return max(0, 27 - <i32>clz(nside));
}

/** Marks the rings [first, last]; `last` may be one beyond the last ring. */
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

/** A field of two records, at its offset within them, as two lanes. */
@inline
export function pick<T>(a: T, b: T, field: usize): v128 {
  return v128.load64_lane(changetype<usize>(b) + field, v128.load64_zero(changetype<usize>(a) + field), 1);
}

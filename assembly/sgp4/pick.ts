/** A field of two records as two lanes. */
@inline
export function pick(a: usize, b: usize, field: u32): v128 {
  return v128.load64_lane(b + field, v128.load64_zero(a + field), 1);
}

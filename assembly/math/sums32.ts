/** Sines and cosines of sums and differences of angles, four f32 lanes at a time, by addition theorems. */

/** Sine of the sum of two angles. */
@inline
export function sinOfSum32(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return f32x4.add(f32x4.mul(sin1, cos2), f32x4.mul(cos1, sin2));
}

/** Cosine of the sum of two angles. */
@inline
export function cosOfSum32(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return f32x4.sub(f32x4.mul(cos1, cos2), f32x4.mul(sin1, sin2));
}

/** Sine of the difference of two angles: the first less the second. */
@inline
export function sinOfDifference32(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return f32x4.sub(f32x4.mul(sin1, cos2), f32x4.mul(cos1, sin2));
}

/** Cosine of the difference of two angles: the first less the second. */
@inline
export function cosOfDifference32(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return f32x4.add(f32x4.mul(cos1, cos2), f32x4.mul(sin1, sin2));
}

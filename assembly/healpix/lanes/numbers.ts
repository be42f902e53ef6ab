/**
 * Whole numbers below 2^52 as f64 lanes and as i64 lanes, by the exponent at which a double's last bit counts one.
 */
const EXPONENT: f64 = 4503599627370496.0;

/** i64 lanes of whole f64 lanes. */
@inline
export function toInts(whole: v128): v128 {
  const exponent = f64x2.splat(EXPONENT);
  return v128.xor(f64x2.add(whole, exponent), exponent);
}

/** f64 lanes of i64 lanes. */
@inline
export function toFloats(ints: v128): v128 {
  const exponent = f64x2.splat(EXPONENT);
  return f64x2.sub(v128.or(ints, exponent), exponent);
}

/** Whether all lanes of a mask are set. */
@inline
export function everyLane(mask: v128): bool {
  return i64x2.all_true(mask);
}

/** Whether a lane of a mask is set. */
@inline
export function someLane(mask: v128): bool {
  return v128.any_true(mask);
}

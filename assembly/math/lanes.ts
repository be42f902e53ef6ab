/**
 * Arithmetic on two f64 lanes. No lane ever touches the other, and nothing branches: the result in a lane follows from
 * its own inputs alone, whatever its partner holds.
 */

@inline
export function both(value: f64): v128 {
  return f64x2.splat(value);
}


@inline
export function lanes(first: f64, second: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}


@inline
export function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}


@inline
export function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}


@inline
export function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}


@inline
export function div(a: v128, b: v128): v128 {
  return f64x2.div(a, b);
}

/** a b + c, rounded twice. */
@inline
export function mulAdd(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(f64x2.mul(a, b), c);
}

/** The lanes of `a` where the mask is set, of `b` elsewhere. */
@inline
export function select(mask: v128, a: v128, b: v128): v128 {
  return v128.bitselect(a, b, mask);
}

/** Mask of the lanes in which |x| < limit, which is false for NaN. */
@inline
export function within(x: v128, limit: f64): v128 {
  return f64x2.lt(f64x2.abs(x), both(limit));
}

/** The f64 field at `offset` of a record, in both lanes. */
@inline
export function fieldOf<T>(record: T, offset: usize): v128 {
  return v128.load64_splat(changetype<usize>(record) + offset);
}

/**
 * Morton (Z-order) codes of two cells at once: coordinates of up to 29 bits as f64 lanes, codes of up to 58 bits as i64
 * lanes, nibble by nibble through tables (i8x16.swizzle).
 */

/** The bits of a nibble at the even places of a byte. */
const SPREAD: v128 = i8x16(0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85);
/** The even bits of a nibble at bits 0 and 1, the odd ones at 4 and 5; and two places higher. */
const PACK_LOW: v128 = i8x16(0, 1, 16, 17, 2, 3, 18, 19, 32, 33, 48, 49, 34, 35, 50, 51);
const PACK_HIGH: v128 = i8x16(0, 4, 64, 68, 8, 12, 72, 76, -128, -124, -64, -60, -120, -116, -56, -52);


@inline
function lowNibbles(v: v128): v128 {
  return v128.and(v, i8x16.splat(15));
}


@inline
function highNibbles(v: v128): v128 {
  return lowNibbles(i64x2.shr_u(v, 4));
}

/** The nibbles of the bytes that `at` names, which names each twice, in bytes of their own. */
@inline
function nibblesOf(v: v128, at: v128): v128 {
  const twice = i8x16.swizzle(v, at);
  return v128.or(v128.and(twice, i16x8.splat(0x000f)), v128.and(i16x8.shr_u(twice, 4), i16x8.splat(0x0f00)));
}

/** Bit k of x at bit 2k, of y at bit 2k + 1; x and y are i64 lanes. */
@inline
export function interleave(x: v128, y: v128): v128 {
  const bytes = i8x16(0, 0, 1, 1, 2, 2, 3, 3, 8, 8, 9, 9, 10, 10, 11, 11);
  const ofX = i8x16.swizzle(SPREAD, nibblesOf(x, bytes));
  const ofY = i8x16.swizzle(SPREAD, nibblesOf(y, bytes));
  return v128.or(ofX, i64x2.shl(ofY, 1));
}

/** Four bits of x and four of y for each byte of the codes. */
@inline
function packed(codes: v128): v128 {
  return v128.or(i8x16.swizzle(PACK_LOW, lowNibbles(codes)), i8x16.swizzle(PACK_HIGH, highNibbles(codes)));
}

/** The first two i32 lanes hold what the nibbles of each i64 lane (the lower of each byte) hold together. */
@inline
function joined(nibbles: v128): v128 {
  const pairs = v128.and(v128.or(nibbles, i16x8.shr_u(nibbles, 4)), i16x8.splat(255));
  return f64x2.convert_low_i32x4_s(i8x16.narrow_i16x8_u(pairs, pairs));
}

/** The even bits of the codes. */
@inline
export function xOfCode(codes: v128): v128 {
  return joined(lowNibbles(packed(codes)));
}

/** The odd bits of the codes. */
@inline
export function yOfCode(codes: v128): v128 {
  return joined(highNibbles(packed(codes)));
}

/** Morton (Z-order) codes of 16-bit coordinates: bit k of x at bit 2k (masks: Warren, Hacker's Delight, 7-2). */

/** Bits 0 to 15 of x moved to the even bits. */
@inline
export function spread(x: u32): u32 {
  x = (x | (x << 8)) & 0x00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f;
  x = (x | (x << 2)) & 0x33333333;
  return (x | (x << 1)) & 0x55555555;
}

/** The even bits of x, packed into bits 0 to 15. */
@inline
export function pack(x: u32): u32 {
  x = x & 0x55555555;
  x = (x | (x >>> 1)) & 0x33333333;
  x = (x | (x >>> 2)) & 0x0f0f0f0f;
  x = (x | (x >>> 4)) & 0x00ff00ff;
  return (x | (x >>> 8)) & 0x0000ffff;
}

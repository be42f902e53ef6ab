/** Lengths of copies (RFC 1951, 3.2.5). */
const LONGEST: u32 = 258;
export const SHORTEST: u32 = 3;

/** How many bytes at `p`, and at most `limit`, are those `distance` before. Reads 15 bytes beyond them. */
export function commonBytes(p: usize, distance: u32, limit: u32): u32 {
  const most = min(limit, LONGEST);
  for (let i: u32 = 0; i < most; i += 16) {
    const differing = i8x16.bitmask(i8x16.ne(v128.load(p + i), v128.load(p + i - distance)));
    if (differing != 0) return min(i + ctz(differing), most);
  }
  return most;
}

/** Sets bit k of a bitmap: one bit per epoch, least significant bit first, in 64-bit words. */

@inline
export function setBit(bitmap: usize, k: u32): void {
  const word = bitmap + ((<usize>(k >>> 6)) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << (k & 63)));
}

/** Sets the bits [from, to). */
export function setBits(bitmap: usize, from: u32, to: u32): void {
  for (let k = from; k < to;) {
    const end = min(to, (k | 63) + 1);
    const word = bitmap + ((<usize>(k >>> 6)) << 3);
    store<u64>(word, load<u64>(word) | ((~(<u64>0) >>> (64 - (end - k))) << (k & 63)));
    k = end;
  }
}

/** The first set bit in [k, end), or -1. */
export function nextBit(bitmap: usize, k: u32, end: u32): i32 {
  if (k >= end) return -1;
  const words = (end + 63) >>> 6;
  let word = k >>> 6;
  let bits = load<u64>(bitmap + ((<usize>word) << 3)) & (~(<u64>0) << (k & 63));
  while (bits == 0) {
    word++;
    if (word >= words) return -1;
    bits = load<u64>(bitmap + ((<usize>word) << 3));
  }
  const found = (word << 6) + <u32>ctz(bits);
  return found < end ? <i32>found : -1;
}

/**
 * Writes to `out` the bits of the bitmap `a` that `published` lacks, and returns whether there are any; all three have
 * `bytes` bytes. If a bit is published, the caller can read all that the publishing thread wrote before publishBits.
 */
export function andNotPublished(out: usize, a: usize, published: usize, bytes: u32): bool {
  let any: u64 = 0;
  for (let i: usize = 0; i < bytes; i += 8) {
    const bits = load<u64>(a + i) & ~atomic.load<u64>(published + i);
    store<u64>(out + i, bits);
    any |= bits;
  }
  return any != 0;
}

/** Whether bit k is published: if so, the caller can read everything that was written before its publication. */
export function isPublished(published: usize, k: u32): bool {
  return ((atomic.load<u64>(published + ((<usize>(k >>> 6)) << 3)) >>> (k & 63)) & 1) != 0;
}

/**
 * Sets in the bitmap `published` all bits that `bits` has, both of `bytes` bytes, for threads that read with
 * andNotPublished or isPublished. Only one thread at a time may publish in a bitmap.
 */
export function publishBits(published: usize, bits: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 8) {
    atomic.store<u64>(published + i, load<u64>(published + i) | load<u64>(bits + i));
  }
}

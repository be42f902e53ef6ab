import { RUN_MODE_UNKNOWN, RUN_TOO_SHORT } from '../status';

/**
 * Number of differences of a block. A run that suits no table is packed: each block is a byte with the width of its
 * widest difference (0 to 16 bits), then 16 differences of that width, the first one's lowest bit first. Differences
 * are folded (0, -1, 1, -2, … become 0, 1, 2, 3, …); zeros fill the last block.
 */
const BLOCK: u32 = 16;
const WIDEST: u32 = 16;

/** Number of bytes that pack() writes. */
export function packedBytes(differences: usize, count: u32): u32 {
  let bytes: u32 = 0;
  for (let i: u32 = 0; i < count; i += BLOCK) bytes += 1 + 2 * widthOf(differences + ((<usize>i) << 1));
  return bytes;
}

/** Packs differences; returns the end of the packed bytes. */
export function pack(differences: usize, count: u32, out: usize): usize {
  for (let i: u32 = 0; i < count; i += BLOCK) {
    const block = differences + ((<usize>i) << 1);
    const width = widthOf(block);
    store<u8>(out++, <u8>width);
    memory.fill(out, 0, 2 * width + 4);
    for (let k: u32 = 0; k < BLOCK; k++) {
      const at = out + ((k * width) >>> 3);
      const difference = <i32>load<i16>(block + ((<usize>k) << 1));
      const folded = (<u32>((difference << 1) ^ (difference >> 31))) & 0xffff;
      store<u32>(at, load<u32>(at) | (folded << ((k * width) & 7)));
    }
    out += 2 * width;
  }
  return out;
}

/** Unpacks `count` differences; returns the bytes read, or a status below 0. */
export function unpack(data: usize, end: usize, differences: usize, count: u32): i32 {
  let p = data;
  for (let i: u32 = 0; i < count; i += BLOCK) {
    if (p >= end) return -RUN_TOO_SHORT;
    const width = <u32>load<u8>(p++);
    if (width > WIDEST) return -RUN_MODE_UNKNOWN;
    if (p + 2 * width > end) return -RUN_TOO_SHORT;
    const mask: u32 = (1 << width) - 1;
    for (let k: u32 = 0; k < BLOCK; k++) {
      const folded = (load<u32>(p + ((k * width) >>> 3)) >>> ((k * width) & 7)) & mask;
      store<u16>(differences + ((<usize>(i + k)) << 1), <u16>((folded >>> 1) ^ -(folded & 1)));
    }
    p += 2 * width;
  }
  return <i32>(p - data);
}

/** Bits of the widest folded difference of a block. */
function widthOf(block: usize): u32 {
  const low = v128.load(block);
  const high = v128.load(block, 16);
  // d where it is at least 0, else -d - 1: half of the folded difference. (d >> 15 is 0 or all ones.)
  const magnitudes = v128.or(v128.xor(low, i16x8.shr_s(low, 15)), v128.xor(high, i16x8.shr_s(high, 15)));
  const pairs = i64x2.extract_lane(magnitudes, 0) | i64x2.extract_lane(magnitudes, 1);
  const words = pairs | (pairs >>> 32);
  const bits = <u32>((words | (words >>> 16)) & 0xffff);
  if (bits != 0) return 33 - clz(bits);
  return <u32>v128.any_true(v128.or(low, high));
}

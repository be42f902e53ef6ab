import { BitWriter } from '../../records/deflate';
import { Codes, plain } from './codes';

const END_OF_BLOCK: u32 = 256;
/** Stored blocks begin with their length and its complement. */
const STORED_HEAD_BYTES: u32 = 5;

/** Begins a block of these codes at the start of a byte. */
export function openBlock(bits: BitWriter, codes: Codes, at: usize): void {
  const whole = <usize>(codes.headerBits >> 3);
  memory.copy(at, codes.header, whole);
  bits.begin(at + whole);
  const rest = codes.headerBits & 7;
  if (rest > 0) bits.put(plain(<u32>load<u8>(codes.header + whole), rest));
}

/** Ends the block, and the byte with an empty one; returns the end. */
export function closeBlock(bits: BitWriter, codes: Codes): usize {
  bits.put(codes.symbol(END_OF_BLOCK));
  bits.put(plain(0, 3));
  return putLength(bits.align(), 0);
}

/** Appends a block of at most 65,535 bytes as they are; returns the end. */
export function putStored(bytes: usize, length: u32, out: usize): usize {
  store<u8>(out, 0);
  const start = putLength(out + 1, length);
  memory.copy(start, bytes, length);
  return start + length;
}


@inline
function putLength(p: usize, length: u32): usize {
  store<u32>(p, length | (~length << 16));
  return p + STORED_HEAD_BYTES - 1;
}

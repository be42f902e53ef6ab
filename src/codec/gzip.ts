import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * Checksum and length of a text that was compressed into blocks of DEFLATE. The blocks end with a whole byte, and none
 * is marked as the last of its stream.
 */
export interface Deflated {
  /** CRC-32 of the text. */
  crc32: number;
  textBytes: number;
}

/** Body of an answer in one encoding, made of texts and of blocks of DEFLATE in the order of the calls. */
export interface TextStream {
  /** Returns the bytes of the stream up to the end of its first text. */
  begin(text: string): Buffer;
  /** Returns the bytes of the stream for another text. */
  text(text: string | Uint8Array): Uint8Array;
  /**
   * Adds the text of some blocks to the checksum and length of the stream; the caller sends the blocks itself,
   * unchanged.
   */
  blocks(deflated: Deflated): void;
  /** Returns the bytes of the stream for its last text, and its end. */
  end(text: string): Buffer;
}

/** Header of a gzip stream: DEFLATE, no name, no time, unknown system (RFC 1952, 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Smallest text, in bytes, that is worth compressing by zlib; shorter texts are stored as they are. */
const WORTH_DEFLATING_BYTES = 1024;

/** Makes a stream in gzip (RFC 1952). */
export function createGzipStream(): TextStream {
  let crc = 0;
  let textBytes = 0;
  const blocksOf = (text: string | Uint8Array, areLast: boolean): Buffer => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    crc = crc32(bytes, crc);
    textBytes += bytes.length;
    if (bytes.length < WORTH_DEFLATING_BYTES) return storedBlock(bytes, areLast);
    return deflateRawSync(bytes, { finishFlush: areLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
  };
  return {
    begin: (text) => Buffer.concat([HEADER, blocksOf(text, false)]),
    text: (text) => blocksOf(text, false),
    blocks(deflated) {
      crc = joinCrc32(crc, deflated.crc32, deflated.textBytes);
      textBytes += deflated.textBytes;
    },
    end(text) {
      const blocks = blocksOf(text, true);
      const trailer = Buffer.allocUnsafe(8);
      trailer.writeUInt32LE(crc, 0);
      trailer.writeUInt32LE(textBytes % 2 ** 32, 4);
      return Buffer.concat([blocks, trailer]);
    },
  };
}

/** Returns a block that holds fewer than 65,536 bytes as they are (RFC 1951, 3.2.4). */
function storedBlock(bytes: Uint8Array, isLast: boolean): Buffer {
  const block = Buffer.allocUnsafe(5 + bytes.length);
  block.writeUInt8(isLast ? 1 : 0, 0);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(~bytes.length & 0xffff, 3);
  block.set(bytes, 5);
  return block;
}

/** The polynomial of CRC-32 without its highest term, the lowest term first (RFC 1952, 8). */
const POLYNOMIAL = 0xedb88320;
/** The polynomial 1, the lowest term first. */
const ONE = 1 << 31;
/** The polynomial x^8: a text's part of a joint CRC-32 is multiplied by it for each byte that follows the text. */
const BYTE = 1 << 23;

/**
 * Returns the CRC-32 of two texts one after the other, by the CRC-32 of each and the length of the second (zlib's
 * crc32_combine).
 */
export function joinCrc32(first: number, second: number, secondBytes: number): number {
  let shift = ONE;
  let power = BYTE;
  for (let bytes = secondBytes; bytes > 0; bytes = Math.floor(bytes / 2)) {
    if (bytes % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return (multiply(shift, first) ^ second) >>> 0;
}

/** Returns the product of two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor;
    factor = (factor >>> 1) ^ (factor & 1 ? POLYNOMIAL : 0);
  }
  return product;
}

import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { fromTokens, TOKEN_BYTES, toTokens } from './tokens.js';

/**
 * Counts that are stored: occupancies of cells (16 bits), or entries of run indexes (32 bits).
 *
 * The stored form has one byte that tells the format, a CRC-32 (u32, little-endian), and the packed numbers as raw
 * DEFLATE. Numbers of 32 bits are packed as differences between neighbours, modulo 2^32; 0, -1, 1, -2, … are written as
 * 0, 1, 2, 3, …: first the lowest bytes of all, then the second bytes of all, and so on. Their CRC is that of the
 * numbers. Numbers of 16 bits are packed as tokens, which take a fourteenth of the bytes. Their CRC is that of the
 * tokens, and starts from the count of the numbers.
 */
export type Numbers = Uint16Array | Uint32Array;

const FORMATS = { 4: 1, 2: 3 } as const;
const HEADER_BYTES = 5;
/**
 * Options of zlib by bytes of a number. For a run index, level 6 would take 3 times as long, and save 4 %. For
 * occupancies, looking for tokens that come again would take 3 times as long, and save nothing.
 */
const OPTIONS = { 4: { level: 4 }, 2: { level: 1, strategy: constants.Z_HUFFMAN_ONLY } } as const;

/** Encodes counts in their stored form: see Numbers. */
export function encodeNumbers(numbers: Numbers): Buffer {
  const width = numbers.BYTES_PER_ELEMENT as 2 | 4;
  const packed = numbers instanceof Uint32Array ? toPlanes(numbers) : toTokens(numbers);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMATS[width], 0);
  header.writeUInt32LE(checksum(numbers, packed), 1);
  return Buffer.concat([header, deflateRawSync(packed, OPTIONS[width])]);
}

/** Decodes stored numbers into `numbers`, which they must fill, and returns it. @throws Error that names a fault */
export function decodeNumbers<T extends Numbers>(encoded: Uint8Array, numbers: T): T {
  const data = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  if (data.length < HEADER_BYTES) throw new Error(`stored numbers of ${data.length} bytes: at least ${HEADER_BYTES}`);
  const format = data.readUInt8(0);
  const readable = FORMATS[numbers.BYTES_PER_ELEMENT as 2 | 4];
  if (format !== readable) throw new Error(`stored numbers in format ${format}: this version reads ${readable}`);
  let packed: Buffer;
  try {
    // A bound of the decompressed bytes: data that are too long are noticed without decompressing all of them.
    const bytesEach = numbers instanceof Uint32Array ? 4 : TOKEN_BYTES;
    const maxOutputLength = bytesEach * numbers.length + 1;
    packed = inflateRawSync(data.subarray(HEADER_BYTES), { maxOutputLength });
  } catch (error) {
    throw new Error('stored numbers are damaged: they cannot be decompressed', { cause: error });
  }
  if (numbers instanceof Uint16Array) fromTokens(packed, numbers);
  else fromPlanes(packed, numbers);
  const stored = data.readUInt32LE(1);
  const found = checksum(numbers, packed);
  if (found !== stored) throw new Error(`stored numbers are damaged: CRC-32 ${found}, stored ${stored}`);
  return numbers;
}

function toPlanes(numbers: Uint32Array): Uint8Array {
  const { length, byteLength } = numbers;
  const planes = new Uint8Array(byteLength);
  let before = 0;
  for (let i = 0; i < length; i++) {
    const number = numbers[i] as number;
    const difference = (number - before) | 0;
    before = number;
    const folded = (difference << 1) ^ (difference >> 31);
    for (let at = i, shift = 0; at < byteLength; at += length, shift += 8) planes[at] = folded >>> shift;
  }
  return planes;
}

function fromPlanes(planes: Uint8Array, numbers: Uint32Array): void {
  const { length, byteLength } = numbers;
  if (planes.length !== byteLength) {
    throw new Error(`stored numbers of ${planes.length} bytes: ${byteLength} are needed`);
  }
  let number = 0;
  for (let i = 0; i < length; i++) {
    let folded = 0;
    for (let at = i, shift = 0; at < byteLength; at += length, shift += 8) folded |= (planes[at] as number) << shift;
    number = (number + ((folded >>> 1) ^ -(folded & 1))) | 0;
    numbers[i] = number;
  }
}

function checksum(numbers: Numbers, packed: Uint8Array): number {
  const { buffer, byteOffset, byteLength, length } = numbers;
  const isWide = numbers instanceof Uint32Array;
  return isWide ? crc32(new Uint8Array(buffer, byteOffset, byteLength)) : crc32(packed, length);
}

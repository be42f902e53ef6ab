import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Counts as they are stored: the format (one byte), the CRC-32 (u32, little-endian) of the numbers, and the numbers in
 * that format. Both formats are raw DEFLATE of the differences between neighbours, modulo 2^32 or 2^16, with
 * 0, -1, 1, -2, … written as 0, 1, 2, 3, …. The lowest bytes of all numbers come first, then the second bytes of all,
 * and so on.
 */
type Numbers = Uint16Array | Uint32Array;

/** Format of numbers of 32 bits, the cells of a run, and of numbers of 16 bits, the occupancies of cells. */
const FORMATS = { 4: 1, 2: 3 } as const;
const HEADER_BYTES = 5;
/**
 * Level 6 would take 3 times as long for the cells of a run and save 4 %. Occupancies change in few epochs: looking for
 * runs of equal bytes alone takes less time than level 1, and a fifth fewer bytes.
 */
const OPTIONS = { 4: { level: 4 }, 2: { level: 1, strategy: constants.Z_RLE } } as const;

/** Encodes numbers as they are stored. */
export function encodeNumbers(numbers: Numbers): Buffer {
  const width = numbers.BYTES_PER_ELEMENT as 2 | 4;
  const packed = deflateRawSync(toPlanes(numbers), OPTIONS[width]);
  const encoded = Buffer.allocUnsafe(HEADER_BYTES + packed.length);
  encoded.writeUInt8(FORMATS[width], 0);
  encoded.writeUInt32LE(crc32(bytesOf(numbers)), 1);
  packed.copy(encoded, HEADER_BYTES);
  return encoded;
}

/** Decodes stored numbers, as many as `numbers` holds, into it; returns it. @throws Error that names a fault */
export function decodeNumbers<T extends Numbers>(encoded: Uint8Array, numbers: T): T {
  const data = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  if (data.length < HEADER_BYTES) throw new Error(`stored numbers of ${data.length} bytes: at least ${HEADER_BYTES}`);
  const format = data.readUInt8(0);
  const readable = FORMATS[numbers.BYTES_PER_ELEMENT as 2 | 4];
  if (format !== readable) throw new Error(`stored numbers in format ${format}: this version reads ${readable}`);
  let planes: Buffer;
  try {
    // One byte more than needed: too many numbers are noticed without decompressing all of them.
    const mostBytes = numbers.byteLength + 1;
    planes = inflateRawSync(data.subarray(HEADER_BYTES), {
      maxOutputLength: mostBytes,
      chunkSize: Math.max(mostBytes, constants.Z_MIN_CHUNK),
    });
  } catch (error) {
    throw new Error('stored numbers are damaged: they cannot be decompressed', { cause: error });
  }
  if (planes.length !== numbers.byteLength) {
    throw new Error(`stored numbers of ${planes.length} bytes: ${numbers.byteLength} are needed`);
  }
  fromPlanes(planes, numbers);
  const stored = data.readUInt32LE(1);
  const found = crc32(bytesOf(numbers));
  if (found !== stored) throw new Error(`stored numbers are damaged: CRC-32 ${found}, stored ${stored}`);
  return numbers;
}

function toPlanes(numbers: Numbers): Uint8Array {
  const { length, byteLength } = numbers;
  const planes = new Uint8Array(byteLength);
  const unused = 32 - 8 * numbers.BYTES_PER_ELEMENT;
  let before = 0;
  for (let i = 0; i < length; i++) {
    const number = numbers[i] as number;
    const difference = ((number - before) << unused) >> unused;
    before = number;
    const folded = (difference << 1) ^ (difference >> 31);
    planes[i] = folded;
    // Most differences are small: the planes are 0 already.
    for (let at = i + length, rest = folded >>> 8; rest !== 0 && at < byteLength; at += length, rest >>>= 8) {
      planes[at] = rest;
    }
  }
  return planes;
}

function fromPlanes(planes: Uint8Array, numbers: Numbers): void {
  const { length, BYTES_PER_ELEMENT: width } = numbers;
  let number = 0;
  for (let i = 0; i < length; i++) {
    let folded = (planes[i] as number) | ((planes[i + length] as number) << 8);
    if (width === 4) {
      folded |= ((planes[i + 2 * length] as number) << 16) | ((planes[i + 3 * length] as number) << 24);
    }
    number = (number + ((folded >>> 1) ^ -(folded & 1))) | 0;
    numbers[i] = number;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Numbers of 32 bits as they are stored: the format (one byte), the CRC-32 (u32, little-endian) of the numbers, and the
 * numbers in that format. Occupancies have formats of their own: see rows.ts. Format 1: raw DEFLATE of the differences
 * between neighbours, modulo 2^32, with 0, -1, 1, -2, … written as 0, 1, 2, 3, …. The lowest bytes of all numbers come
 * first, then the second bytes of all, and so on.
 */
const FORMAT = 1;
const HEADER_BYTES = 5;
/** Level of compression. Level 6 would take 3 times as long and save 4 %. */
const LEVEL = 4;
const WIDTH = 4;

/** Encodes numbers as they are stored. */
export function encodeNumbers(numbers: Uint32Array): Buffer {
  const packed = deflateRawSync(toPlanes(numbers), { level: LEVEL });
  const encoded = Buffer.allocUnsafe(HEADER_BYTES + packed.length);
  encoded.writeUInt8(FORMAT, 0);
  encoded.writeUInt32LE(crc32(bytesOf(numbers)), 1);
  packed.copy(encoded, HEADER_BYTES);
  return encoded;
}

/** Decodes `count` stored numbers. @throws Error that names the fault of the data */
export function decodeNumbers(encoded: Uint8Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  const data = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  if (data.length < HEADER_BYTES) throw new Error(`stored numbers of ${data.length} bytes: at least ${HEADER_BYTES}`);
  const format = data.readUInt8(0);
  if (format !== FORMAT) throw new Error(`stored numbers in format ${format}: this version reads ${FORMAT}`);
  let planes: Buffer;
  try {
    // One byte more than needed: too many numbers are noticed without decompressing all of them.
    planes = inflateRawSync(data.subarray(HEADER_BYTES), { maxOutputLength: numbers.byteLength + 1 });
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

function toPlanes(numbers: Uint32Array): Uint8Array {
  const { length } = numbers;
  const planes = new Uint8Array(length * WIDTH);
  let before = 0;
  for (let i = 0; i < length; i++) {
    const number = numbers[i] as number;
    const difference = (number - before) | 0;
    before = number;
    const folded = (difference << 1) ^ (difference >> 31);
    for (let plane = 0; plane < WIDTH; plane++) planes[plane * length + i] = folded >>> (8 * plane);
  }
  return planes;
}

function fromPlanes(planes: Uint8Array, numbers: Uint32Array): void {
  const { length } = numbers;
  let number = 0;
  for (let i = 0; i < length; i++) {
    let folded = 0;
    for (let plane = 0; plane < WIDTH; plane++) folded |= (planes[plane * length + i] as number) << (8 * plane);
    number = (number + ((folded >>> 1) ^ -(folded & 1))) | 0;
    numbers[i] = number;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

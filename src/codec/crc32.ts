/** The polynomial of CRC-32 without its highest term, the lowest term first (RFC 1952, 8). */
const POLYNOMIAL = 0xedb88320;
/** The polynomial 1, the lowest term first. */
const ONE = 1 << 31;
/** x^8: what a byte more multiplies by. */
const BYTE = 1 << 23;

/** CRC-32 of two texts one after the other, from the CRC-32 of each and the length of the second (zlib's crc32_combine). */
export function joinCrc32(first: number, second: number, secondBytes: number): number {
  let shift = ONE;
  let power = BYTE;
  for (let bytes = secondBytes; bytes > 0; bytes = Math.floor(bytes / 2)) {
    if (bytes % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return (multiply(shift, first) ^ second) >>> 0;
}

/** Product of two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor;
    factor = (factor >>> 1) ^ (factor & 1 ? POLYNOMIAL : 0);
  }
  return product;
}

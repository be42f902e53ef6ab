import { CODES, CODES_BYTES } from '../../codec/tables';

/** The polynomial of CRC-32 without its highest term, the lowest term first (RFC 1952, 8). */
const POLYNOMIAL: u32 = 0xedb88320;

/** Where the tables of CRC-32 begin: that of a byte, by the byte (u32). The host hands out what lies behind all of them. */
export const CRC_TABLES: u32 = CODES + CODES_BYTES;
export const BYTES_TABLE_BYTES: u32 = 1024;

/**
 * Bytes of a table of a linear function of CRCs: what it makes of a CRC, by the value of each of its four bytes (4 x 256 u32).
 * What so many zero bytes behind it make of a CRC is such a function.
 */
export const FUNCTION_BYTES: u32 = 4096;

/** Writes the table of bytes. */
export function fillBytes(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    store<u32>(CRC_TABLES + (byte << 2), crc);
  }
}

/** Writes the table of what `zeros` zero bytes behind it make of a CRC. */
export function fillZeros(table: usize, zeros: u32): void {
  for (let bit: u32 = 0; bit < 32; bit++) {
    let crc: u32 = 1 << bit;
    for (let zero: u32 = 0; zero < zeros; zero++) crc = withByte(crc, 0);
    setBit(table, bit, crc);
  }
  fillFromBits(table);
}

/** Writes the table of what a function makes of a CRC that is used `times` times. */
export function fillPower(table: usize, once: usize, times: u32): void {
  for (let bit: u32 = 0; bit < 32; bit++) {
    let crc: u32 = 1 << bit;
    for (let i: u32 = 0; i < times; i++) crc = behind(crc, once);
    setBit(table, bit, crc);
  }
  fillFromBits(table);
}

/** Writes the table of the sum of what a function makes of a CRC that is used 0, 1, ... and `times` - 1 times. */
export function fillSum(table: usize, once: usize, times: u32): void {
  for (let bit: u32 = 0; bit < 32; bit++) {
    let crc: u32 = 1 << bit;
    let sum: u32 = 0;
    for (let i: u32 = 0; i < times; i++) {
      sum ^= crc;
      crc = behind(crc, once);
    }
    setBit(table, bit, sum);
  }
  fillFromBits(table);
}


@inline
function setBit(table: usize, bit: u32, crc: u32): void {
  const row = (bit >>> 3) << 8;
  store<u32>(table + ((row | (1 << (bit & 7))) << 2), crc);
}

/** What is made of a byte follows from what is made of its bits. */
function fillFromBits(table: usize): void {
  for (let i: u32 = 0; i < 1024; i++) {
    const row = i & ~255;
    const byte = i & 255;
    const lowest = byte & (0 - byte);
    if (byte == lowest) continue;
    const crc = load<u32>(table + ((row | lowest) << 2)) ^ load<u32>(table + ((row | (byte ^ lowest)) << 2));
    store<u32>(table + (i << 2), crc);
  }
}

/** Goes on with a CRC over a byte; neither its begin nor its end is inverted. */
@inline
export function withByte(crc: u32, byte: u32): u32 {
  return (crc >>> 8) ^ load<u32>(<usize>CRC_TABLES + ((<usize>((crc ^ byte) & 255)) << 2));
}

/** Goes on with a CRC over some bytes, as withByte does. */
export function withBytes(crc: u32, at: usize, length: u32): u32 {
  for (let i: u32 = 0; i < length; i++) crc = withByte(crc, <u32>load<u8>(at + i));
  return crc;
}

/** What the function of a table makes of a CRC. */
@inline
export function behind(crc: u32, table: usize): u32 {
  return (
    load<u32>(table + ((<usize>(crc & 255)) << 2)) ^
    load<u32>(table + ((<usize>((crc >>> 8) & 255)) << 2), 1024) ^
    load<u32>(table + ((<usize>((crc >>> 16) & 255)) << 2), 2048) ^
    load<u32>(table + ((<usize>(crc >>> 24)) << 2), 3072)
  );
}

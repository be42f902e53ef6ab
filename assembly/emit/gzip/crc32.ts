import { CODES, CODES_BYTES } from '../../codec/tables';

/** The polynomial of CRC-32 without its highest term, the lowest term first (RFC 1952, 8). */
const POLYNOMIAL: u32 = 0xedb88320;

/** Where the tables of CRC-32 begin; the host hands out what lies behind them. */
export const CRC_TABLES: u32 = CODES + CODES_BYTES;

/**
 * All in u32:
 *
 *   +--------------+--------------------------+---------------------+
 *   | bytes x 256  | zeros: 4 x 256 by length | minutes by length   |
 *   +--------------+--------------------------+---------------------+
 *
 * - bytes: CRC of a byte
 * - zeros: what so many zero bytes behind it make of a CRC, by the value of each of its four bytes
 * - minutes: what a minute in place of minute 00 adds to an entry's CRC
 */
const ZEROS: usize = <usize>CRC_TABLES + 1024;
const ZEROS_BYTES: usize = 4096;
/** Lengths of entries of a timeseries behind their intensities: 22 to 29. */
const SHORTEST_TAIL: u32 = 22;
const TAILS: u32 = 8;
const MINUTES: usize = ZEROS + 2 * <usize>TAILS * ZEROS_BYTES;
const MINUTES_BYTES: usize = 256;
/** Bytes of an entry before its intensity, and of those from behind the minute on. */
const HEAD: u32 = 48;
const BEHIND_MINUTE: u32 = 18;

/** Bytes of `fillCrcTables`. */
export function crcTablesBytes(): u32 {
  return <u32>(MINUTES + <usize>TAILS * MINUTES_BYTES) - CRC_TABLES;
}

/** Writes the tables that CRCs are computed by, once for a memory. */
export function fillCrcTables(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    store<u32>(CRC_TABLES + (byte << 2), crc);
  }
  for (let tail = SHORTEST_TAIL; tail < SHORTEST_TAIL + TAILS; tail++) {
    fillZeros(tailZeros(tail), tail);
    fillZeros(entryZeros(tail), HEAD + tail);
    for (let minute: u32 = 0; minute < 60; minute++) {
      const digits = minuteCrc((minute / 10) | ((minute % 10) << 8));
      store<u32>(minutesOf(tail) + (minute << 2), behind(digits, tailZeros(tail)));
    }
  }
}

/** What is made of a byte follows from what is made of its bits. */
function fillZeros(table: usize, length: u32): void {
  for (let i: u32 = 0; i < 1024; i++) {
    const byte = i & 255;
    const lowest = byte & (0 - byte);
    let crc = byte << ((i >>> 8) << 3);
    if (byte == lowest) {
      for (let zero: u32 = 0; zero < length; zero++) crc = withByte(crc, 0);
    } else {
      const row = i & ~255;
      crc = load<u32>(table + ((row | lowest) << 2)) ^ load<u32>(table + ((row | (byte ^ lowest)) << 2));
    }
    store<u32>(table + (i << 2), crc);
  }
}

/** CRC of two digits and what an entry has between them and its intensity, all of it 0. */
function minuteCrc(digits: u32): u32 {
  let crc = withByte(withByte(0, digits & 255), digits >>> 8);
  for (let byte: u32 = 0; byte < BEHIND_MINUTE; byte++) crc = withByte(crc, 0);
  return crc;
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

/** What the zero bytes of a table behind it make of a CRC. */
@inline
export function behind(crc: u32, zeros: usize): u32 {
  return (
    load<u32>(zeros + ((<usize>(crc & 255)) << 2)) ^
    load<u32>(zeros + ((<usize>((crc >>> 8) & 255)) << 2), 1024) ^
    load<u32>(zeros + ((<usize>((crc >>> 16) & 255)) << 2), 2048) ^
    load<u32>(zeros + ((<usize>(crc >>> 24)) << 2), 3072)
  );
}

/** Zeros as long as what follows an entry's head. */
@inline
export function tailZeros(tail: u32): usize {
  return ZEROS + <usize>(tail - SHORTEST_TAIL) * ZEROS_BYTES;
}

/** Zeros as long as an entry. */
@inline
export function entryZeros(tail: u32): usize {
  return ZEROS + <usize>(tail - SHORTEST_TAIL + TAILS) * ZEROS_BYTES;
}

/** What the minutes add to the CRC of an entry. */
@inline
export function minutesOf(tail: u32): usize {
  return MINUTES + <usize>(tail - SHORTEST_TAIL) * MINUTES_BYTES;
}

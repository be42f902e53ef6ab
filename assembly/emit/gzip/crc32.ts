/** The polynomial of CRC-32 without its highest term, with the lowest term in the highest bit (RFC 1952, 8). */
const POLYNOMIAL: u32 = 0xedb88320;

/**
 * Address of the tables of CRC-32. The first one is the table of bytes, a u32 for each value of a byte. The memory
 * that the host allocates begins behind the last table or, in a core that writes no tables, here.
 */
export const CRC_TABLES: u32 = <u32>__heap_base;
export const BYTES_TABLE_BYTES: u32 = 1024;

/**
 * Bytes of the table of a linear function of a CRC: for each of the four bytes of the CRC, the value of the function
 * (u32) for each of the 256 values of the byte.
 */
export const FUNCTION_BYTES: u32 = 4096;

/** Writes the table of bytes: the CRC of each value of a byte. */
export function fillBytes(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    store<u32>(CRC_TABLES + (byte << 2), crc);
  }
}

/** Writes the table of the function that continues a CRC with `zeros` zero bytes. */
export function fillZeros(table: usize, zeros: u32): void {
  for (let i: u32 = 0; i < 1024; i++) {
    const byte = i & 255;
    const lowest = byte & (0 - byte);
    let crc: u32 = byte << ((i >>> 8) << 3);
    if (byte == lowest) {
      for (let zero: u32 = 0; zero < zeros; zero++) crc = withByte(crc, 0);
    } else {
      // The function is linear: for a byte with several bits set, its value is the exclusive or of two values that are
      // in the table already.
      const rest = i - lowest;
      crc = load<u32>(table + ((i - byte + lowest) << 2)) ^ load<u32>(table + (rest << 2));
    }
    store<u32>(table + (i << 2), crc);
  }
}

/** Continues a CRC with a byte. The caller inverts the CRC at the begin and the end of a text. */
@inline
export function withByte(crc: u32, byte: u32): u32 {
  return (crc >>> 8) ^ load<u32>(<usize>CRC_TABLES + ((<usize>((crc ^ byte) & 255)) << 2));
}

/** Continues a CRC with some bytes. The caller inverts the CRC at the begin and the end of a text. */
export function withBytes(crc: u32, at: usize, length: u32): u32 {
  for (let i: u32 = 0; i < length; i++) crc = withByte(crc, <u32>load<u8>(at + i));
  return crc;
}

/** Returns the value of a linear function at a CRC; `table`: that of the function, as fillZeros writes it. */
@inline
export function behind(crc: u32, table: usize): u32 {
  return (
    load<u32>(table + ((<usize>(crc & 255)) << 2)) ^
    load<u32>(table + ((<usize>((crc >>> 8) & 255)) << 2), 1024) ^
    load<u32>(table + ((<usize>((crc >>> 16) & 255)) << 2), 2048) ^
    load<u32>(table + ((<usize>(crc >>> 24)) << 2), 3072)
  );
}

/** Copies rows that lie one behind the other to addresses `toStrideBytes` apart. */
export function copyRows(from: usize, to: usize, rows: u32, rowBytes: u32, toStrideBytes: u32): void {
  for (let r: u32 = 0; r < rows; r++) {
    memory.copy(to, from, rowBytes);
    from += rowBytes;
    to += toStrideBytes;
  }
}

import { CellList } from '../records/byEpoch/cellList';

/** Bytes that packCells writes for a list. */
export function packedBytes(list: CellList): u32 {
  return 4 + 4 * list.count + 4 * ((list.count + 1) >> 1);
}

/**
 * Cells of a list as numbers, little-endian: how many (u32), their ipix in ascending order (u32 each), their values (u16
 * each), and zeros up to a multiple of 4 bytes. Returns the number of bytes written to `out`.
 */
export function packCells(list: CellList, out: usize): u32 {
  const count = <usize>list.count;
  const words = list.words;
  const values = list.values;
  store<u32>(out, <u32>count);
  let ipixAt = out + 4;
  let valueAt = ipixAt + (count << 2);
  let mark = list.marks;
  for (let word: u32 = 0; word < words; word++, mark += 8) {
    const first = word << 6;
    for (let bits = load<u64>(mark); bits != 0; bits &= bits - 1) {
      const ipix = first | (<u32>ctz(bits));
      store<u32>(ipixAt, ipix);
      store<u16>(valueAt, load<u16>(values + <usize>(ipix << 1)));
      ipixAt += 4;
      valueAt += 2;
    }
  }
  if ((count & 1) != 0) {
    store<u16>(valueAt, 0);
    valueAt += 2;
  }
  return <u32>(valueAt - out);
}

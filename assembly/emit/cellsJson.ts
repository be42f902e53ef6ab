import { CellList } from '../records/byEpoch/cellList';
import { eightDigits, putDecimal, putNumber, putText, sixteenOf, ZEROS } from './text';

/**
 * Most entries of one task's text. At nside 64 they suffice for any epoch, as no satellite sees more than half of the
 * 49,152 cells; at a larger nside an epoch may take several texts.
 */
export const CELL_TEXT_ENTRIES: u32 = 24576;
/** Most bytes of an entry, its comma included: 16 digits of id, 5 of epoch, 3 of nside, 6 of ipix and 5 of value. */
export const CELL_ENTRY_BYTES: u32 = 104;
/** Bytes that the kernel may write beyond the text, as it writes 16 at a time. */
const BEYOND_BYTES: u32 = 64;
export const CELL_TEXT_BYTES: u32 = CELL_ENTRY_BYTES * CELL_TEXT_ENTRIES + BEYOND_BYTES;

const HUNDRED_MILLION: u64 = 100000000;

/**
 * Writes the cells [skip, skip + take) of a list, as far as it has them, in ascending order as JSON text: for each cell
 * `,{"id","epoch_index","nside","ipix","ordering","value"}`. The id is firstId + ipix, a whole number from 100,000,000
 * to 2^53. Returns the number of bytes written to `out`, which needs room for CELL_ENTRY_BYTES per entry and
 * BEYOND_BYTES more.
 */
export function emitCells(list: CellList, firstId: f64, epoch: u32, skip: u32, take: u32, out: usize): u32 {
  let left = min(take, list.count - min(skip, list.count));
  if (left == 0) return 0;
  // The texts that all entries share are kept in registers. Two are written to the output, where entries overwrite them
  // later, and loaded from there: first the text between id and ipix, then the text before the last eight digits of the
  // id.
  const middleBytes = putMiddle(out, epoch, list.nside) - out;
  const middle0 = v128.load(out);
  const middle1 = v128.load(out, 16);
  const middle2 = v128.load(out, 32);
  let high = <u64>firstId / HUNDRED_MILLION;
  let low = <i32>(<u64>firstId - high * HUNDRED_MILLION);
  let headBytes = putHead(out, high) - out;
  let head = v128.load(out);
  const last0 = sixteenOf(LAST_TEXT, 0);
  const last1 = sixteenOf(LAST_TEXT, LAST_TEXT.length - 16);

  const values = list.values;
  const words = list.words;
  let p = out;
  let mark = list.marks;
  let word: u32 = 0;
  let bits = load<u64>(mark);
  for (let skipped = skip; skipped > 0;) {
    const here = <u32>popcnt(bits);
    if (here > skipped) {
      for (; skipped > 0; skipped--) bits &= bits - 1;
      break;
    }
    skipped -= here;
    word++;
    mark += 8;
    bits = load<u64>(mark);
  }
  for (; word < words; word++, mark += 8, bits = load<u64>(mark)) {
    const first = word << 6;
    for (; bits != 0; bits &= bits - 1) {
      if (left == 0) return <u32>(p - out);
      left--;
      const ipix = first | (<u32>ctz(bits));
      if (low + <i32>ipix >= <i32>HUNDRED_MILLION) {
        // The last eight digits of the id run over: once at most, as every ipix is below a hundred million.
        low -= <i32>HUNDRED_MILLION;
        headBytes = putHead(p, ++high) - p;
        head = v128.load(p);
      }
      v128.store(p, head);
      p += headBytes;
      store<u64>(p, eightDigits(low + ipix) | ZEROS);
      v128.store(p, middle0, 8);
      v128.store(p, middle1, 24);
      v128.store(p, middle2, 40);
      p = putNumber(p + 8 + middleBytes, ipix);
      v128.store(p, last0);
      v128.store(p + LAST_TEXT.length - 16, last1);
      p = putNumber(p + LAST_TEXT.length, <u32>load<u16>(values + <usize>(ipix << 1)));
      store<u8>(p++, 0x7d); // }
    }
  }
  return <u32>(p - out);
}

const LAST_TEXT: string = ',"ordering":"NESTED","value":';

function putHead(p: usize, high: u64): usize {
  return putDecimal(putText(p, ',{"id":'), <u32>high);
}

function putMiddle(p: usize, epoch: u32, nside: u32): usize {
  p = putDecimal(putText(p, ',"epoch_index":'), epoch);
  p = putDecimal(putText(p, ',"nside":'), nside);
  return putText(p, ',"ipix":');
}

import { BitWriter, FARTHEST } from '../../records/deflate';
import { CellText } from '../../records/byEpoch/cellText';
import { closeBlock, Codes, commonBytes, joined, openBlock, putStored, SHORTEST } from './stream';
import { CELLS } from './tables/cells';

/** Bytes from the end of the ipix to the value. */
const VALUE_AT: usize = 29;

/**
 * Deflates the text of `count` entries that emitCells wrote, all of one nside, without its first `skip` bytes: writes
 * its blocks (stream.ts) to `cells.deflate`, which has room for those of any such text. Returns their number of bytes.
 *
 * Entries differ in the last digits of their numbers. The text behind each number is copied from the entry before, as
 * far as the two entries are equal. If the value is another one than in the entry before, it is copied, with the text
 * around it, from the last entry with the same value.
 */
export function deflateCells(cells: CellText, count: u32, skip: u32): u32 {
  const out = cells.deflate;
  if (count == 0) return 0;
  const bits = cells.bits;
  const codes = changetype<Codes>(CELLS);
  let ends = cells.ends;
  let before = cells.text;
  let beforeEnds = load<u32>(ends);
  let start = before + entryBytes(beforeEnds);
  const begun = putStored(before + skip, <u32>(start - before) - skip, out);
  if (count == 1) return <u32>(begun - out);

  let stop = start;
  for (let i: u32 = 1; i < count; i++) stop += entryBytes(load<u32>(ends + (i << 2)));
  openBlock(bits, codes, begun);
  cells.clearRecent();
  for (let i: u32 = 0; i < skip; i++) bits.put(codes.symbol(<u32>load<u8>(start + i)));
  let p = putCopy(bits, codes, start + skip, start - before, stop);
  for (let i: u32 = 1; i < count; i++) {
    ends += 4;
    const own = load<u32>(ends);
    p = putField(bits, codes, p, start + idEnd(own), start + idEnd(own) - before - idEnd(beforeEnds), stop);
    p = putField(bits, codes, p, start + epochEnd(own), start + epochEnd(own) - before - epochEnd(beforeEnds), stop);
    const ipix = start + ipixEnd(own);
    const value = start + valueEnd(own);
    const recent = cells.recentOf(ipix + VALUE_AT, value);
    let distance = ipix - before - ipixEnd(beforeEnds);
    if (p <= ipix && !isSame(ipix + VALUE_AT, value, distance)) {
      const toSame = ipix - load<u32>(recent);
      if (toSame <= <usize>FARTHEST && isSame(ipix + VALUE_AT, value, toSame)) distance = toSame;
    }
    store<u32>(recent, ipix);
    p = putField(bits, codes, p, ipix, distance, stop);
    p = putField(bits, codes, p, value, value - before - valueEnd(beforeEnds), stop);
    before = start;
    beforeEnds = own;
    start += entryBytes(own);
  }
  while (p < stop) bits.put(codes.symbol(<u32>load<u8>(p++)));
  return <u32>(closeBlock(bits, codes) - out);
}

/**
 * Puts the text from `p` to `end`, where a number ends, as literals, and the text behind the number as a copy from
 * `distance` bytes before. Returns the end of the text that is put; `p` if an earlier copy has put more.
 */
@inline
function putField(bits: BitWriter, codes: Codes, p: usize, end: usize, distance: usize, stop: usize): usize {
  if (p > end) return p;
  if (p == end) return putCopy(bits, codes, end, distance, stop);
  for (; p + 1 < end; p++) bits.put(codes.symbol(<u32>load<u8>(p)));
  const last = codes.symbol(<u32>load<u8>(p));
  const length = commonBytes(end, <u32>distance, <u32>(stop - end));
  // The last digit and the copy go into one word, as putting a word waits for the word before it.
  bits.put(length < SHORTEST ? last : joined(last, codes.copy(length, <u32>distance)));
  return length < SHORTEST ? end : end + <usize>length;
}

/**
 * Puts the text at `p` as a copy from `distance` bytes before, as far as the two are equal; returns the end of the
 * copy. Puts nothing, and returns `p`, where too little is equal for a copy.
 */
@inline
function putCopy(bits: BitWriter, codes: Codes, p: usize, distance: usize, stop: usize): usize {
  const length = commonBytes(p, <u32>distance, <u32>(stop - p));
  if (length < SHORTEST) return p;
  bits.put(codes.copy(length, <u32>distance));
  return p + <usize>length;
}

/** Whether the number [from, to), of at most seven digits, equals the one `distance` bytes before. */
@inline
function isSame(from: usize, to: usize, distance: usize): bool {
  // The character behind the number is compared too: the other number may be longer, with the same first digits.
  const unlike = load<u64>(from) ^ load<u64>(from - distance);
  return unlike << ((7 - (to - from)) << 3) == 0;
}


@inline
function idEnd(ends: u32): usize {
  return <usize>(ends & 0xff);
}


@inline
function epochEnd(ends: u32): usize {
  return <usize>((ends >> 8) & 0xff);
}


@inline
function ipixEnd(ends: u32): usize {
  return <usize>((ends >> 16) & 0xff);
}


@inline
function valueEnd(ends: u32): usize {
  return <usize>(ends >> 24);
}

/** Bytes of an entry: only the closing brace follows its last number. */
@inline
function entryBytes(ends: u32): usize {
  return valueEnd(ends) + 1;
}

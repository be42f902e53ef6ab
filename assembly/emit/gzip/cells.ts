import { BitWriter } from '../../records/deflate';
import { CellText } from '../../records/byEpoch/cellText';
import { closeBlock, openBlock, putStored } from './blocks';
import { Codes } from './codes';
import { commonBytes, SHORTEST } from './copies';
import { CELLS } from './tables/cells';

/**
 * DEFLATE (RFC 1951) of the text of `count` entries that emitCells wrote, one call's behind another's and all of one grid, without
 * its first `skip` bytes: whole blocks, none of them the last, that end with a byte and copy from nothing before them. Returns how many bytes
 * it wrote to `cells.deflate`, which has room for the worst.
 *
 * Entries differ in the last digits of their numbers: behind each number of the entry before, the text is copied as far as it
 * goes.
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
  for (let i: u32 = 0; i < skip; i++) bits.put(codes.symbol(<u32>load<u8>(start + i)));
  let p = putCopy(bits, codes, start + skip, start - before, stop);
  for (let i: u32 = 1; i < count; i++) {
    ends += 4;
    const ownEnds = load<u32>(ends);
    for (let shift: u32 = 0; shift < 32; shift += 8) {
      const end = start + endOf(ownEnds, shift);
      if (p > end) continue;
      while (p < end) bits.put(codes.symbol(<u32>load<u8>(p++)));
      p = putCopy(bits, codes, end, end - before - endOf(beforeEnds, shift), stop);
    }
    before = start;
    beforeEnds = ownEnds;
    start += entryBytes(ownEnds);
  }
  while (p < stop) bits.put(codes.symbol(<u32>load<u8>(p++)));
  return <u32>(closeBlock(bits, codes) - out);
}

/** Puts a copy of what is at `p` from `distance` bytes before, as far as it goes; returns where it ends. */
@inline
function putCopy(bits: BitWriter, codes: Codes, p: usize, distance: usize, stop: usize): usize {
  const length = commonBytes(p, <u32>distance, <u32>(stop - p));
  if (length < SHORTEST) return p;
  bits.put(codes.copy(length, <u32>distance));
  return p + <usize>length;
}


@inline
function endOf(ends: u32, shift: u32): usize {
  return <usize>((ends >> shift) & 0xff);
}

/** An entry ends with a character behind its last number. */
@inline
function entryBytes(ends: u32): usize {
  return <usize>(ends >> 24) + 1;
}

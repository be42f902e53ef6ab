import { BitWriter, Entry } from '../../records/deflate';
import { Codes } from './codes';
import { commonBytes, SHORTEST } from './copies';

/** Puts the text from `p` to the entry's end or beyond; returns where it goes on. */
export function putEntry(bits: BitWriter, codes: Codes, entry: Entry, text: usize, p: u32): u32 {
  while (p < entry.end) {
    const distance = entry.distanceAt(p);
    const length: u32 = distance == 0 ? 0 : commonBytes(text + p, distance, entry.limit - p);
    if (length >= SHORTEST) {
      bits.put(codes.copy(length, distance));
      p += length;
    } else {
      bits.put(codes.symbol(<u32>load<u8>(text + p)));
      p++;
    }
  }
  return p;
}

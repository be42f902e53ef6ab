import { nextBit } from '../../math/bits';
import { Work } from '../../records/bySite/work';

/*
 * Spans list the needed epochs: each is a stretch of neighbouring epochs, as from | to << 16, without `to`. A stretch
 * of more than LONG_EPOCHS is one long span; a shorter one is cut into pieces of at most PIECE_EPOCHS. Pieces stand in
 * front of the long spans.
 */
/**
 * Most epochs of a piece: few enough for anyNear to tell from its middle whether the satellite may come near the site
 * in it. Long spans are counted revolution by revolution (countNear).
 */
export const PIECE_EPOCHS: u32 = 10;
/**
 * Most epochs of a short piece, for which anyNear has a closer limit, because far fewer satellites come near a site in
 * that time. Epochs are needed while the tracked satellite covers the site: most passes of a low one are that short.
 */
export const SHORT_EPOCHS: u32 = 5;
const LONG_EPOCHS: u32 = 120;
/**
 * Most epochs of a gap in a long span. The epochs of a gap are not needed, perhaps because an earlier question has
 * filled them; with two spans in place of one, the search for a satellite's passes would start twice.
 */
const GAP_EPOCHS: i32 = 15;

/** Lists in the work the spans of the needed epochs. `need`: bitmap of `epochs` epochs. */
export function listSpans(need: usize, epochs: u32, work: Work): void {
  const short = list(need, epochs, work.spans, false);
  work.shortSpans = short;
  work.allSpans = short + list(need, epochs, work.spans + ((<usize>short) << 2), true);
}

function list(need: usize, epochs: u32, to: usize, long: bool): u32 {
  let count: u32 = 0;
  for (let from = nextBit(need, 0, epochs); from >= 0;) {
    const end = runEnd(need, <u32>from, epochs);
    const isLong = end - <u32>from > LONG_EPOCHS;
    if (isLong == long) {
      const most = long ? epochs : PIECE_EPOCHS;
      for (let k = <u32>from; k < end; k += most, count++) {
        store<u32>(to + ((<usize>count) << 2), k | (min(end, k + most) << 16));
      }
    }
    from = nextBit(need, end, epochs);
  }
  return count;
}

/** First epoch after `from` that is neither needed nor in a gap of a long span; counts in gaps are dropped. */
function runEnd(need: usize, from: u32, epochs: u32): u32 {
  let k = from;
  while (k < epochs) {
    const free = ~load<u64>(need + ((<usize>(k >>> 6)) << 3)) >>> (k & 63);
    if (free == 0) {
      k = (k | 63) + 1;
      continue;
    }
    const end = min(epochs, k + <u32>ctz(free));
    const next = nextBit(need, end, epochs);
    if (end - from <= LONG_EPOCHS || next < 0 || next - <i32>end > GAP_EPOCHS) return end;
    k = next;
  }
  return epochs;
}


@inline
export function spanFrom(span: u32): u32 {
  return span & 0xffff;
}


@inline
export function spanEnd(span: u32): u32 {
  return span >>> 16;
}

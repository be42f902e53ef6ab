import { cosOfSum32, sinOfSum32 } from '../math/sums32';
import { ENOUGH_VECTORS, Segment } from '../records/byEpoch/block';
import { Positions } from '../records/byEpoch/positions';
import { Quad } from '../records/byEpoch/quad';
import { RingSlice } from '../records/byEpoch/sweep';
import { SEC } from './columns';
import { writeQuad } from './quad';

/**
 * Upper bound, for all rings, of (cells per radian of longitude) / (nside cos(latitude)), which is largest where a
 * polar cap begins.
 */
const CELLS_PER_ARC: f32 = 0.8542;

/**
 * Puts satellites, from `from` on, into the slice's block until the block is full or `to` is reached; returns the first
 * satellite that is left for the next block. Leaves out a satellite whose footprint has none of the slice's rings or,
 * unless `around` is null, certainly does not meet the footprint of the satellite in lane 0 of `around`.
 */
export function planBlock(slice: RingSlice, positions: Positions, from: u32, to: u32, around: Quad | null): u32 {
  const block = slice.block;
  const nside = slice.rings.nside;
  const columns = slice.rings.columns;
  const firstRing = slice.firstRing;
  const lastRing = slice.lastRing;
  const perError = CELLS_PER_ARC * <f32>nside;
  let quad = block.quads;
  let segment = changetype<Segment>(block.segments);
  let vectors: u32 = 0;
  let doubts: usize = 0;
  let next = from;
  for (; next < to && vectors + <u32>doubts < ENOUGH_VECTORS; next += 4) {
    writeQuad(nside, positions, next, changetype<Quad>(quad));
    const lanes = min(4, to - next);
    const near = around ? mayMeet(around, changetype<Quad>(quad)) : 15;
    const before = segment;
    for (let k: u32 = 0; k < lanes; k++) {
      const lane = quad + ((<usize>k) << 2);
      const first = max(firstRing, load<i32>(lane, offsetof<Quad>('firstRing')));
      const last = min(lastRing, load<i32>(lane, offsetof<Quad>('lastRing')));
      if (first > last || ((near >>> k) & 1) == 0) continue;
      if (load<i32>(lane, offsetof<Quad>('polar')) != 0) {
        const doubt = block.doubt(doubts++);
        doubt.satellite = next + k;
        doubt.ring = 0;
        continue;
      }
      const column = columns + ((<usize>(first - 1)) << 2);
      const error = load<f32>(lane, offsetof<Quad>('error'));
      const sec = max(load<f32>(column, SEC), load<f32>(columns + ((<usize>(last - 1)) << 2), SEC));
      store<f32>(lane, <f32>2.0 * error * sec, offsetof<Quad>('close'));
      store<f32>(lane, perError * error * (perError * error), offsetof<Quad>('doubt2'));
      const count = (<u32>(last - first) + 4) >>> 2;
      segment.lane = lane;
      segment.column = column;
      segment.vectors = count;
      segment.satellite = next + k;
      segment.ring = first;
      segment.beyond = <u32>max(0, first + <i32>(4 * count) - 1 - lastRing);
      segment.mayWrap = load<i32>(lane, offsetof<Quad>('mayWrap'));
      segment = changetype<Segment>(changetype<usize>(segment) + offsetof<Segment>());
      vectors += count;
    }
    if (segment != before) quad += offsetof<Quad>();
  }
  block.segmentCount = <u32>(changetype<usize>(segment) - block.segments) / <u32>offsetof<Segment>();
  block.vectorCount = vectors;
  block.doubtCount = <u32>doubts;
  block.askedLast = lastRing;
  return min(next, to);
}

/**
 * Returns a mask of the four satellites of `quad`: a bit is set if the satellite's footprint may meet that of the
 * satellite in lane 0 of `one`.
 */
function mayMeet(one: Quad, quad: Quad): i32 {
  const dot = f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load32_splat(changetype<usize>(one), offsetof<Quad>('directionX')), quad.directionX),
      f32x4.mul(v128.load32_splat(changetype<usize>(one), offsetof<Quad>('directionY')), quad.directionY),
    ),
    f32x4.mul(v128.load32_splat(changetype<usize>(one), offsetof<Quad>('directionZ')), quad.directionZ),
  );
  const cosRadius = v128.load32_splat(changetype<usize>(one), offsetof<Quad>('cosRadius'));
  const sinRadius = v128.load32_splat(changetype<usize>(one), offsetof<Quad>('sinRadius'));
  const cosReach = cosOfSum32(sinRadius, cosRadius, quad.sinRadius, quad.cosRadius);
  const sinReach = sinOfSum32(sinRadius, cosRadius, quad.sinRadius, quad.cosRadius);
  // The margin of 0.1 degrees for f32 in each radius is far above the rounding here. Footprints whose radii add up to
  // more than half a turn (the sine is below 0) always meet.
  const all = f32x4.lt(sinReach, f32x4.splat(0.0));
  return i32x4.bitmask(v128.or(all, f32x4.ge(dot, cosReach)));
}

import { arcOverRoot } from '../math/turns';
import { Block, EAST_AT, HALVES_AT, NEARNESS_AT, Segment, WEST_AT, WRAPS_AT } from '../records/byEpoch/block';
import { Quad } from '../records/byEpoch/quad';
import { RingTable } from '../records/byEpoch/ringTable';
import { CELLS, HALF, NORMAL2, NORMAL_SEC, ROW, ROW_BIAS_BITS, SEC, SHIFT_Z, SQUARES, TAN, UP_SEC } from './columns';

/** Mask with the bits of all four lanes. */
const ALL_LANES: i32 = 15;
/**
 * Bound of the rounding error of an interval's end, in cells and divided by nside: that of longitude, half-width and
 * their sum.
 */
const CELL_ERROR: f32 = 1.8e-6;

/**
 * Finds the intervals of a block, four rings at a time in f32, by the closed form of ringInterval. For each interval it
 * writes the addresses of the two entries that the interval changes in a map of differences (+1 at its first cell, -1
 * behind its last), and whether it passes longitude 0. An interval without cells changes the same entry twice, which
 * cancels; so does a whole ring, which passes longitude 0. An interval in doubt gets no cells, and is listed for f64.
 *
 * Doubt. u and A are ringInterval's, c = u / A and t = 1 - |c|. Rounding moves c by at most e = quad.error / cos(phi)
 * (storeError), so that it is certain whether an interval has two ends if |t| >= quad.close, which is at least 2 e.
 * Then an end, acos(c), moves by at most e / sqrt(t), as |acos'| <= 1 / sqrt(t) there; in cells this is at most p /
 * sqrt(t), with p = CELLS_PER_ARC x nside x quad.error. Besides, longitude, arc and sum are off by less than CELL_ERROR
 * nside cells: 1.2e-7 turns of the longitude, 8e-8 of the arc, and 2^-24 of numbers that add up to at most 16 nside. So
 * with m the larger distance of the two ends from the nearest whole number, all is certain if
 *
 *     (1/2 - CELL_ERROR nside - m)^2 (|t| - quad.close) >= p^2 = quad.doubt2.
 *
 * Where |c| > 1, t is below 0 and the interval has no ends: it is empty or the whole ring. The two ends computed for a
 * whole ring are then the same entry. With a tenth of these bounds one or two entries in a million of the real
 * catalogue's maps come out wrong.
 */
export function findEnds(rings: RingTable, block: Block, map: usize): void {
  findCosines(block);
  findHalves(block);
  roundEnds(block, CELL_ERROR * <f32>rings.nside, <u32>map - ROW_BIAS_BITS);
}

/** Writes the cosine of the half-width of every interval, c of findEnds, to the block's `nearness`. */
function findCosines(block: Block): void {
  const end = block.segmentsEnd;
  let out = changetype<usize>(block) + NEARNESS_AT;
  for (let each = block.segments; each < end; each += offsetof<Segment>()) {
    const segment = changetype<Segment>(each);
    const lane = segment.lane;
    const sine2 = v128.load32_splat(lane, offsetof<Quad>('sine2'));
    const sine = v128.load32_splat(lane, offsetof<Quad>('sine'));
    const inverseRho = v128.load32_splat(lane, offsetof<Quad>('inverseRho'));
    const slope = v128.load32_splat(lane, offsetof<Quad>('slope'));
    const range2 = v128.load32_splat(lane, offsetof<Quad>('range2'));
    const z = v128.load32_splat(lane, offsetof<Quad>('z'));
    let column = segment.column;
    const stop = out + ((<usize>segment.vectors) << 4);
    for (; out < stop; out += 16, column += 16) {
      const shifted = f32x4.add(f32x4.mul(sine2, v128.load(column, NORMAL2)), f32x4.mul(z, v128.load(column, SHIFT_Z)));
      const root = f32x4.sqrt(f32x4.add(f32x4.add(range2, v128.load(column, SQUARES)), shifted));
      const flat = f32x4.sub(v128.load(column, UP_SEC), f32x4.mul(sine2, v128.load(column, NORMAL_SEC)));
      const sum = f32x4.add(flat, f32x4.mul(f32x4.mul(sine, root), v128.load(column, SEC)));
      const c = f32x4.sub(f32x4.mul(sum, inverseRho), f32x4.mul(slope, v128.load(column, TAN)));
      v128.store(out, c);
    }
  }
}

/** Writes the half-widths of all intervals, in turns, and overwrites each c in `nearness` by |t| (see findEnds). */
function findHalves(block: Block): void {
  let nearness = changetype<usize>(block) + NEARNESS_AT;
  let half = changetype<usize>(block) + HALVES_AT;
  const zero = i64x2.splat(0);
  const one = f32x4.splat(1.0);
  const halfTurn = f32x4.splat(0.5);
  const stop = nearness + ((<usize>block.vectorCount) << 4);
  for (; nearness < stop; nearness += 16, half += 16) {
    const c = v128.load(nearness);
    const size = f32x4.abs(c);
    const t = f32x4.sub(one, size);
    const arc = f32x4.mul(f32x4.sqrt(f32x4.pmax(t, zero)), arcOverRoot(size));
    v128.store(nearness, f32x4.abs(t));
    // acos(c) = pi - acos(|c|) where c is below 0.
    v128.store(half, f32x4.abs(f32x4.sub(v128.and(f32x4.lt(c, zero), halfTurn), arc)));
  }
}

/**
 * Writes, for each interval of a block, the addresses of the entries at its two ends and whether it passes longitude 0;
 * lists the intervals in doubt. `bias`: address of the map less ROW_BIAS_BITS (see columns.ROW).
 */
function roundEnds(block: Block, cellError: f32, bias: u32): void {
  const end = block.segmentsEnd;
  const sure = <f32>0.5 - cellError;
  let from = changetype<usize>(block);
  for (let each = block.segments; each < end; each += offsetof<Segment>()) {
    const segment = changetype<Segment>(each);
    const stop = from + ((<usize>segment.vectors) << 4);
    if (segment.beyond != 0) clearBeyond(stop, segment.beyond);
    if (segment.mayWrap == 0) roundSegment(block, segment, from, sure, bias, false);
    else roundSegment(block, segment, from, sure, bias, true);
    from = stop;
  }
}

/**
 * Does the work of roundEnds for one segment. If its intervals may pass longitude 0 (`wraps`), longitudes are from -1/2
 * to 1/2 turns, and ends beyond either end of the ring's row are moved into it by a whole turn. Else longitudes are
 * from 0 to 1.
 */
@inline
function roundSegment(block: Block, segment: Segment, from: usize, sure: f32, bias: u32, wraps: bool): void {
  const stop = from + ((<usize>segment.vectors) << 4);
  const lane = segment.lane;
  const signed = load<f32>(lane, offsetof<Quad>('lonTurns'));
  const lon = f32x4.splat(wraps || signed >= 0.0 ? signed : signed + 1.0);
  const close = v128.load32_splat(lane, offsetof<Quad>('close'));
  const doubt2 = v128.load32_splat(lane, offsetof<Quad>('doubt2'));
  const nearHalf = f32x4.splat(sure);
  const toAddress = i32x4.splat(<i32>bias);
  const zero = i64x2.splat(0);
  let column = segment.column;
  for (let at = from; at < stop; at += 16, column += 16) {
    const cells = v128.load(column, CELLS);
    const row = v128.load(column, ROW);
    const centre = f32x4.add(f32x4.mul(lon, cells), v128.load(column, HALF));
    const width = f32x4.mul(v128.load(at, HALVES_AT), cells);
    const west = f32x4.sub(centre, width);
    const east = f32x4.add(centre, width);
    const first = f32x4.nearest(west);
    const behind = f32x4.nearest(east);
    let firstIn = first;
    let behindIn = behind;
    if (wraps) {
      const westOut = f32x4.lt(first, zero);
      const eastOut = f32x4.lt(behind, zero);
      const eastOver = f32x4.ge(behind, cells);
      firstIn = f32x4.add(first, v128.and(westOut, cells));
      behindIn = f32x4.sub(f32x4.add(behind, v128.and(eastOut, cells)), v128.and(eastOver, cells));
      v128.store(at, v128.or(v128.xor(westOut, eastOut), eastOver), WRAPS_AT);
    }
    v128.store(at, i32x4.add(f32x4.add(firstIn, row), toAddress), WEST_AT);
    v128.store(at, i32x4.add(f32x4.add(behindIn, row), toAddress), EAST_AT);

    const off = f32x4.pmax(f32x4.abs(f32x4.sub(west, first)), f32x4.abs(f32x4.sub(east, behind)));
    const room = f32x4.pmax(zero, f32x4.sub(nearHalf, off));
    const sureness = f32x4.mul(f32x4.mul(room, room), f32x4.sub(v128.load(at, NEARNESS_AT), close));
    const known = i32x4.bitmask(f32x4.ge(sureness, doubt2));
    if (known != ALL_LANES) listDoubts(block, segment, at, from, known, bias);
  }
}

/** Makes the intervals of the last `lanes` lanes before `stop` empty: their rings lie beyond the last one asked for. */
function clearBeyond(stop: usize, lanes: u32): void {
  for (let k: u32 = 1; k <= lanes; k++) store<f32>(stop - ((<usize>k) << 2), 0.0, HALVES_AT);
}

/** Lists the intervals of a vector that are in doubt, and makes them empty. `known`: mask of the lanes not in doubt. */
function listDoubts(block: Block, segment: Segment, at: usize, from: usize, known: i32, bias: u32): void {
  const column = segment.column + (at - from);
  let doubts = <usize>block.doubtCount;
  const asked = <u32>block.askedLast;
  for (let k: u32 = 0; k < 4; k++) {
    if (((known >>> k) & 1) != 0) continue;
    const lane = at + ((<usize>k) << 2);
    const row = reinterpret<u32>(load<f32>(column + ((<usize>k) << 2), ROW)) + bias;
    store<u32>(lane, row, WEST_AT);
    store<u32>(lane, row, EAST_AT);
    store<u32>(lane, 0, WRAPS_AT);
    const r = <u32>segment.ring + <u32>((at - from) >>> 2) + k;
    if (r > asked) continue;
    const doubt = block.doubt(doubts++);
    doubt.satellite = segment.satellite;
    doubt.ring = r;
  }
  block.doubtCount = <u32>doubts;
}

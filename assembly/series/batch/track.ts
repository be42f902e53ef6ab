import { US_PER_MINUTE } from '../../constants';
import { gmst82 } from '../../frames';
import { FRAME_BYTES, WINDOW_EPOCHS, WINDOW_FRAMES } from '../../layout';
import { sgp4Fixed } from '../../sgp4/propagate';
import { QUICK_ERROR_KM, quickFixed } from '../../sgp4/quick';
import { OK } from '../../status';
import { epochUs } from '../../window';

/**
 * One satellite's way through the window, from positions every 12 minutes (nodes) by Lagrange's polynomial through
 * the ten nodes around a segment. Node n is at epoch 12 (n - 4), so that segment s lies between nodes s + 4 and s + 5 and
 * stands on nodes s to s + 9.
 *
 *   track: weights -> 12 x 10 f64 | scratch, 256 bytes | nodes -> x, y, z, state f64
 */
export const SEGMENT_EPOCHS: u32 = 12;
export const STENCIL_NODES: u32 = 10;
const BEFORE: u32 = 4;

const WEIGHTS: u32 = 0;
const SCRATCH: u32 = 960;
const NODES: u32 = 1216;
const NODE_BYTES: u32 = 32;
const NODE_STATE: u32 = 24;

const UNKNOWN: f64 = 0.0;
const KNOWN: f64 = 1.0;
const FAILED: f64 = 2.0;

/** Largest |(t - t0) .. (t - t9)| / 10! between the middle nodes: what a unit tenth difference errs by. */
const MIDDLE_ERROR: f64 = (0.5 * 1.5 * 2.5 * 3.5 * 4.5 * (0.5 * 1.5 * 2.5 * 3.5 * 4.5)) / 3628800.0;
/**
 * The tenth difference is taken as no more than this many of the eighth: 4 for the fastest wave that the nodes resolve,
 * 0.6 for a low orbit, twice that for its oblateness terms.
 */
const TENTH_SHARE: f64 = 4.0;
/** Sum of the absolute weights, 1.9 at most between the middle nodes. */
const NODE_SHARE: f64 = 2.0;


@inline
export function segmentCount(epochs: u32): u32 {
  return (epochs + SEGMENT_EPOCHS - 1) / SEGMENT_EPOCHS;
}

/** Bytes of a track through a window. */
export function trackBytes(epochs: u32): u32 {
  return NODES + (segmentCount(epochs) + STENCIL_NODES) * NODE_BYTES;
}

/** Writes the weights of the twelve epochs of a segment. */
export function placeTrack(track: usize): void {
  for (let phase: u32 = 0; phase < SEGMENT_EPOCHS; phase++) {
    const at = <f64>BEFORE + <f64>phase / <f64>SEGMENT_EPOCHS;
    for (let i: u32 = 0; i < STENCIL_NODES; i++) {
      let weight: f64 = 1.0;
      for (let j: u32 = 0; j < STENCIL_NODES; j++) {
        if (j != i) weight *= (at - <f64>j) / (<f64>i - <f64>j);
      }
      store<f64>(track + WEIGHTS + ((phase * STENCIL_NODES + i) << 3), weight);
    }
  }
}

/** Forgets the satellite that the track was of. */
export function startTrack(track: usize, epochs: u32): void {
  const nodes = segmentCount(epochs) + STENCIL_NODES;
  for (let n: u32 = 0; n < nodes; n++) store<f64>(nodeOf(track, n), UNKNOWN, NODE_STATE);
}

/** Where node n is kept. */
@inline
export function nodeOf(track: usize, n: u32): usize {
  return track + NODES + <usize>n * NODE_BYTES;
}

/** The node at which segment s begins; the next one is where it ends. */
@inline
export function firstNode(s: u32): u32 {
  return s + BEFORE;
}

/** Propagates the satellite to node n, if that was not done before; false where it fails. */
export function reachNode(window: usize, record: usize, track: usize, n: u32): bool {
  const node = nodeOf(track, n);
  if (load<f64>(node, NODE_STATE) == UNKNOWN) {
    const sound = nodePosition(window, record, <i32>n - <i32>BEFORE, track + SCRATCH);
    memory.copy(node, track + SCRATCH, 24);
    store<f64>(node, sound ? KNOWN : FAILED, NODE_STATE);
  }
  return load<f64>(node, NODE_STATE) == KNOWN;
}

/** The position `segments` after the window's start, to within QUICK_ERROR_KM; some nodes lie outside the window. */
function nodePosition(window: usize, record: usize, segments: i32, out: usize): bool {
  const k = segments * <i32>SEGMENT_EPOCHS;
  const tUs = epochUs(window, 0) + <f64>k * US_PER_MINUTE;
  let cosGmst: f64;
  let sinGmst: f64;
  if (k >= 0 && <u32>k < load<u32>(window, WINDOW_EPOCHS)) {
    const frame = <usize>load<u32>(window, WINDOW_FRAMES) + <usize>k * FRAME_BYTES;
    cosGmst = load<f64>(frame);
    sinGmst = load<f64>(frame, 8);
  } else {
    const gmst = gmst82(tUs);
    cosGmst = Math.cos(gmst);
    sinGmst = Math.sin(gmst);
  }
  return quickFixed(record, tUs, cosGmst, sinGmst, out) || sgp4Fixed(record, tUs, cosGmst, sinGmst, out) == OK;
}

/**
 * Positions (x, y, z in km, and a free f64) at those epochs of segment s whose bit is set in `epochs`, into `out`, 32 bytes
 * for each epoch of the segment. Returns by how much they may be off, km; NaN where a node fails.
 *
 * The error of Lagrange's polynomial is a tenth difference; the two eighth differences that the nodes have stand for it,
 * four times as large as theirs. Where the orbit is too sharp for the nodes, around a perigee, they are large.
 */
export function interpolate(window: usize, record: usize, track: usize, s: u32, epochs: u32, out: usize): f64 {
  for (let n: u32 = 0; n < STENCIL_NODES; n++) if (!reachNode(window, record, track, s + n)) return NaN;
  const stencil = nodeOf(track, s);
  for (let rest = epochs; rest != 0; rest &= rest - 1) {
    const phase = <u32>ctz(rest);
    const weights = track + WEIGHTS + phase * (STENCIL_NODES << 3);
    let xy = f64x2.splat(0.0);
    let z: f64 = 0.0;
    for (let n: u32 = 0; n < STENCIL_NODES; n++) {
      const node = stencil + n * NODE_BYTES;
      const weight = load<f64>(weights + (n << 3));
      xy = f64x2.add(xy, f64x2.mul(v128.load(node), f64x2.splat(weight)));
      z += load<f64>(node, 16) * weight;
    }
    v128.store(out + phase * 32, xy);
    store<f64>(out + phase * 32, z, 16);
  }
  let differences: f64 = 0.0;
  for (let axis: u32 = 0; axis < 24; axis += 8) {
    differences += Math.abs(eighthDifference(stencil + axis)) + Math.abs(eighthDifference(stencil + NODE_BYTES + axis));
  }
  return TENTH_SHARE * MIDDLE_ERROR * differences + NODE_SHARE * QUICK_ERROR_KM;
}


@inline
function eighthDifference(first: usize): f64 {
  return (
    load<f64>(first) +
    load<f64>(first, 8 * NODE_BYTES) -
    8.0 * (load<f64>(first, NODE_BYTES) + load<f64>(first, 7 * NODE_BYTES)) +
    28.0 * (load<f64>(first, 2 * NODE_BYTES) + load<f64>(first, 6 * NODE_BYTES)) -
    56.0 * (load<f64>(first, 3 * NODE_BYTES) + load<f64>(first, 5 * NODE_BYTES)) +
    70.0 * load<f64>(first, 4 * NODE_BYTES)
  );
}

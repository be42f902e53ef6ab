import { Arc } from '../../records/arc';
import { Satellite } from '../../records/satellite';
import { Scratch } from '../../records/scratch';
import { EPOCHS_BEYOND, Window } from '../../records/window';
import { Work } from '../../records/work';
import { OK } from '../../status';
import { positionAt } from '../../window';
import { coveredExactly } from './decide';
import { spanEnd, spanFrom } from './spans';

/**
 * The way of a deep-space satellite through a window, as arcs of 36 minutes: each a cubic in Bezier's form, four points (x,
 * y, z in km, Earth-fixed) lane by lane, and how far the arc may be off.
 */
const ARC_EPOCHS: u32 = EPOCHS_BEYOND;

/** Where a cubic through four instants errs most: behind the first and before the last one; and in the middle. */
const CHECK_EPOCHS: u32 = 5;
/** Errors are taken for so many times as large as what is seen there, and so much more: f32 rounds to 8 m. */
const ERROR_FACTOR: f64 = 4.0;
const ERROR_FLOOR_KM: f64 = 0.2;
/** Arcs that are off by more decide nothing; nor do those of satellites that may dip into the air within them. */
const LARGEST_ERROR_KM: f64 = 200.0;
const LOWEST_RADIUS_KM: f64 = 7400.0;
/** With fewer useful arcs, skipping ahead is quicker. */
const USEFUL_SHARE: f64 = 0.75;


@inline
function arcCount(epochs: u32): u32 {
  return (epochs + ARC_EPOCHS - 1) / ARC_EPOCHS;
}

/** Bytes of a track through a window. */
export function trackBytes(epochs: u32): u32 {
  return arcCount(epochs) * <u32>offsetof<Arc>();
}

/** Writes the track of a satellite; false where it will not do. */
export function fitTrack(window: Window, record: Satellite, track: usize, scratch: Scratch): bool {
  const arcs = arcCount(window.epochs);
  const points = scratch.room;
  let useful: u32 = 0;
  // The first point of an arc is the last one of the arc before.
  let sound = pointAt(window, record, 0, scratch, points + 72);
  for (let i: u32 = 0; i < arcs; i++) {
    const arc = changetype<Arc>(track + <usize>i * offsetof<Arc>());
    const k = i * ARC_EPOCHS;
    memory.copy(points, points + 72, 24);
    let all = sound;
    for (let j: u32 = 1; j <= 3; j++) {
      sound = pointAt(window, record, k + (j * ARC_EPOCHS) / 3, scratch, points + j * 24);
      all = all && sound;
    }
    let error = Infinity;
    if (all) {
      storeArc(arc, points);
      const before = errorAt(window, record, arc, k, CHECK_EPOCHS, scratch);
      const after = errorAt(window, record, arc, k, ARC_EPOCHS - CHECK_EPOCHS, scratch);
      const between = errorAt(window, record, arc, k, ARC_EPOCHS / 2, scratch);
      error = ERROR_FACTOR * max(between, max(before, after)) + ERROR_FLOOR_KM;
    }
    // NaN is none either.
    if (error <= LARGEST_ERROR_KM) useful++;
    else error = Infinity;
    arc.error = <f32>error;
  }
  return <f64>useful >= USEFUL_SHARE * <f64>arcs;
}

/** The position at epoch k into `out`, 24 bytes; false where it fails or is low. */
function pointAt(window: Window, record: Satellite, k: u32, scratch: Scratch, out: usize): bool {
  const sound = positionAt(window, record, k, scratch) == OK;
  const state = scratch.state;
  const x = state.x;
  const y = state.y;
  const z = state.z;
  store<f64>(out, x);
  store<f64>(out, y, 8);
  store<f64>(out, z, 16);
  return sound && x * x + y * y + z * z > LOWEST_RADIUS_KM * LOWEST_RADIUS_KM;
}

/** The cubic through four points that lie thirds of the arc apart. */
function storeArc(arc: Arc, points: usize): void {
  for (let axis: u32 = 0; axis < 3; axis++) {
    const to = changetype<usize>(arc) + (axis << 4);
    const p0 = load<f64>(points + (axis << 3));
    const p1 = load<f64>(points + (axis << 3), 24);
    const p2 = load<f64>(points + (axis << 3), 48);
    const p3 = load<f64>(points + (axis << 3), 72);
    store<f32>(to, <f32>p0);
    store<f32>(to, <f32>((-5.0 * p0 + 18.0 * p1 - 9.0 * p2 + 2.0 * p3) / 6.0), 4);
    store<f32>(to, <f32>((2.0 * p0 - 9.0 * p1 + 18.0 * p2 - 5.0 * p3) / 6.0), 8);
    store<f32>(to, <f32>p3, 12);
  }
}

/** How far the arc that begins at epoch k is off, so many epochs later; infinite where that cannot be told. */
function errorAt(window: Window, record: Satellite, arc: Arc, k: u32, later: u32, scratch: Scratch): f64 {
  const state = scratch.state;
  if (!pointAt(window, record, k + later, scratch, changetype<usize>(state))) return Infinity;
  const weights = weightsOf(later);
  const dx = <f64>sum(f32x4.mul(weights, arc.x)) - state.x;
  const dy = <f64>sum(f32x4.mul(weights, arc.y)) - state.y;
  const dz = <f64>sum(f32x4.mul(weights, arc.z)) - state.z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** What the four points of an arc count for, so many epochs after its begin. */
@inline
function weightsOf(later: u32): v128 {
  const s = <f32>later / <f32>ARC_EPOCHS;
  const u = <f32>1.0 - s;
  let weights = f32x4.splat(u * u * u);
  weights = f32x4.replace_lane(weights, 1, <f32>3.0 * u * u * s);
  weights = f32x4.replace_lane(weights, 2, <f32>3.0 * u * s * s);
  return f32x4.replace_lane(weights, 3, s * s * s);
}


@inline
function sum(x: v128): f32 {
  const pairs = f32x4.add(x, i8x16.shuffle(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

/**
 * Adds to the work's counts the epochs of its spans at which the satellite covers the site.
 *
 * An arc lies within its four points' hull. Height above the site's minimum elevation, n d - S |d|, is concave, so that it
 * is nowhere below the least of the four; and with a unit vector e in place of d / |d| it is linear and nowhere lower.
 */
export function countTrack(work: Work): void {
  const all = work.allSpans;
  for (let i: u32 = 0; i < all; i++) {
    const span = work.span(i);
    const end = spanEnd(span);
    for (let k = spanFrom(span); k < end;) {
      const next = min(end, (k / ARC_EPOCHS + 1) * ARC_EPOCHS);
      countArc(work, k, next);
      k = next;
    }
  }
}

/** Epochs [from, end), all of one arc. */
function countArc(work: Work, from: u32, end: u32): void {
  const site = work.site;
  const first = (from / ARC_EPOCHS) * ARC_EPOCHS;
  const arc = changetype<Arc>(work.fitted + <usize>(from / ARC_EPOCHS) * offsetof<Arc>());
  const error = <f32>2.0 * arc.error;
  const sine = <f32>work.satellite.sinMinElevation;
  const x = f32x4.sub(arc.x, f32x4.splat(<f32>site.x));
  const y = f32x4.sub(arc.y, f32x4.splat(<f32>site.y));
  const z = f32x4.sub(arc.z, f32x4.splat(<f32>site.z));
  const height = f32x4.add(
    f32x4.add(f32x4.mul(x, f32x4.splat(<f32>site.upX)), f32x4.mul(y, f32x4.splat(<f32>site.upY))),
    f32x4.mul(z, f32x4.splat(<f32>site.upZ)),
  );
  let covered = false;
  let known = false;
  if (error < Infinity) {
    const ex = sum(x);
    const ey = sum(y);
    const ez = sum(z);
    const share = sine / Mathf.sqrt(ex * ex + ey * ey + ez * ez);
    const along = f32x4.add(
      f32x4.add(f32x4.mul(x, f32x4.splat(ex)), f32x4.mul(y, f32x4.splat(ey))),
      f32x4.mul(z, f32x4.splat(ez)),
    );
    const highest = f32x4.sub(height, f32x4.mul(along, f32x4.splat(share)));
    known = i32x4.all_true(f32x4.lt(highest, f32x4.splat(-error)));
    if (!known) {
      covered = i32x4.all_true(f32x4.gt(marginOf(height, x, y, z, sine), f32x4.splat(error)));
      known = covered;
    }
  }
  if (known && !covered) return;
  for (let k = from; k < end; k++) {
    if (!known) {
      let margin: f32 = 0.0;
      if (error < Infinity) {
        const weights = weightsOf(k - first);
        const dx = sum(f32x4.mul(weights, x));
        const dy = sum(f32x4.mul(weights, y));
        const dz = sum(f32x4.mul(weights, z));
        margin = sum(f32x4.mul(weights, height)) - sine * Mathf.sqrt(dx * dx + dy * dy + dz * dz);
      }
      covered = error < Infinity && Mathf.abs(margin) > error ? margin > 0.0 : coveredExactly(work, <i32>k);
    }
    if (!covered) continue;
    work.countAt(k);
  }
}

/** Height above the horizon less what the minimum elevation asks for, km: covers() where it is not negative. */
@inline
function marginOf(height: v128, x: v128, y: v128, z: v128, sine: f32): v128 {
  const square = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  return f32x4.sub(height, f32x4.mul(f32x4.splat(sine), f32x4.sqrt(square)));
}

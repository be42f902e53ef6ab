import { Arc } from '../../../records/bySite/arc';
import { Satellite } from '../../../records/sgp4/satellite';
import { Scratch } from '../../../records/sgp4/scratch';
import { EPOCHS_BEYOND, Window } from '../../../records/window';
import { OK } from '../../../status';
import { positionAt } from '../../../window';

/**
 * Epochs of an arc. The ephemeris of a deep-space satellite in a window is made of arcs of 36 minutes. An arc is a
 * cubic in Bezier form: four points (x, y, z in km, Earth-fixed), one in each lane, and a bound of its error.
 */
export const ARC_EPOCHS: u32 = EPOCHS_BEYOND;

/**
 * Distance in epochs from an arc's ends at which its error is checked, besides the middle: a cubic through four
 * instants errs most between the first two, between the last two, and in the middle.
 */
const CHECK_EPOCHS: u32 = 5;
/** An arc's error bound is this factor times the largest error that was seen at the checks, plus ERROR_FLOOR_KM. */
const ERROR_FACTOR: f64 = 4.0;
/** Constant part of an arc's error bound; f32 rounds coordinates below 131,072 km to 8 m. */
const ERROR_FLOOR_KM: f64 = 0.2;
/** Largest error bound of a useful arc; an arc with a larger one decides nothing. */
const LARGEST_ERROR_KM: f64 = 200.0;
/**
 * Least distance of an arc's points from the Earth's centre: with a smaller one the satellite may dip below 90 km
 * within the arc, which then decides nothing.
 */
const LOWEST_RADIUS_KM: f64 = 7400.0;
/**
 * Least share, 0 to 1, of a satellite's arcs that must be useful. With fewer, the satellite gets a table of positions
 * or, without room for one, is counted by skipping ahead (occupancy/bySite/nextCovered.ts).
 */
const USEFUL_SHARE: f64 = 0.75;


@inline
function arcCount(epochs: u32): u32 {
  return (epochs + ARC_EPOCHS - 1) / ARC_EPOCHS;
}

/** Bytes of the ephemeris of a deep-space satellite. */
export function deepEphemerisBytes(epochs: u32): u32 {
  return arcCount(epochs) * <u32>offsetof<Arc>();
}

/** Fits the ephemeris of a deep-space satellite to `out`; returns false if too few of its arcs are useful. */
export function fitDeep(window: Window, record: Satellite, out: usize, scratch: Scratch): bool {
  const arcs = arcCount(window.epochs);
  const points = scratch.room;
  let useful: u32 = 0;
  // The first point of an arc is the last one of the arc before.
  let sound = pointAt(window, record, 0, scratch, points + 72);
  for (let i: u32 = 0; i < arcs; i++) {
    const arc = changetype<Arc>(out + <usize>i * offsetof<Arc>());
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
    // A NaN counts as useless, too.
    if (error <= LARGEST_ERROR_KM) useful++;
    else error = Infinity;
    arc.error = <f32>error;
  }
  return <f64>useful >= USEFUL_SHARE * <f64>arcs;
}

/**
 * Writes the position at epoch k to `out`, 24 bytes; returns false if the satellite cannot be propagated, or is below
 * LOWEST_RADIUS_KM.
 */
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

/** Stores the cubic through four points (f64 x, y, z) that lie a third of the arc apart. */
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

/** Error, in km, of the arc that starts at epoch k, `later` epochs after its start; infinite if it is not known. */
function errorAt(window: Window, record: Satellite, arc: Arc, k: u32, later: u32, scratch: Scratch): f64 {
  const state = scratch.state;
  if (!pointAt(window, record, k + later, scratch, changetype<usize>(state))) return Infinity;
  const weights = weightsOf(later);
  const dx = <f64>sum(f32x4.mul(weights, arc.x)) - state.x;
  const dy = <f64>sum(f32x4.mul(weights, arc.y)) - state.y;
  const dz = <f64>sum(f32x4.mul(weights, arc.z)) - state.z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Weights of the four points of an arc, `later` whole epochs after its start. */
@inline
export function weightsOf(later: u32): v128 {
  return weightsAt(<f32>later);
}

/** Weights of the four points of an arc, `later` epochs after its start, whole or not. */
@inline
export function weightsAt(later: f32): v128 {
  const s = later / <f32>ARC_EPOCHS;
  const u = <f32>1.0 - s;
  let weights = f32x4.splat(u * u * u);
  weights = f32x4.replace_lane(weights, 1, <f32>3.0 * u * u * s);
  weights = f32x4.replace_lane(weights, 2, <f32>3.0 * u * s * s);
  return f32x4.replace_lane(weights, 3, s * s * s);
}


@inline
export function sum(x: v128): f32 {
  const pairs = f32x4.add(x, i8x16.shuffle(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

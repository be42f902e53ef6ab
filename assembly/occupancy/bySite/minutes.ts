import { Satellite } from '../../records/satellite';
import { Scratch } from '../../records/scratch';
import { Window } from '../../records/window';
import { Work } from '../../records/work';
import { OK } from '../../status';
import { positionAt } from '../../window';
import { coveredExactly } from './decide';
import { spanEnd, spanFrom } from './spans';

/**
 * The positions of a satellite at every epoch of a window, Earth-fixed: x, y and z in planes of f32 (km), NaN where it
 * cannot be propagated. For the few that nothing simpler tells the way of.
 */
const AT_ONCE: u32 = 4;
/** f32 rounds coordinates below 65,536 km to 4 m, and what follows from them by as much again a few times. */
const ERROR_KM: f32 = 0.05;
const LARGEST_KM: f64 = 60000.0;

/** Bytes of a plane, and a little more than a third of a table. */
@inline
function planeBytes(epochs: u32): u32 {
  return ((epochs + AT_ONCE - 1) / AT_ONCE) * (AT_ONCE << 2);
}

/** Bytes of the positions of one satellite. */
export function minutesBytes(epochs: u32): u32 {
  return 3 * planeBytes(epochs);
}

/** Writes the positions; false where they are too far for it. */
export function fillMinutes(window: Window, record: Satellite, minutes: usize, scratch: Scratch): bool {
  const epochs = window.epochs;
  const plane = <usize>planeBytes(epochs);
  for (let k: u32 = 0; k < epochs; k++) {
    const at = minutes + ((<usize>k) << 2);
    const sound = positionAt(window, record, k, scratch) == OK;
    for (let axis: usize = 0; axis < 3; axis++) {
      const value = load<f64>(changetype<usize>(scratch) + (axis << 3));
      if (sound && !(Math.abs(value) < LARGEST_KM)) return false;
      store<f32>(at + axis * plane, sound ? <f32>value : NaN);
    }
  }
  return true;
}

/** Adds to the work's counts the epochs of its spans at which the satellite covers the site. */
export function countMinutes(work: Work): void {
  const all = work.allSpans;
  for (let i: u32 = 0; i < all; i++) {
    const span = work.span(i);
    const end = spanEnd(span);
    for (let k = spanFrom(span); k < end; k = (k | (AT_ONCE - 1)) + 1) {
      const last = min(end - 1, k | (AT_ONCE - 1));
      countFour(work, k, last);
    }
  }
}

/** Epochs first to last, of the same four. */
@inline
function countFour(work: Work, first: u32, last: u32): void {
  const site = work.site;
  const plane = <usize>planeBytes(work.window.epochs);
  const base = first & ~(AT_ONCE - 1);
  const at = work.fitted + ((<usize>base) << 2);
  const x = f32x4.sub(v128.load(at), f32x4.splat(<f32>site.x));
  const y = f32x4.sub(v128.load(at + plane), f32x4.splat(<f32>site.y));
  const z = f32x4.sub(v128.load(at + 2 * plane), f32x4.splat(<f32>site.z));
  const height = f32x4.add(
    f32x4.add(f32x4.mul(x, f32x4.splat(<f32>site.upX)), f32x4.mul(y, f32x4.splat(<f32>site.upY))),
    f32x4.mul(z, f32x4.splat(<f32>site.upZ)),
  );
  const square = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const sine = f32x4.splat(<f32>work.satellite.sinMinElevation);
  const margin = f32x4.sub(height, f32x4.mul(sine, f32x4.sqrt(square)));
  const possible = i32x4.bitmask(f32x4.gt(margin, f32x4.splat(-ERROR_KM)));
  if (possible == 0) return;
  const certain = i32x4.bitmask(f32x4.gt(margin, f32x4.splat(ERROR_KM)));
  for (let k = first; k <= last; k++) {
    const bit = 1 << (k - base);
    if ((possible & bit) == 0) continue;
    if ((certain & bit) == 0 && !coveredExactly(work, <i32>k)) continue;
    work.countAt(k);
  }
}

import { US_PER_MINUTE } from './constants';
import { gmst82 } from './frames';
import { DeepSatellite, ResonanceStep, Satellite } from './records/satellite';
import { PositionPair } from './records/state';
import { EPOCHS_BEYOND, Window } from './records/window';
import { fixedAt, fixedPair } from './sgp4/fixedPair';
import { keepSteps } from './sgp4/resonance';
import { OK } from './status';

/** Fills the sidereal-time table of a window. */
export function fillFrames(window: Window): void {
  const epochs = window.epochs + EPOCHS_BEYOND;
  for (let k: u32 = 0; k < epochs; k++) {
    const angle = gmst82(window.epochUs(k));
    const frame = window.frame(k);
    frame.cosGmst = Math.cos(angle);
    frame.sinGmst = Math.sin(angle);
  }
}

/** Keeps the states of the resonance integrator that the window needs in its deep-space records. `scratch`: 256 bytes. */
export function keepWindowSteps(window: Window, scratch: usize): void {
  const near = window.nearCount;
  const last = window.epochUs(window.epochs - 1);
  for (let i: u32 = 0; i < window.deepCount; i++) {
    const record = changetype<DeepSatellite>(window.satellite(near + i));
    const epoch = record.epochUs;
    const from = (window.epochUs(0) - epoch) / US_PER_MINUTE;
    keepSteps(record, from, (last - epoch) / US_PER_MINUTE, changetype<ResonanceStep>(scratch));
  }
}

/** Earth-fixed position of a satellite at epoch k into `out` (scratch of 256 bytes); returns its status. */
export function positionAt(window: Window, record: Satellite, k: u32, out: usize): i32 {
  const frame = window.frame(k);
  return fixedAt(record, window.epochUs(k), frame.cosGmst, frame.sinGmst, false, out);
}

/** Position as positionAt has it, with the inertial velocity (km/s, along the Earth-fixed axes) behind it. */
export function stateAt(window: Window, record: Satellite, k: u32, out: usize): i32 {
  const frame = window.frame(k);
  return fixedAt(record, window.epochUs(k), frame.cosGmst, frame.sinGmst, true, out);
}

/**
 * positionAt of one satellite at two epochs: x of k0, x of k1, the two y, the two z into `out` (scratch of 256 bytes),
 * NaN where it fails. Returns the status at k0, and that at k1 times 256.
 */
export function positionsAt2(window: Window, record: Satellite, k0: u32, k1: u32, out: usize): i32 {
  return pairAt(window, record, record, k0, k1, out);
}

/**
 * positionAt of the satellites [from, to) at epoch k: the coordinates of each into `x`, `y` and `z`, `strideBytes` from
 * those of the one before; NaN where it fails. Returns how many fail. `scratch`: 256 bytes.
 */
export function rangePositions(
  window: Window,
  k: u32,
  from: u32,
  to: u32,
  scratch: usize,
  x: usize,
  y: usize,
  z: usize,
  strideBytes: u32,
): u32 {
  const stride = <usize>strideBytes;
  const near = min(to, window.nearCount);
  const pair = changetype<PositionPair>(scratch);
  let failed: u32 = 0;
  for (let index = from; index < to;) {
    // Near-earth satellites are paired with near-earth ones.
    const last = index < near ? near - 1 : to - 1;
    const record = window.satellite(index);
    const partner = index < last ? window.satellite(index + 1) : record;
    const status = pairAt(window, record, partner, k, k, scratch);
    failed += u32((status & 0xff) != OK);
    store<f64>(x, pair.x0);
    store<f64>(y, pair.y0);
    store<f64>(z, pair.z0);
    if (index < last) {
      failed += u32(status >>> 8 != OK);
      store<f64>(x + stride, pair.x1);
      store<f64>(y + stride, pair.y1);
      store<f64>(z + stride, pair.z1);
      index++;
      x += stride;
      y += stride;
      z += stride;
    }
    index++;
    x += stride;
    y += stride;
    z += stride;
  }
  return failed;
}

/**
 * Positions of one satellite at epochs [from, to) as x, y, z (km, Earth-fixed) into `out`; NaN where it fails.
 * Returns how many epochs failed. `scratch`: 256 bytes.
 */
export function trackPositions(window: Window, index: u32, from: u32, to: u32, scratch: usize, out: usize): u32 {
  const record = window.satellite(index);
  const pair = changetype<PositionPair>(scratch);
  let failed: u32 = 0;
  for (let k = from; k < to; k += 2, out += 48) {
    const two = k + 1 < to;
    const status = positionsAt2(window, record, k, two ? k + 1 : k, scratch);
    failed += u32((status & 0xff) != OK);
    store<f64>(out, pair.x0);
    store<f64>(out, pair.y0, 8);
    store<f64>(out, pair.z0, 16);
    if (!two) break;
    failed += u32(status >>> 8 != OK);
    store<f64>(out, pair.x1, 24);
    store<f64>(out, pair.y1, 32);
    store<f64>(out, pair.z1, 40);
  }
  return failed;
}


@inline
function pairAt(window: Window, a: Satellite, b: Satellite, k0: u32, k1: u32, out: usize): i32 {
  const frame0 = window.frame(k0);
  const frame1 = window.frame(k1);
  return fixedPair(
    a,
    b,
    window.epochUs(k0),
    window.epochUs(k1),
    frame0.cosGmst,
    frame1.cosGmst,
    frame0.sinGmst,
    frame1.sinGmst,
    false,
    out,
  );
}

/**
 * Looks at each of the satellites [from, to) every `step` epochs, and at every epoch of those that fail at one of them
 * or whose orbit may dip into the air (boundMotion is certain of nothing about them): per satellite two i32 into `out`,
 * its first failing epoch (-1: none seen) and how many fail. `scratch`: 256 bytes.
 */
export function surveyFailures(window: Window, from: u32, to: u32, step: u32, scratch: usize, out: usize): void {
  for (let index = from; index < to; index++, out += 8) {
    const record = window.satellite(index);
    const sound = record.certainRad > 0.0;
    if (sound && countFailures(window, record, step, scratch, out) == 0) continue;
    countFailures(window, record, 1, scratch, out);
  }
}

function countFailures(window: Window, record: Satellite, step: u32, scratch: usize, out: usize): u32 {
  const epochs = window.epochs;
  let first: i32 = -1;
  let count: u32 = 0;
  for (let k: u32 = 0; k < epochs; k += step) {
    if (positionAt(window, record, k, scratch) == OK) continue;
    if (first < 0) first = <i32>k;
    count++;
  }
  store<i32>(out, first);
  store<u32>(out, count, 4);
  return count;
}

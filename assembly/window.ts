import { US_PER_MINUTE } from './constants';
import { gmst82 } from './frames';
import {
  EPOCHS_BEYOND,
  FRAME_BYTES,
  WINDOW_DEEP_COUNT,
  WINDOW_DEEP_RECORDS,
  WINDOW_EPOCHS,
  WINDOW_FRAMES,
  WINDOW_NEAR_COUNT,
  WINDOW_NEAR_RECORDS,
  WINDOW_START_US,
} from './layout';
import { DEEP_RECORD_BYTES, DeepSatellite, NEAR_RECORD_BYTES, ResonanceStep, Satellite } from './records/satellite';
import { keepSteps } from './sgp4/resonance';
import { fixedAt, fixedPair } from './sgp4/fixedPair';
import { OK } from './status';

/** Fills the sidereal-time table of a window. */
export function fillFrames(window: usize): void {
  const epochs = load<u32>(window, WINDOW_EPOCHS) + EPOCHS_BEYOND;
  const frames = <usize>load<u32>(window, WINDOW_FRAMES);
  for (let k: u32 = 0; k < epochs; k++) {
    const angle = gmst82(epochUs(window, k));
    store<f64>(frames + k * FRAME_BYTES, Math.cos(angle));
    store<f64>(frames + k * FRAME_BYTES, Math.sin(angle), 8);
  }
}

/** Keeps the states of the resonance integrator that the window needs in its deep-space records. `scratch`: 256 bytes. */
export function keepWindowSteps(window: usize, scratch: usize): void {
  const near = load<u32>(window, WINDOW_NEAR_COUNT);
  const last = epochUs(window, load<u32>(window, WINDOW_EPOCHS) - 1);
  for (let i: u32 = 0; i < load<u32>(window, WINDOW_DEEP_COUNT); i++) {
    const record = changetype<DeepSatellite>(satelliteRecord(window, near + i));
    const epoch = record.epochUs;
    const from = (epochUs(window, 0) - epoch) / US_PER_MINUTE;
    keepSteps(record, from, (last - epoch) / US_PER_MINUTE, changetype<ResonanceStep>(scratch));
  }
}

/** Microseconds since 1970 of epoch k: exact. */
@inline
export function epochUs(window: usize, k: u32): f64 {
  return load<f64>(window, WINDOW_START_US) + <f64>k * US_PER_MINUTE;
}

/** Cosine and sine of the sidereal time at epoch k. */
@inline
function frameAt(window: usize, k: u32): usize {
  return <usize>load<u32>(window, WINDOW_FRAMES) + <usize>k * FRAME_BYTES;
}

/** Record of satellite `index`: the near-earth ones first, then the deep-space ones. */
@inline
export function satelliteRecord(window: usize, index: u32): Satellite {
  const near = load<u32>(window, WINDOW_NEAR_COUNT);
  return changetype<Satellite>(
    index < near
      ? <usize>load<u32>(window, WINDOW_NEAR_RECORDS) + <usize>index * NEAR_RECORD_BYTES
      : <usize>load<u32>(window, WINDOW_DEEP_RECORDS) + <usize>(index - near) * DEEP_RECORD_BYTES,
  );
}

/** Earth-fixed position of a satellite at epoch k into `out` (scratch of 256 bytes); returns its status. */
export function positionAt(window: usize, record: Satellite, k: u32, out: usize): i32 {
  const frame = frameAt(window, k);
  return fixedAt(record, epochUs(window, k), load<f64>(frame), load<f64>(frame, 8), false, out);
}

/** As positionAt, with the inertial velocity (km/s, along the Earth-fixed axes) behind the position. */
export function stateAt(window: usize, record: Satellite, k: u32, out: usize): i32 {
  const frame = frameAt(window, k);
  return fixedAt(record, epochUs(window, k), load<f64>(frame), load<f64>(frame, 8), true, out);
}

/**
 * positionAt of one satellite at two epochs: x of k0, x of k1, the two y, the two z into `out` (scratch of 256 bytes),
 * NaN where it fails. Returns the status at k0, and that at k1 times 256.
 */
export function positionsAt2(window: usize, record: Satellite, k0: u32, k1: u32, out: usize): i32 {
  return pairAt(window, record, record, k0, k1, out);
}

/**
 * positionAt of the satellites [from, to) at epoch k: the coordinates of each into `x`, `y` and `z`, `strideBytes` from
 * those of the one before; NaN where it fails. Returns how many fail. `scratch`: 256 bytes.
 */
export function rangePositions(
  window: usize,
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
  const near = min(to, load<u32>(window, WINDOW_NEAR_COUNT));
  let failed: u32 = 0;
  for (let index = from; index < to;) {
    // Near-earth satellites are paired with near-earth ones.
    const last = index < near ? near - 1 : to - 1;
    const record = satelliteRecord(window, index);
    const partner = index < last ? satelliteRecord(window, index + 1) : record;
    const status = pairAt(window, record, partner, k, k, scratch);
    failed += u32((status & 0xff) != OK);
    store<f64>(x, load<f64>(scratch));
    store<f64>(y, load<f64>(scratch, 16));
    store<f64>(z, load<f64>(scratch, 32));
    if (index < last) {
      failed += u32(status >>> 8 != OK);
      store<f64>(x + stride, load<f64>(scratch, 8));
      store<f64>(y + stride, load<f64>(scratch, 24));
      store<f64>(z + stride, load<f64>(scratch, 40));
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
export function trackPositions(window: usize, index: u32, from: u32, to: u32, scratch: usize, out: usize): u32 {
  const record = satelliteRecord(window, index);
  let failed: u32 = 0;
  for (let k = from; k < to; k += 2, out += 48) {
    const two = k + 1 < to;
    const status = positionsAt2(window, record, k, two ? k + 1 : k, scratch);
    failed += u32((status & 0xff) != OK);
    store<f64>(out, load<f64>(scratch));
    store<f64>(out, load<f64>(scratch, 16), 8);
    store<f64>(out, load<f64>(scratch, 32), 16);
    if (!two) break;
    failed += u32(status >>> 8 != OK);
    store<f64>(out, load<f64>(scratch, 8), 24);
    store<f64>(out, load<f64>(scratch, 24), 32);
    store<f64>(out, load<f64>(scratch, 40), 40);
  }
  return failed;
}


@inline
function pairAt(window: usize, a: Satellite, b: Satellite, k0: u32, k1: u32, out: usize): i32 {
  const frame0 = frameAt(window, k0);
  const frame1 = frameAt(window, k1);
  return fixedPair(
    a,
    b,
    epochUs(window, k0),
    epochUs(window, k1),
    load<f64>(frame0),
    load<f64>(frame1),
    load<f64>(frame0, 8),
    load<f64>(frame1, 8),
    false,
    out,
  );
}

/**
 * Looks at each of the satellites [from, to) every `step` epochs, and at every epoch of those that fail at one of them
 * or whose orbit may dip into the air (boundMotion is certain of nothing about them): per satellite two i32 into `out`,
 * its first failing epoch (-1: none seen) and how many fail. `scratch`: 256 bytes.
 */
export function surveyFailures(window: usize, from: u32, to: u32, step: u32, scratch: usize, out: usize): void {
  for (let index = from; index < to; index++, out += 8) {
    const record = satelliteRecord(window, index);
    const sound = record.certainRad > 0.0;
    if (sound && countFailures(window, record, step, scratch, out) == 0) continue;
    countFailures(window, record, 1, scratch, out);
  }
}

function countFailures(window: usize, record: Satellite, step: u32, scratch: usize, out: usize): u32 {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
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

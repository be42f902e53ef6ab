import { US_PER_MINUTE } from './constants';
import { gmst82 } from './frames';
import {
  FRAME_BYTES,
  SATELLITE_CERTAIN_RAD,
  WINDOW_DEEP_RECORDS,
  WINDOW_EPOCHS,
  WINDOW_FRAMES,
  WINDOW_NEAR_COUNT,
  WINDOW_NEAR_RECORDS,
  WINDOW_START_US,
} from './layout';
import { DEEP_RECORD_BYTES, NEAR_RECORD_BYTES } from './sgp4/record';
import { sgp4Fixed, sgp4FixedState } from './sgp4/propagate';
import { OK } from './status';

/** Fills the sidereal-time table of a window. */
export function fillFrames(window: usize): void {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
  const frames = <usize>load<u32>(window, WINDOW_FRAMES);
  for (let k: u32 = 0; k < epochs; k++) {
    const angle = gmst82(epochUs(window, k));
    store<f64>(frames + k * FRAME_BYTES, Math.cos(angle));
    store<f64>(frames + k * FRAME_BYTES, Math.sin(angle), 8);
  }
}

/** Microseconds since 1970 of epoch k: exact. */
@inline
export function epochUs(window: usize, k: u32): f64 {
  return load<f64>(window, WINDOW_START_US) + <f64>k * US_PER_MINUTE;
}

/** Record of satellite `index`: the near-earth ones first, then the deep-space ones. */
@inline
export function satelliteRecord(window: usize, index: u32): usize {
  const near = load<u32>(window, WINDOW_NEAR_COUNT);
  return index < near
    ? <usize>load<u32>(window, WINDOW_NEAR_RECORDS) + <usize>index * NEAR_RECORD_BYTES
    : <usize>load<u32>(window, WINDOW_DEEP_RECORDS) + <usize>(index - near) * DEEP_RECORD_BYTES;
}

/** Earth-fixed position of a satellite at epoch k into `out` (scratch of 256 bytes); returns its status. */
@inline
export function positionAt(window: usize, record: usize, k: u32, out: usize): i32 {
  const frame = <usize>load<u32>(window, WINDOW_FRAMES) + <usize>k * FRAME_BYTES;
  return sgp4Fixed(record, epochUs(window, k), load<f64>(frame), load<f64>(frame, 8), out);
}

/** As positionAt, with the inertial velocity behind the position: see sgp4FixedState. */
@inline
export function stateAt(window: usize, record: usize, k: u32, out: usize): i32 {
  const frame = <usize>load<u32>(window, WINDOW_FRAMES) + <usize>k * FRAME_BYTES;
  return sgp4FixedState(record, epochUs(window, k), load<f64>(frame), load<f64>(frame, 8), out);
}

/**
 * Positions of one satellite at epochs [from, to) as x, y, z (km, Earth-fixed) into `out`; NaN where it fails.
 * Returns how many epochs failed. `scratch`: 256 bytes.
 */
export function trackPositions(window: usize, index: u32, from: u32, to: u32, scratch: usize, out: usize): u32 {
  const record = satelliteRecord(window, index);
  let failed: u32 = 0;
  for (let k = from; k < to; k++, out += 24) {
    if (positionAt(window, record, k, scratch) == OK) {
      memory.copy(out, scratch, 24);
    } else {
      failed++;
      store<f64>(out, NaN);
      store<f64>(out, NaN, 8);
      store<f64>(out, NaN, 16);
    }
  }
  return failed;
}

/**
 * Looks at each of the satellites [from, to) every `step` epochs, and at every epoch of those that fail at one of them
 * or whose orbit may dip into the air (boundMotion is certain of nothing about them): per satellite two i32 into `out`,
 * its first failing epoch (-1: none seen) and how many fail. `scratch`: 256 bytes.
 */
export function surveyFailures(window: usize, from: u32, to: u32, step: u32, scratch: usize, out: usize): void {
  for (let index = from; index < to; index++, out += 8) {
    const record = satelliteRecord(window, index);
    const sound = load<f64>(record, SATELLITE_CERTAIN_RAD) > 0.0;
    if (sound && countFailures(window, record, step, scratch, out) == 0) continue;
    countFailures(window, record, 1, scratch, out);
  }
}

function countFailures(window: usize, record: usize, step: u32, scratch: usize, out: usize): u32 {
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

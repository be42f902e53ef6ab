import { US_PER_MINUTE } from './constants';
import { writeInstant } from './frames';
import { DeepSatellite, Satellite } from './records/sgp4/satellite';
import { Scratch } from './records/sgp4/scratch';
import { EPOCHS_BEYOND, Window } from './records/window';
import { fixedAt, fixedPair } from './sgp4/fixedPair';
import { keepSteps } from './sgp4/resonance';
import { OK } from './status';

/** Writes a window's instants: of all epochs, and of EPOCHS_BEYOND minutes after the last. */
export function fillInstants(window: Window): void {
  const epochs = window.epochs + EPOCHS_BEYOND;
  for (let k: u32 = 0; k < epochs; k++) writeInstant(window.instant(k), window.epochUs(k));
}

/**
 * Stores in a window's deep-space records the states of the resonance integrator from which propagation to the window's
 * epochs starts. Without them each propagation of a resonant satellite would integrate from the epoch of its elements.
 */
export function keepWindowSteps(window: Window, scratch: Scratch): void {
  const near = window.nearCount;
  const last = window.epochUs(window.epochs - 1);
  for (let i: u32 = 0; i < window.deepCount; i++) {
    const record = changetype<DeepSatellite>(window.satellite(near + i));
    const epoch = record.epochUs;
    const from = (window.epochUs(0) - epoch) / US_PER_MINUTE;
    keepSteps(record, from, (last - epoch) / US_PER_MINUTE, scratch.step(0));
  }
}

/** Writes a satellite's Earth-fixed position (km; NaN on failure) at epoch k to scratch.state; returns the status. */
export function positionAt(window: Window, record: Satellite, k: u32, scratch: Scratch): i32 {
  return fixedAt(record, window.instant(k), false, scratch);
}

/**
 * Writes the Earth-fixed position (km) and the inertial velocity (km/s, along the Earth-fixed axes) of a satellite at
 * epoch k to the scratch's state, NaN on failure; returns the status.
 */
export function stateAt(window: Window, record: Satellite, k: u32, scratch: Scratch): i32 {
  return fixedAt(record, window.instant(k), true, scratch);
}

/**
 * Writes the Earth-fixed positions of one satellite at two epochs to the scratch's pair, NaN where propagation fails.
 * Returns the status at k0 plus 256 times the status at k1.
 */
function positionsAt2(window: Window, record: Satellite, k0: u32, k1: u32, scratch: Scratch): i32 {
  return fixedPair(record, record, window.instant(k0), window.instant(k1), false, scratch);
}

/**
 * Writes the positions of satellite `index` at epochs [from, to), as SGP4 computes them, to `out`: x, y, z (km,
 * Earth-fixed), NaN if propagation fails or the satellite is below 90 km. Returns the number of epochs with NaN.
 */
export function writeEphemeris(window: Window, index: u32, from: u32, to: u32, scratch: Scratch, out: usize): u32 {
  const record = window.satellite(index);
  const pair = scratch.pair;
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

/**
 * Counts the epochs at which satellite `index` cannot be propagated or is below 90 km. Tries every `step`-th epoch, or
 * all epochs if one of these fails or if its certainRad is 0, as when the orbit may dip below 90 km. Writes to `out`
 * the first failing epoch (i32; -1 if none) and the number of failing epochs (u32).
 */
export function surveyFailures(window: Window, index: u32, step: u32, scratch: Scratch, out: usize): void {
  const record = window.satellite(index);
  const sound = record.certainRad > 0.0;
  if (!sound || countFailures(window, record, step, scratch, out) > 0) countFailures(window, record, 1, scratch, out);
}

function countFailures(window: Window, record: Satellite, step: u32, scratch: Scratch, out: usize): u32 {
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

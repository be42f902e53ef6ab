import { DeepSatellite, MAX_KEPT_STEPS, ResonanceStep } from '../records/sgp4/satellite';

/** Step of the resonance integrator, minutes. */
export const STEPP: f64 = 720.0;
/** Half of the square of STEPP, min^2. */
export const STEP2: f64 = 259200.0;

// Phases of the resonance terms, rad, under the names of dspace().
const FASX2: f64 = 0.13130908;
const FASX4: f64 = 2.8843198;
const FASX6: f64 = 0.37448087;
const G22: f64 = 5.7686396;
const G32: f64 = 0.95240898;
const G44: f64 = 1.8014998;
const G52: f64 = 1.050833;
const G54: f64 = 4.4108898;

/** Time derivative of the mean motion by the resonance, rad/min^2. */
export function xndtAt(record: DeepSatellite, irez: i32, xli: f64, atime: f64): f64 {
  if (irez == 1) {
    return (
      record.del1 * Math.sin(xli - FASX2) +
      record.del2 * Math.sin(2.0 * (xli - FASX4)) +
      record.del3 * Math.sin(3.0 * (xli - FASX6))
    );
  }
  const xomi = record.argpo + record.argpdot * atime;
  const x2omi = xomi + xomi;
  const x2li = xli + xli;
  return (
    record.d2201 * Math.sin(x2omi + xli - G22) +
    record.d2211 * Math.sin(xli - G22) +
    record.d3210 * Math.sin(xomi + xli - G32) +
    record.d3222 * Math.sin(-xomi + xli - G32) +
    record.d4410 * Math.sin(x2omi + x2li - G44) +
    record.d4422 * Math.sin(x2li - G44) +
    record.d5220 * Math.sin(xomi + xli - G52) +
    record.d5232 * Math.sin(-xomi + xli - G52) +
    record.d5421 * Math.sin(xomi + x2li - G54) +
    record.d5433 * Math.sin(-xomi + x2li - G54)
  );
}

/** Derivative of xndt with respect to the resonance angle xli. Multiplied by xldot it is the paper's xnddt. */
export function xnddtAt(record: DeepSatellite, irez: i32, xli: f64, atime: f64): f64 {
  if (irez == 1) {
    return (
      record.del1 * Math.cos(xli - FASX2) +
      2.0 * record.del2 * Math.cos(2.0 * (xli - FASX4)) +
      3.0 * record.del3 * Math.cos(3.0 * (xli - FASX6))
    );
  }
  const xomi = record.argpo + record.argpdot * atime;
  const x2omi = xomi + xomi;
  const x2li = xli + xli;
  return (
    record.d2201 * Math.cos(x2omi + xli - G22) +
    record.d2211 * Math.cos(xli - G22) +
    record.d3210 * Math.cos(xomi + xli - G32) +
    record.d3222 * Math.cos(-xomi + xli - G32) +
    record.d5220 * Math.cos(xomi + xli - G52) +
    record.d5232 * Math.cos(-xomi + xli - G52) +
    2.0 *
      (record.d4410 * Math.cos(x2omi + x2li - G44) +
        record.d4422 * Math.cos(x2li - G44) +
        record.d5421 * Math.cos(xomi + x2li - G54) +
        record.d5433 * Math.cos(-xomi + x2li - G54))
  );
}

/** Writes the integrator's state at the epoch to `step`. */
function startSteps(record: DeepSatellite, step: ResonanceStep): void {
  step.xli = record.xlamo;
  step.xni = record.noUnkozai;
  derive(record, step, 0.0);
}

/** Advances the state by one step, from `atime` to atime + delt, minutes. */
function advance(record: DeepSatellite, step: ResonanceStep, atime: f64, delt: f64): void {
  const xni = step.xni;
  const xldot = xni + record.xfact;
  const xndt = step.xndt;
  step.xli = step.xli + (xldot * delt + xndt * STEP2);
  step.xni = xni + (xndt * delt + step.xnddt * STEP2);
  derive(record, step, atime + delt);
}

function derive(record: DeepSatellite, step: ResonanceStep, atime: f64): void {
  const irez = record.irez;
  const xli = step.xli;
  const xldot = step.xni + record.xfact;
  step.xndt = irez == 0 ? 0.0 : xndtAt(record, irez, xli, atime);
  step.xnddt = irez == 0 ? 0.0 : xnddtAt(record, irez, xli, atime) * xldot;
}

/**
 * Number of the integrator's whole steps from the epoch to t, minutes since the epoch: negative before the epoch, 0
 * without resonance.
 */
@inline
export function stepsTo(record: DeepSatellite, t: f64): f64 {
  return record.irez == 0 ? 0.0 : Math.trunc(t / STEPP);
}

/**
 * Returns the integrator's state after `steps` steps: the record's, if it keeps that state, else `step`, into which the
 * state is computed.
 */
export function stepAt(record: DeepSatellite, steps: f64, step: ResonanceStep): ResonanceStep {
  const kept = steps - <f64>record.stepFirst;
  if (kept >= 0.0 && kept < <f64>record.stepCount) return record.step(<usize>kept);
  const delt = steps > 0.0 ? STEPP : -STEPP;
  startSteps(record, step);
  for (let n = 0.0; n < Math.abs(steps); n += 1.0) advance(record, step, n * delt, delt);
  return step;
}

/** Whether the record keeps the integrator's state from which propagation to t, minutes since its epoch, starts. */
@inline
export function keepsStepOf(record: DeepSatellite, t: f64): bool {
  const kept = stepsTo(record, t) - <f64>record.stepFirst;
  return kept >= 0.0 && kept < <f64>record.stepCount;
}

/**
 * Makes the record keep the integrator's states around t, minutes since its epoch, so that propagation need not
 * integrate from the epoch. Results have the same bits without kept states. `step`: scratch.
 */
export function keepStepsAround(record: DeepSatellite, t: f64, step: ResonanceStep): void {
  const most = <f64>MAX_KEPT_STEPS;
  const first = Math.floor(stepsTo(record, t) / most) * most;
  keepSteps(record, first * STEPP, (first + most - 1.0) * STEPP, step);
}

/**
 * Makes a deep-space record keep the integrator's states from which propagation to times from fromMin to toMin (minutes
 * since its epoch) starts. They equal, in every bit, the states that integrating from the epoch reaches. The record
 * keeps none if it would need more than MAX_KEPT_STEPS, which is enough for a week. `step`: scratch.
 */
export function keepSteps(record: DeepSatellite, fromMin: f64, toMin: f64, step: ResonanceStep): void {
  const first = stepsTo(record, fromMin);
  const last = stepsTo(record, toMin);
  // False if a time is NaN, too.
  const fits = last - first < <f64>MAX_KEPT_STEPS;
  record.stepFirst = fits ? <i32>first : 0;
  record.stepCount = fits ? <u32>(last - first) + 1 : 0;
  if (!fits) return;
  const zero = changetype<usize>(record.step(0)) - <usize>(<i32>first) * offsetof<ResonanceStep>();
  for (let side = 1.0; side >= -1.0; side -= 2.0) {
    const end = side > 0.0 ? last : -first;
    startSteps(record, step);
    for (let n = 0.0; n <= end; n += 1.0) {
      if (side * n >= first && side * n <= last)
        memory.copy(
          zero + <usize>(<i32>(side * n)) * offsetof<ResonanceStep>(),
          changetype<usize>(step),
          offsetof<ResonanceStep>(),
        );
      advance(record, step, n * side * STEPP, side * STEPP);
    }
  }
}

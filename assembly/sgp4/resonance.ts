import {
  ARGPDOT,
  ARGPO,
  D2201,
  D2211,
  D3210,
  D3222,
  D4410,
  D4422,
  D5220,
  D5232,
  D5421,
  D5433,
  DEL1,
  DEL2,
  DEL3,
  IREZ,
  MAX_STEPS,
  NO_UNKOZAI,
  STEP_BYTES,
  STEP_COUNT,
  STEP_FIRST,
  STEP_XLI,
  STEP_XNDDT,
  STEP_XNDT,
  STEP_XNI,
  STEPS,
  XFACT,
  XLAMO,
} from './record';

/** Step of the resonance integrator, minutes. */
export const STEPP: f64 = 720.0;
export const STEP2: f64 = 259200.0;

const FASX2: f64 = 0.13130908;
const FASX4: f64 = 2.8843198;
const FASX6: f64 = 0.37448087;
const G22: f64 = 5.7686396;
const G32: f64 = 0.95240898;
const G44: f64 = 1.8014998;
const G52: f64 = 1.050833;
const G54: f64 = 4.4108898;

/** Time derivative of the mean motion by the resonance, rad/min^2. */
export function xndtAt(record: usize, irez: i32, xli: f64, atime: f64): f64 {
  if (irez == 1) {
    return (
      load<f64>(record, DEL1) * Math.sin(xli - FASX2) +
      load<f64>(record, DEL2) * Math.sin(2.0 * (xli - FASX4)) +
      load<f64>(record, DEL3) * Math.sin(3.0 * (xli - FASX6))
    );
  }
  const xomi = load<f64>(record, ARGPO) + load<f64>(record, ARGPDOT) * atime;
  const x2omi = xomi + xomi;
  const x2li = xli + xli;
  return (
    load<f64>(record, D2201) * Math.sin(x2omi + xli - G22) +
    load<f64>(record, D2211) * Math.sin(xli - G22) +
    load<f64>(record, D3210) * Math.sin(xomi + xli - G32) +
    load<f64>(record, D3222) * Math.sin(-xomi + xli - G32) +
    load<f64>(record, D4410) * Math.sin(x2omi + x2li - G44) +
    load<f64>(record, D4422) * Math.sin(x2li - G44) +
    load<f64>(record, D5220) * Math.sin(xomi + xli - G52) +
    load<f64>(record, D5232) * Math.sin(-xomi + xli - G52) +
    load<f64>(record, D5421) * Math.sin(xomi + x2li - G54) +
    load<f64>(record, D5433) * Math.sin(-xomi + x2li - G54)
  );
}

/** The derivative of xndt by the resonance angle xli; times xldot it is the paper's xnddt. */
export function xnddtAt(record: usize, irez: i32, xli: f64, atime: f64): f64 {
  if (irez == 1) {
    return (
      load<f64>(record, DEL1) * Math.cos(xli - FASX2) +
      2.0 * load<f64>(record, DEL2) * Math.cos(2.0 * (xli - FASX4)) +
      3.0 * load<f64>(record, DEL3) * Math.cos(3.0 * (xli - FASX6))
    );
  }
  const xomi = load<f64>(record, ARGPO) + load<f64>(record, ARGPDOT) * atime;
  const x2omi = xomi + xomi;
  const x2li = xli + xli;
  return (
    load<f64>(record, D2201) * Math.cos(x2omi + xli - G22) +
    load<f64>(record, D2211) * Math.cos(xli - G22) +
    load<f64>(record, D3210) * Math.cos(xomi + xli - G32) +
    load<f64>(record, D3222) * Math.cos(-xomi + xli - G32) +
    load<f64>(record, D5220) * Math.cos(xomi + xli - G52) +
    load<f64>(record, D5232) * Math.cos(-xomi + xli - G52) +
    2.0 *
      (load<f64>(record, D4410) * Math.cos(x2omi + x2li - G44) +
        load<f64>(record, D4422) * Math.cos(x2li - G44) +
        load<f64>(record, D5421) * Math.cos(xomi + x2li - G54) +
        load<f64>(record, D5433) * Math.cos(-xomi + x2li - G54))
  );
}

/** Writes the integrator's state at the epoch to `step`. */
function startSteps(record: usize, step: usize): void {
  store<f64>(step, load<f64>(record, XLAMO), STEP_XLI);
  store<f64>(step, load<f64>(record, NO_UNKOZAI), STEP_XNI);
  derive(record, step, 0.0);
}

/** Takes the state from `atime` to atime + delt, one step. */
function advance(record: usize, step: usize, atime: f64, delt: f64): void {
  const xni = load<f64>(step, STEP_XNI);
  const xldot = xni + load<f64>(record, XFACT);
  const xndt = load<f64>(step, STEP_XNDT);
  store<f64>(step, load<f64>(step, STEP_XLI) + (xldot * delt + xndt * STEP2), STEP_XLI);
  store<f64>(step, xni + (xndt * delt + load<f64>(step, STEP_XNDDT) * STEP2), STEP_XNI);
  derive(record, step, atime + delt);
}

function derive(record: usize, step: usize, atime: f64): void {
  const irez = load<i32>(record, IREZ);
  const xli = load<f64>(step, STEP_XLI);
  const xldot = load<f64>(step, STEP_XNI) + load<f64>(record, XFACT);
  store<f64>(step, irez == 0 ? 0.0 : xndtAt(record, irez, xli, atime), STEP_XNDT);
  store<f64>(step, irez == 0 ? 0.0 : xnddtAt(record, irez, xli, atime) * xldot, STEP_XNDDT);
}

/** How many steps of the integrator lie between the epoch and t, negative before it; 0 without resonance. */
@inline
export function stepsTo(record: usize, t: f64): f64 {
  return load<i32>(record, IREZ) == 0 ? 0.0 : Math.trunc(t / STEPP);
}

/** The integrator's state after `steps` steps: one that the record keeps, else computed into `step`. */
export function stepAt(record: usize, steps: f64, step: usize): usize {
  const kept = steps - <f64>load<i32>(record, STEP_FIRST);
  if (kept >= 0.0 && kept < <f64>load<u32>(record, STEP_COUNT)) return record + STEPS + <usize>kept * STEP_BYTES;
  const delt = steps > 0.0 ? STEPP : -STEPP;
  startSteps(record, step);
  for (let n = 0.0; n < Math.abs(steps); n += 1.0) advance(record, step, n * delt, delt);
  return step;
}

/**
 * Keeps in a deep-space record the states of its integrator that times from fromMin to toMin (minutes since its epoch)
 * start from: those that integrating from the epoch reaches, in every bit. None where they are more than it has room for,
 * which is what a week needs. `step`: STEP_BYTES of scratch.
 */
export function keepSteps(record: usize, fromMin: f64, toMin: f64, step: usize): void {
  const first = stepsTo(record, fromMin);
  const last = stepsTo(record, toMin);
  // Also where a time is no number.
  const fits = last - first < <f64>MAX_STEPS;
  store<i32>(record, fits ? <i32>first : 0, STEP_FIRST);
  store<u32>(record, fits ? <u32>(last - first) + 1 : 0, STEP_COUNT);
  if (!fits) return;
  const zero = record + STEPS - <usize>(<i32>first) * STEP_BYTES;
  for (let side = 1.0; side >= -1.0; side -= 2.0) {
    const end = side > 0.0 ? last : -first;
    startSteps(record, step);
    for (let n = 0.0; n <= end; n += 1.0) {
      if (side * n >= first && side * n <= last)
        memory.copy(zero + <usize>(<i32>(side * n)) * STEP_BYTES, step, STEP_BYTES);
      advance(record, step, n * side * STEPP, side * STEPP);
    }
  }
}

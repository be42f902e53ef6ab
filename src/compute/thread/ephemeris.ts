import type { CoreInstance } from '../../core/instance.js';

/** One satellite of the window, at epochs [from, to). */
interface TrackTask {
  window: number;
  slot: number;
  satellite: number;
  from: number;
  to: number;
}

/**
 * Finds where a satellite is epoch by epoch: Earth-fixed x, y, z in km, NaN where it cannot be propagated. The slot's
 * text holds the positions meanwhile.
 */
export function track({ kernels, layout, memory }: CoreInstance, task: TrackTask): Float64Array {
  const { window, slot, satellite, from, to } = task;
  const positions = slot + layout.SLOT_TEXT;
  kernels.writeEphemeris(window, satellite, from, to, slot + layout.SLOT_SCRATCH, positions);
  return new Float64Array(memory.buffer, positions, 3 * (to - from)).slice();
}

/** Epochs [from, to). */
export type EpochInterval = [from: number, to: number];

/** Finds the epochs at which a satellite cannot be propagated or is below 90 km: it covers nothing there. */
export function failures({ kernels, layout, view }: CoreInstance, task: TrackTask): EpochInterval[] {
  const { window, slot, satellite, from, to } = task;
  const positions = slot + layout.SLOT_TEXT;
  const found: EpochInterval[] = [];
  if (kernels.writeEphemeris(window, satellite, from, to, slot + layout.SLOT_SCRATCH, positions) === 0) return found;
  for (let epoch = from; epoch < to; epoch++) {
    if (!Number.isNaN(view.getFloat64(positions + 24 * (epoch - from), true))) continue;
    const last = found.at(-1);
    if (last?.[1] === epoch) last[1] = epoch + 1;
    else found.push([epoch, epoch + 1]);
  }
  return found;
}

/** The satellites [from, to) of a window, at every `step`th epoch. */
export interface SurveyTask {
  window: number;
  slot: number;
  from: number;
  to: number;
  step: number;
}

/** A satellite that cannot be propagated throughout: its index in the window, and at how many epochs it fails. */
interface SurveyedFailure {
  index: number;
  firstEpoch: number;
  epochs: number;
}

/** Finds the satellites that fail to propagate at some of the epochs looked at. */
export function survey({ kernels, layout, view }: CoreInstance, task: SurveyTask): SurveyedFailure[] {
  const out = task.slot + layout.SLOT_TEXT;
  kernels.surveyFailures(task.window, task.from, task.to, task.step, task.slot + layout.SLOT_SCRATCH, out);
  const failing: SurveyedFailure[] = [];
  for (let i = 0; i < task.to - task.from; i++) {
    const firstEpoch = view.getInt32(out + 8 * i, true);
    const epochs = view.getUint32(out + 8 * i + 4, true);
    if (epochs > 0) failing.push({ index: task.from + i, firstEpoch, epochs });
  }
  return failing;
}

/** The satellites [from, to) of a window. */
interface PrepareTask {
  window: number;
  slot: number;
  from: number;
  to: number;
}

/** Fits the satellites' motions before a question needs them. */
export function prepare({ kernels, layout }: CoreInstance, { window, slot, from, to }: PrepareTask): void {
  kernels.fitEphemerides(window, from, to, slot + layout.SLOT_SCRATCH);
}

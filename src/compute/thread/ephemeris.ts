import type { CoreInstance } from '../../core/instance.js';
import { PORTION_MS } from '../../spec.js';

/** One satellite of the window, at epochs [from, to). */
interface TrackTask {
  window: number;
  slot: number;
  satellite: number;
  from: number;
  to: number;
}

/**
 * Finds where a satellite is epoch by epoch: Earth-fixed x, y, z in km, NaN where it cannot be propagated or is below
 * 90 km. The slot's text holds the positions meanwhile.
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

/** Task about the satellites [from, to) of a window; it takes as many as it has time for. */
interface SatellitesTask {
  window: number;
  slot: number;
  from: number;
  to: number;
}

/** Satellites to try at every `step`-th epoch; one that fails there, or may dip below 90 km, is tried at all epochs. */
interface SurveyTask extends SatellitesTask {
  step: number;
}

/** A satellite that fails to propagate at some epochs, by its index in the window; `epochs`: the number of these. */
interface SurveyedFailure {
  index: number;
  firstEpoch: number;
  epochs: number;
}

/** Finds the satellites that fail to propagate at some epochs; `next`: index of the first satellite that is left. */
export function survey(
  { kernels, layout, view }: CoreInstance,
  task: SurveyTask,
): { failing: SurveyedFailure[]; next: number } {
  const { window, slot, step } = task;
  const out = slot + layout.SLOT_TEXT;
  const failing: SurveyedFailure[] = [];
  const next = inPortion(task, (index) => {
    kernels.surveyFailures(window, index, step, slot + layout.SLOT_SCRATCH, out);
    const epochs = view.getUint32(out + 4, true);
    if (epochs > 0) failing.push({ index, firstEpoch: view.getInt32(out, true), epochs });
  });
  return { failing, next };
}

/** Fits the ephemerides of satellites before a question needs them; returns the index of the first one that is left. */
export function prepare({ kernels, layout }: CoreInstance, task: SatellitesTask): number {
  const scratch = task.slot + layout.SLOT_SCRATCH;
  return inPortion(task, (index) => kernels.fitEphemerides(task.window, index, index + 1, scratch));
}

/** Takes satellites one by one for some milliseconds; returns the index of the first one that is left. */
function inPortion({ from, to }: SatellitesTask, take: (index: number) => void): number {
  const endMs = performance.now() + PORTION_MS;
  let next = from;
  do take(next++);
  while (next < to && performance.now() < endMs);
  return next;
}

import type { CoreInstance } from '../../core/instance.js';
import type { TrackTask } from '../tasks.js';

/** Epochs [from, to). */
export type EpochRange = [from: number, to: number];

/** Epochs at which a satellite of the window cannot be propagated or is below 90 km: it covers nothing there. */
export function findFailures({ kernels, layout, view }: CoreInstance, task: TrackTask): EpochRange[] {
  const { window, slot, satellite, from, to } = task;
  const positions = slot + layout.SLOT_TEXT;
  const spans: EpochRange[] = [];
  if (kernels.trackPositions(window, satellite, from, to, slot + layout.SLOT_SCRATCH, positions) === 0) return spans;
  for (let epoch = from; epoch < to; epoch++) {
    if (!Number.isNaN(view.getFloat64(positions + 24 * (epoch - from), true))) continue;
    const last = spans.at(-1);
    if (last?.[1] === epoch) last[1] = epoch + 1;
    else spans.push([epoch, epoch + 1]);
  }
  return spans;
}

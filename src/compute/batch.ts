import type { CoreInstance } from '../core/instance.js';
import { STATUS } from '../core/status.js';
import type { BatchResult, BatchTask } from './tasks.js';

/** One step of filling several series together, in a thread of the pool. */
export function workOnBatch(core: CoreInstance, task: BatchTask): BatchResult {
  const { kernels, layout, view } = core;
  const { window, batch } = task;
  const done = { status: STATUS.ok, oneByOne: 0, together: 0 };
  if (task.stage === 'plan') {
    const cost = task.slot + layout.SLOT_SCRATCH;
    kernels.planBatch(window, task.satellite, task.bands, task.from, task.to, batch, task.slot, cost);
    return { ...done, oneByOne: view.getFloat64(cost, true), together: view.getFloat64(cost + 8, true) };
  }
  const { group, from, to, slot, work } = task;
  return { ...done, status: kernels.countBatch(window, batch, group, from, to, slot, work) };
}

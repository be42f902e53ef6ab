import { SERVICE } from '../fairness/asker.js';
import type { CountRun } from '../memory/runIndexes.js';
import type { Analysis } from './analysis.js';

/** Makes what counts a run for its index: it gives way to everybody who asks. */
export function createCountRun(analysis: Pick<Analysis, 'window' | 'cellCounts'>): CountRun {
  return async ({ id, windowId, noradNumber: norad }, bands, signal) => {
    const window = await analysis.window(windowId);
    if (window === undefined) throw new Error(`window ${windowId} of run ${id} is not there`);
    return analysis.cellCounts({ window, norad, bands }, { ...SERVICE, signal });
  };
}

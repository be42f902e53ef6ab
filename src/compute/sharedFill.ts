import type { OwnedCore } from '../core/instance.js';
import { coveredEpochs } from '../core/slotRecord.js';
import { STATUS } from '../core/status.js';
import { sharingRanges } from '../core/windowRecord.js';
import type { Pool } from './pool.js';
import type { FillTask, SeriesTask } from './tasks.js';

/** Satellites times epochs from which on a second thread is worth its round trips; a few milliseconds. */
const WORTH_SHARING = 200_000;
/** Short spans cost by their number, long ones hardly more. */
const MOST_EPOCHS = 300;
/** Their work memory lies in the slot's text. */
const MOST_HELPERS = 15;
/** A helper leaves after some milliseconds when a task waits for a thread. */
const HELPER_PORTIONS = 16;
const ALL_PORTIONS = 0xffff_ffff;

/** How many idle threads may help to fill a series, for the epochs that the slot's `covered` bitmap asks for. */
export function helpersFor(core: OwnedCore, pool: Pool, { window, slot, bands }: SeriesTask): number {
  const idle = pool.waiting > 0 ? 0 : Math.min(MOST_HELPERS, pool.idle - 1);
  if (idle <= 0) return 0;
  const epochs = Math.min(MOST_EPOCHS, coveredEpochs(core, slot));
  const satellites = sharingRanges(core, window, bands).reduce((sum, [from, to]) => sum + to - from, 0);
  return satellites * epochs >= WORTH_SHARING ? idle : 0;
}

/**
 * Opens a fill and counts all satellites, in several threads; the stage `close` is left to do. Resolves when no thread works
 * in the slot any more, also where it was cancelled.
 */
export async function countTogether(
  { layout }: OwnedCore,
  pool: Pool,
  { window, series, slot, bands }: SeriesTask,
  helpers: number,
): Promise<void> {
  const common = { window, series, slot, bands };
  await pool.fillPart({ ...common, stage: 'open' });
  const count = (work: number, portions: number): Promise<{ status: number }> => {
    const task: FillTask = { ...common, stage: 'count', work, portions };
    return pool.fillPart(task);
  };
  const help = async (work: number): Promise<void> => {
    let left = true;
    while (left && pool.waiting === 0) left = (await count(work, HELPER_PORTIONS)).status === STATUS.needsFill;
  };
  const works = Array.from({ length: helpers }, (_, i) => slot + layout.SLOT_TEXT + i * layout.WORK_BYTES);
  const settled = await Promise.allSettled([count(slot + layout.SLOT_WORK, ALL_PORTIONS), ...works.map(help)]);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}

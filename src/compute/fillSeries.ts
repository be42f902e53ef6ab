import { setMaxListeners } from 'node:events';
import type { OwnedCore } from '../core/instance.js';
import { cancelSlot, isCancelled } from '../core/records/slotRecord.js';
import { STATUS } from '../core/status.js';
import type { Pool } from './pool.js';
import type { FillTask } from './thread/fill.js';
import { inTurn, type ThreadTurns } from './questions.js';

/** Threads that may help the first one: their work memory lies in the slot's text. */
const MOST_HELPERS = 15;

/**
 * Computes what a series lacks for a question: for a moment in the thread of the job, then in all threads that the
 * account has turns at, a few milliseconds each, and then does the rest. When the signal aborts, its reason is thrown;
 * in any case no thread works in the slot any more when this ends.
 */
export async function fillSeries<R extends { status: number }>(
  core: OwnedCore,
  pool: Pool,
  turns: ThreadTurns,
  task: FillTask,
  job: (task: FillTask) => Promise<R>,
  rest: () => Promise<R>,
  signal: AbortSignal,
): Promise<R> {
  const { window, series, bands, slot } = task;
  const cancel = (): void => cancelSlot(core, slot);
  signal.addEventListener('abort', cancel);
  try {
    const first = await inTurn(turns.take(signal), () => job(task));
    signal.throwIfAborted();
    if (first.status !== STATUS.needsFill) return first;
    await countTogether(core, pool, turns, task, signal);
    signal.throwIfAborted();
    // A fill that is cancelled may have left gaps.
    if (!isCancelled(core, slot)) core.kernels.closeFill(window, series, bands, slot);
    return await rest();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function countTogether(
  core: OwnedCore,
  pool: Pool,
  turns: ThreadTurns,
  { window, series, slot, bands }: FillTask,
  signal: AbortSignal,
): Promise<void> {
  const { layout } = core;
  // Aborts when nothing is left to count: helpers that still wait for a thread need not begin.
  const counted = new AbortController();
  const waiting = AbortSignal.any([signal, counted.signal]);
  setMaxListeners(0, waiting);
  const help = async (work: number): Promise<void> => {
    let held = await turns.take(waiting);
    try {
      while ((await pool.fillPart({ window, series, slot, bands, work })).status === STATUS.needsFill) {
        // Asked for before this turn ends, so that the thread goes on here where nobody else comes first.
        const next = turns.take(waiting);
        held.release();
        held = await next;
      }
      counted.abort();
    } finally {
      held.release();
    }
  };
  const helpers = Math.min(MOST_HELPERS, turns.threads - 1);
  const works = Array.from({ length: helpers }, (_, i) => slot + layout.SLOT_TEXT + i * layout.WORK_BYTES);
  const settled = await Promise.allSettled(
    [slot + layout.SLOT_WORK, ...works].map((work) =>
      help(work).catch((error: unknown) => {
        if (waiting.aborted) return;
        cancelSlot(core, slot);
        counted.abort();
        throw error;
      }),
    ),
  );
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}

import type { Logger } from 'pino';
import type { BlockQueue } from '../../db/analysis/blockQueue.js';
import { isDatabaseAway } from '../../db/connection/databaseAway.js';
import { type Sweep, unfinishedSweeps } from '../../db/analysis/sweeps.js';
import { publishedWindow } from '../../db/analysis/windows.js';
import { UserError } from '../../errors.js';
import { type LoadedWindow, loadStoredWindow } from '../../memory/loadedWindow.js';
import { createLoop } from '../loop.js';
import { waitingBlocks } from './blockSource.js';
import { countBlocks } from './countBlocks.js';
import type { SweepParts } from './sweepParts.js';
import { planSweep } from './sweepPlan.js';

export interface HelperParts extends SweepParts {
  queue: BlockQueue;
  signal: AbortSignal;
  log: Logger;
}

const POLL_MS = 1_500;
const BACKOFF = { first: 1_000, most: 10_000 };

/**
 * Counts blocks of other processes' sweeps whenever some wait, until the signal is aborted; blocks under way are given
 * back then. Errors are logged and the work is tried again, except if only a person can mend the cause.
 *
 * @throws UserError if the database user lacks a right that the queue needs, or a window does not fit into memory
 */
export async function helpSweeps(parts: HelperParts): Promise<void> {
  const { knex, core, queue, pool, log, signal } = parts;
  /** Window of the last sweep, which stays in memory: the next sweep is probably of the same window. */
  let window: LoadedWindow | undefined;
  /** Blocks of the last sweep. */
  let source: ReturnType<typeof waitingBlocks> | undefined;
  let hasHelped = false;
  let isAway = false;
  // Closing the pool ends its tasks: a block takes seconds, too long to wait for when the worker stops.
  signal.addEventListener('abort', () => void pool.close(), { once: true });

  const load = async (id: number): Promise<LoadedWindow> => {
    if (window?.id === id) return window;
    const record = await publishedWindow(knex, id);
    if (record === undefined) throw new Error(`window ${id} is gone`);
    window?.unload();
    window = undefined;
    window = await loadStoredWindow(knex, core, record);
    return window;
  };

  /** Counts the blocks of a sweep that wait in the queue. */
  const help = async (sweep: Sweep): Promise<void> => {
    const loaded = await load(sweep.windowId);
    const what = { window: sweep.windowId, sweep: sweep.id };
    log.info({ ...what, runs: sweep.noradNumbers.length, cells: sweep.ipix?.length ?? 'all' }, 'sweep joined');
    const fromMs = performance.now();
    source = waitingBlocks(knex, queue, sweep);
    try {
      await countBlocks(parts, loaded, sweep, planSweep(loaded, sweep), source);
    } finally {
      const seconds = Math.round((performance.now() - fromMs) / 1000);
      log.info({ ...what, blocks: source.finished, seconds }, 'sweep left');
    }
  };

  const loop = createLoop({
    every: () => (hasHelped ? 0 : POLL_MS),
    backoff: BACKOFF,
    signal,
    async round() {
      hasHelped = false;
      await queue.open();
      // Does nothing unless the first attempt to give blocks back has failed.
      await source?.giveBack();
      const sweep = await findWaiting(parts);
      if (isAway) log.info('the database is back');
      isAway = false;
      if (sweep === undefined) return;
      await help(sweep);
      hasHelped = true;
    },
    onFailure(error, pauseMs) {
      if (error instanceof UserError) throw error;
      if (!isDatabaseAway(error)) log.error({ err: error, retryInSeconds: pauseMs / 1000 }, 'could not count blocks');
      else if (!isAway) log.warn({ err: error }, 'the database is away: trying again until it is back');
      isAway = isDatabaseAway(error);
    },
  });
  await loop.run();
}

/** Finds a sweep whose blocks wait in the queue, the newest first: as a rule it is of the window that answers. */
async function findWaiting({ knex, queue }: HelperParts): Promise<Sweep | undefined> {
  for (const sweep of await unfinishedSweeps(knex)) {
    if ((await queue.waiting(sweep.id)) > 0) return sweep;
  }
  return undefined;
}

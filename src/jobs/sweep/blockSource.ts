import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { BlockQueue } from '../../db/analysis/blockQueue.js';
import { sweepProgress } from '../../db/analysis/sweepBlocks.js';
import type { Sweep } from '../../db/analysis/sweeps.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import type { SweepParts, SweepProgress } from './sweepParts.js';

/** Source of the blocks of epochs that threads count. */
export interface BlockSource {
  /** Takes the next block; returns its first epoch, undefined if nothing is left to take. */
  take(stop: AbortSignal): Promise<number | undefined>;
  /** Notes that the block with the first epoch `from` is stored. */
  finish(from: number): Promise<void>;
  /** Lets other processes take the blocks that were taken from this source and are not finished. */
  giveBack(): Promise<void>;
}

const POLL_MS = 1_000;
/**
 * Least time in ms in which other processes finish no block before their blocks are taken over. The time is longer if a
 * block of this process took longer.
 */
const LEAST_PATIENCE_MS = 5_000;

/**
 * Makes the source of all blocks that a sweep lacks. If there is a queue, other processes share in them. When the queue
 * is empty, the source waits for the blocks that other processes have taken, and takes over the ones that stay
 * unfinished.
 *
 * @throws Error when the sweep is gone, also from `take`
 */
export async function allBlocks(
  { knex, queue }: Pick<SweepParts, 'knex' | 'queue'>,
  { epochCount }: LoadedWindow,
  sweep: Sweep,
  onProgress: (progress: SweepProgress) => void,
): Promise<BlockSource> {
  const { blockEpochs } = sweep;
  const blocks = Math.ceil(epochCount / blockEpochs);
  // Processes that share a sweep without a queue start at different blocks, and meet only near the end.
  let next = Math.floor(Math.random() * blocks);
  const taken = new Set<number>();
  /** Time in ms at which each block under way was taken, by the block's first epoch. */
  const underWay = new Map<number, number>();
  let patienceMs = LEAST_PATIENCE_MS;
  let ofOthers = { finished: 0, sinceMs: performance.now() };

  /** Reads the finished blocks; undefined if the sweep is published. */
  const readFinished = async (): Promise<Set<number> | undefined> => {
    const { status, finished } = await sweepProgress(knex, sweep.id);
    if (status === undefined) throw new Error(`sweep ${sweep.id} is gone`);
    if (status === 'completed') return undefined;
    const others = finished.filter((from) => !taken.has(from)).length;
    if (others !== ofOthers.finished) ofOthers = { finished: others, sinceMs: performance.now() };
    return new Set(finished);
  };

  const nextOf = (isMissing: (from: number) => boolean): number | undefined => {
    for (let tried = 0; tried < blocks; tried++, next = (next + 1) % blocks) {
      if (isMissing(next * blockEpochs)) return next * blockEpochs;
    }
    return undefined;
  };

  if (queue !== undefined) {
    const finished = await readFinished();
    const all = Array.from({ length: blocks }, (_, block) => block * blockEpochs);
    if (finished !== undefined) {
      await queue.offer(
        sweep.id,
        all.filter((from) => !finished.has(from)),
      );
    }
  }

  /** Marks a block as taken. It awaits nothing, so that no other `take` of this process chooses the same block. */
  const claim = (from: number): number => {
    taken.add(from);
    underWay.set(from, performance.now());
    return from;
  };

  return {
    async take(stop) {
      for (;;) {
        stop.throwIfAborted();
        const finished = await readFinished();
        if (finished === undefined) return undefined;
        onProgress({ stage: 'counting', done: finished.size, of: blocks });
        const isMissing = (from: number): boolean => !finished.has(from) && !taken.has(from);
        const waiting = queue && (await takeWaiting(queue, sweep, isMissing));
        if (waiting !== undefined) return claim(waiting);
        const from = nextOf(isMissing);
        if (from === undefined) return undefined;
        if (queue === undefined || performance.now() - ofOthers.sinceMs > patienceMs) return claim(from);
        // If the signal is aborted, the begin of the loop throws.
        await sleep(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
      }
    },
    async finish(from) {
      await queue?.finish(sweep.id, from);
      patienceMs = Math.max(patienceMs, performance.now() - (underWay.get(from) ?? Infinity));
      underWay.delete(from);
    },
    async giveBack() {
      await queue?.giveBack(sweep.id, [...underWay.keys()]);
      underWay.clear();
    },
  };
}

/**
 * Makes the source of the blocks of a sweep that wait in the queue. It is empty once the sweep is published or given
 * up.
 */
export function waitingBlocks(
  knex: Knex,
  queue: BlockQueue,
  sweep: Sweep,
): BlockSource & { readonly finished: number } {
  const underWay = new Set<number>();
  let count = 0;
  return {
    async take(stop) {
      stop.throwIfAborted();
      const { status, finished } = await sweepProgress(knex, sweep.id);
      if (status === undefined || status === 'completed') return undefined;
      const known = new Set(finished);
      const from = await takeWaiting(queue, sweep, (block) => !known.has(block));
      if (from !== undefined) underWay.add(from);
      return from;
    },
    async finish(from) {
      await queue.finish(sweep.id, from);
      underWay.delete(from);
      count++;
    },
    async giveBack() {
      await queue.giveBack(sweep.id, [...underWay]);
      underWay.clear();
    },
    get finished() {
      return count;
    },
  };
}

/**
 * Takes blocks from the queue until one is still missing: the queue gives out a block again if the process that took it
 * was slow.
 */
async function takeWaiting(
  queue: BlockQueue,
  sweep: Sweep,
  isMissing: (from: number) => boolean,
): Promise<number | undefined> {
  for (;;) {
    const from = await queue.take(sweep.id);
    if (from === undefined || isMissing(from)) return from;
    await queue.finish(sweep.id, from);
  }
}

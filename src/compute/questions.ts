import { type Asker, SERVICE } from '../fairness/asker.js';
import { createFairPool, type Held } from '../fairness/fairPool.js';
import type { PoolTimes } from '../fairness/poolTimes.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { LoadedWindows } from '../memory/loadedWindows.js';
import type { MapBlock, MapBlocks } from '../memory/mapBlocks.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import type { Slot, Slots } from '../memory/slots.js';
import type { OwnedCore } from '../core/instance.js';
import { withinDeadline } from './deadline.js';
import type { Pool } from './pool.js';
import type { MapTask } from './thread/cells.js';
import { inTurn, type Turn, type Turns } from '../fairness/turns.js';

/** What questions are answered with. */
export interface AnalysisParts {
  core: OwnedCore;
  pool: Pool;
  slots: Slots;
  series: SeriesCache;
  maps: MapBlocks;
  windows: LoadedWindows;
  /** Told how long questions wait for a thread. */
  times?: PoolTimes;
}

/** How a question goes before or behind the others of its account. */
export interface Precedence {
  /** Takes some milliseconds at most: goes before the others. */
  cheap?: boolean;
  /** One of many that one question asks together: goes behind the others, in one thread, and is never refused by itself. */
  isPart?: boolean;
}

/** A question about a window. */
interface Asked extends Precedence {
  window: LoadedWindow;
  asker: Asker;
}

/** Ranks of an account's questions among those that wait for a slot. */
const RANK = { cheap: 0, whole: 1, part: 2 } as const;

/** Runs questions that take threads, each in a slot of its own. All take turns at the threads, account by account. */
export interface Questions {
  /** @throws Overloaded where one of the account, and not a cheap one, would wait for too long */
  admit(account: number): void;
  /** Runs a question that needs no more than a slot. */
  inSlot<T>(asked: Asked, work: (slot: Slot, turn: Turn, turns: Turns) => Promise<T>): Promise<T>;
  /** Runs a question over a block of maps, in any number of turns. */
  overMap(asked: Asked, work: (map: MapTask, turn: Turn) => Promise<{ status: number }>): Promise<void>;
}

export function createQuestions({ pool, slots, maps, windows, times }: AnalysisParts): Questions {
  const threads = createFairPool(
    Array.from({ length: pool.threads }, (_, i) => i),
    {
      most: pool.threads,
      last: SERVICE.account,
      mostWaiting: Infinity,
      patienceMs: Infinity,
      ...(times && { watch: times.watch('thread') }),
    },
  );
  let lastTicket = 0;

  async function inSlot<T>(
    { window, asker, cheap = false, isPart = false }: Asked,
    work: (slot: Slot, turn: Turn, turns: Turns) => Promise<T>,
  ): Promise<T> {
    const release = windows.hold(window);
    let slot: Slot | undefined;
    try {
      asker.leaveTurn?.();
      const mine = (slot = await slots.acquire(asker, cheap ? RANK.cheap : isPart ? RANK.part : RANK.whole, isPart));
      // Questions that began first end first; side by side, all would end late.
      const rank = cheap ? 0 : ++lastTicket;
      const take = (signal: AbortSignal): Promise<Held<unknown>> =>
        threads.acquire({ account: asker.account, signal }, rank);
      const turn: Turn = (task) => inTurn(take(asker.signal), task);
      return await work(mine, turn, { threads: pool.threads, take });
    } finally {
      slot?.release();
      release();
    }
  }

  return {
    admit: (account) => slots.admit(account, RANK.whole),
    inSlot,

    overMap: (asked, work) =>
      inSlot(asked, async (slot, turn) => {
        const { window, asker } = asked;
        let block: MapBlock | undefined;
        const cancel = (): void => slot.cancel();
        asker.signal.addEventListener('abort', cancel);
        try {
          const { memory } = (block = await maps.acquire(window, asker));
          const map = { ...memory, window: window.record.pointer, nside: window.nside, slot: slot.pointer };
          await withinDeadline(slot, () => work(map, turn));
        } finally {
          asker.signal.removeEventListener('abort', cancel);
          block?.release();
        }
      }),
  };
}

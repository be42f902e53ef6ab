import { type Asker, SERVICE } from '../fairness/asker.js';
import { createFairPool, type Held } from '../fairness/fairPool.js';
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
}

/** A question about a window. A cheap one goes before the others of its account. */
interface Asked {
  window: LoadedWindow;
  asker: Asker;
  cheap?: boolean;
}

/** Runs questions that take threads, each in a slot of its own. All take turns at the threads, account by account. */
export interface Questions {
  /** Runs a question that needs no more than a slot. */
  inSlot<T>(asked: Asked, work: (slot: Slot, turn: Turn, turns: Turns) => Promise<T>): Promise<T>;
  /** Runs a question over a block of maps, in any number of turns. */
  overMap(asked: Asked, work: (map: MapTask, turn: Turn) => Promise<{ status: number }>): Promise<void>;
}

export function createQuestions({ pool, slots, maps, windows }: AnalysisParts): Questions {
  const threads = createFairPool(
    Array.from({ length: pool.threads }, (_, i) => i),
    { most: pool.threads, last: SERVICE.account, mostWaiting: Infinity, patienceMs: Infinity },
  );
  let lastTicket = 0;

  async function inSlot<T>(
    { window, asker, cheap = false }: Asked,
    work: (slot: Slot, turn: Turn, turns: Turns) => Promise<T>,
  ): Promise<T> {
    const release = windows.hold(window);
    let slot: Slot | undefined;
    try {
      const mine = (slot = await slots.acquire(asker, cheap ? 0 : 1));
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
    inSlot,

    async overMap(asked, work) {
      const { window, asker } = asked;
      const release = windows.hold(window);
      let block: MapBlock | undefined;
      try {
        const { memory } = (block = await maps.acquire(window, asker));
        await inSlot(asked, async (slot, turn) => {
          const map = { ...memory, window: window.record.pointer, nside: window.nside, slot: slot.pointer };
          const cancel = (): void => slot.cancel();
          asker.signal.addEventListener('abort', cancel);
          try {
            await withinDeadline(pool, slot, () => work(map, turn));
          } finally {
            asker.signal.removeEventListener('abort', cancel);
          }
        });
      } finally {
        block?.release();
        release();
      }
    },
  };
}

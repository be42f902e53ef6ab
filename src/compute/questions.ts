import { STATUS } from '../core/status.js';
import type { Asker } from '../fairness/asker.js';
import { createFairPool, type Held } from '../fairness/fairPool.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { LoadedWindows } from '../memory/loadedWindows.js';
import type { MapBlock, MapBlocks } from '../memory/mapBlocks.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import type { Slot, Slots } from '../memory/slots.js';
import type { OwnedCore } from '../core/instance.js';
import { withinDeadline } from './deadline.js';
import { fillSeries } from './fillSeries.js';
import type { Pool } from './pool.js';
import type { ScanTask } from './scan.js';
import type { MapTask } from './thread/cells.js';
import type { SeriesTask } from './thread/stages.js';
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

/** Runs questions, each in a slot of its own. All take turns at the pool's threads, account by account. */
export interface Questions {
  /** Runs a question that needs no more than a slot. */
  inSlot<T>(asked: Asked, work: (slot: Slot, turn: Turn, turns: Turns) => Promise<T>): Promise<T>;
  /** Runs a question over the series of a cell; what that lacks is filled in. */
  overSeries<R extends { status: number }, T>(
    asked: Asked & { ipix: number },
    question: Pick<ScanTask, 'satellite' | 'bands' | 'from' | 'to'>,
    job: (task: SeriesTask) => Promise<R>,
    use: (result: R, slot: Slot) => T,
    /** Scans in the host's thread: for what takes less time than handing it over. */
    scanHere?: (task: ScanTask) => R,
  ): Promise<T>;
  /** Runs a question over a block of maps, in any number of turns. */
  overMap(asked: Asked, work: (map: MapTask, turn: Turn) => Promise<{ status: number }>): Promise<void>;
}

export function createQuestions({ core, pool, slots, series, maps, windows }: AnalysisParts): Questions {
  const threads = createFairPool(
    Array.from({ length: pool.threads }, (_, i) => i),
    { most: pool.threads, mostWaiting: Infinity, patienceMs: Infinity },
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

    overSeries: (asked, question, job, use, scanHere) =>
      inSlot(asked, async (slot, turn, turns) => {
        const { window, asker, ipix } = asked;
        const held = await series.pin(window, ipix);
        try {
          const task = { window: window.record.pointer, series: held.pointer, slot: slot.pointer, ...question };
          const result = await withinDeadline(pool, slot, async () => {
            const found = scanHere?.(task) ?? (await turn(() => job({ ...task, stage: 'scan' })));
            if (found.status !== STATUS.needsFill) return found;
            return held.fills.run(asker.signal, (signal) => fillSeries(core, pool, turns, task, job, signal));
          });
          asker.signal.throwIfAborted();
          return use(result, slot);
        } finally {
          held.release();
        }
      }),

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

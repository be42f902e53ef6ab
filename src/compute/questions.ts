import { STATUS } from '../core/status.js';
import type { Asker } from '../fairness/asker.js';
import { createLender, type Loan } from '../fairness/fairPool.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { MapBlock, MapMemory } from '../memory/mapBlocks.js';
import type { Slot } from '../memory/slots.js';
import type { AnalysisParts } from './analysis.js';
import { withinDeadline } from './deadline.js';
import { fillSeries } from './fillSeries.js';
import type { SeriesTask } from './tasks.js';
import { inTurn, type Turn, type Turns } from '../fairness/turns.js';

/** A question about a window. A cheap one goes before the others of its account. */
interface Asked {
  window: LoadedWindow;
  asker: Asker;
  cheap?: boolean;
}

/** What a task about all cells at an epoch works on. */
interface MapPlace extends MapMemory {
  window: number;
  nside: number;
  slot: number;
}

/** Runs questions, each in a slot of its own. All take turns at the pool's threads, account by account. */
export interface Questions {
  inSlot<T>(asked: Asked, work: (slot: Slot, turn: Turn, turns: Turns) => Promise<T>): Promise<T>;
  /** Over the series of a cell; what that lacks is filled in. */
  overSeries<R extends { status: number }, T>(
    asked: Asked & { ipix: number },
    question: Pick<SeriesTask, 'satellite' | 'bands' | 'from' | 'to'>,
    job: (task: SeriesTask) => Promise<R>,
    use: (result: R, slot: Slot) => T,
    /** Looks at once, in this thread: for what takes less than handing it over. */
    lookHere?: (task: SeriesTask) => R,
  ): Promise<T>;
  /** Over a block of maps, in any number of turns. */
  overMap(asked: Asked, work: (place: MapPlace, turn: Turn) => Promise<{ status: number }>): Promise<void>;
}

export function createQuestions({ core, pool, slots, series, maps, windows }: AnalysisParts): Questions {
  const threads = createLender(
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
      // What began first ends first; side by side, all would end late.
      const rank = cheap ? 0 : ++lastTicket;
      const take = (signal: AbortSignal): Promise<Loan<unknown>> =>
        threads.borrow({ account: asker.account, signal }, rank);
      const turn: Turn = (task) => inTurn(take(asker.signal), task);
      return await work(mine, turn, { threads: pool.threads, take });
    } finally {
      slot?.release();
      release();
    }
  }

  return {
    inSlot,

    overSeries: (asked, question, job, use, lookHere) =>
      inSlot(asked, async (slot, turn, turns) => {
        const { window, asker, ipix } = asked;
        const held = await series.pin(window, ipix);
        try {
          const task = { window: window.record.pointer, series: held.pointer, slot: slot.pointer, ...question };
          const result = await withinDeadline(pool, slot, async () => {
            const found = lookHere?.({ ...task, stage: 'look' }) ?? (await turn(() => job({ ...task, stage: 'look' })));
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
          const place = { ...memory, window: window.record.pointer, nside: window.nside, slot: slot.pointer };
          const cancel = (): void => slot.cancel();
          asker.signal.addEventListener('abort', cancel);
          try {
            await withinDeadline(pool, slot, () => work(place, turn));
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

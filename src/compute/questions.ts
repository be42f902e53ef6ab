import { type Asker, SERVICE } from '../fairness/asker.js';
import { createTurns, type Held } from '../fairness/turns.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { LoadedWindows } from '../memory/loadedWindows.js';
import type { MapBlock, MapBlocks } from '../memory/mapBlocks.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import type { Slot, Slots } from '../memory/slots.js';
import type { OwnedCore } from '../core/instance.js';
import { withinDeadline } from './deadline.js';
import type { Pool } from './pool.js';
import type { MapTask } from './thread/cells.js';

/** What questions are answered with. */
export interface AnalysisParts {
  core: OwnedCore;
  pool: Pool;
  slots: Slots;
  series: SeriesCache;
  maps: MapBlocks;
  windows: LoadedWindows;
  /** Called with the time in ms that each task has waited for a thread. */
  waitedForThread?: (ms: number) => void;
}

/** How a question goes before or behind the others of its account. */
export interface Precedence {
  /** Takes some milliseconds at most: goes before the others. */
  cheap?: boolean;
  /** One of many that one question asks together: goes behind the others, in one thread. */
  isPart?: boolean;
}

/** A question about a window. */
interface Asked extends Precedence {
  window: LoadedWindow;
  asker: Asker;
}

/** Ranks of an account's questions among those that wait for a slot. */
const RANK = { cheap: 0, whole: 1, part: 2 } as const;

/** Runs a task of the pool in its asker's turn. A task takes a few milliseconds, so that turns come round. */
export type Turn = <T>(task: () => Promise<T>) => Promise<T>;

/** The pool's threads, as one question takes turns at them. */
export interface ThreadTurns {
  readonly threads: number;
  take(signal: AbortSignal): Promise<Held<unknown>>;
}

/** Runs a task once a thread is held for it. */
export async function inTurn<T>(thread: Promise<Held<unknown>>, task: () => Promise<T>): Promise<T> {
  const held = await thread;
  try {
    return await task();
  } finally {
    held.release();
  }
}

/** Runs questions that take threads, each in a slot of its own. All take turns at the threads, account by account. */
export interface Questions {
  /** Runs a question that needs no more than a slot. */
  inSlot<T>(asked: Asked, work: (slot: Slot, turn: Turn, turns: ThreadTurns) => Promise<T>): Promise<T>;
  /** Runs a question over a block of maps, in any number of turns. */
  overMap(asked: Asked, work: (map: MapTask, turn: Turn) => Promise<{ status: number }>): Promise<void>;
}

export function createQuestions({ pool, slots, maps, windows, waitedForThread }: AnalysisParts): Questions {
  const threads = createTurns(
    Array.from({ length: pool.threads }, (_, i) => i),
    { last: SERVICE.account, ...(waitedForThread && { waited: waitedForThread }) },
  );
  let lastTicket = 0;

  async function inSlot<T>(
    { window, asker, cheap = false, isPart = false }: Asked,
    work: (slot: Slot, turn: Turn, turns: ThreadTurns) => Promise<T>,
  ): Promise<T> {
    const release = windows.hold(window);
    let slot: Slot | undefined;
    try {
      const mine = (slot = await slots.acquire(asker, cheap ? RANK.cheap : isPart ? RANK.part : RANK.whole));
      // Questions that began first end first; side by side, all would end late.
      const rank = cheap ? 0 : ++lastTicket;
      const take = (signal: AbortSignal): Promise<Held<unknown>> =>
        threads.take({ account: asker.account, signal }, rank);
      const turn: Turn = (task) => inTurn(take(asker.signal), task);
      return await work(mine, turn, { threads: pool.threads, take });
    } finally {
      slot?.release();
      release();
    }
  }

  return {
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

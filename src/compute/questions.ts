import { setMaxListeners } from 'node:events';
import type { OwnedCore } from '../core/instance.js';
import { STATUS } from '../core/status.js';
import { Overloaded } from '../errors.js';
import { type Asker, SERVICE } from '../fairness/asker.js';
import { createTurns, type Held } from '../fairness/turns.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { LoadedWindows } from '../memory/loadedWindows.js';
import type { MapBlocks } from '../memory/mapBlocks.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import type { Slot, Slots } from '../memory/slots.js';
import { COMPUTATION_SECONDS } from '../spec.js';
import type { Pool } from './pool.js';

/** Memory and threads that questions are answered with. */
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

/**
 * Order in which an account's waiting questions get slots: cheap ones first, which take some milliseconds at most; then
 * whole ones; last the parts of a question about many places, or of counting a run. A part takes one thread, and
 * several parts keep all threads busy.
 */
const RANK = { cheap: 0, whole: 1, part: 2 } as const;

/** A question about a window. */
export interface Asked {
  window: LoadedWindow;
  asker: Asker;
  rank: keyof typeof RANK;
}

/** A question that has its slot, and takes turns at the threads. */
export interface UnderWay {
  readonly slot: Slot;
  readonly asker: Asker;
  /** Runs a task of the pool at the asker's turn. A task takes some milliseconds, so that all accounts get turns. */
  readonly turn: <T>(task: () => Promise<T>) => Promise<T>;
  /** Waits for the asker's turn at a thread, which is held until it is released. */
  readonly takeThread: (signal: AbortSignal) => Promise<Held<unknown>>;
}

/** Runs questions that take threads, each in a slot of its own. All take turns at the threads, account by account. */
export interface Questions {
  /** Runs `work` in a slot while the window is held; the slot is cancelled when the asker goes. */
  inSlot<T>(asked: Asked, work: (question: UnderWay) => Promise<T>): Promise<T>;
}

export function createQuestions({ pool, slots, windows, waitedForThread }: AnalysisParts): Questions {
  const threads = createTurns(
    Array.from({ length: pool.threads }, (_, i) => i),
    { last: SERVICE.account, ...(waitedForThread && { waited: waitedForThread }) },
  );
  let lastTicket = 0;

  return {
    async inSlot({ window, asker, rank }, work) {
      const release = windows.hold(window);
      let slot: Slot | undefined;
      const cancel = (): void => slot?.cancel();
      try {
        slot = await slots.acquire(asker, RANK[rank]);
        asker.signal.addEventListener('abort', cancel);
        // After an account's cheap questions, the first to begin gets threads first: side by side, all would end late.
        const ticket = rank === 'cheap' ? 0 : ++lastTicket;
        const takeThread = (signal: AbortSignal): Promise<Held<unknown>> =>
          threads.take({ account: asker.account, signal }, ticket);
        return await work({
          slot,
          asker,
          takeThread,
          turn: async (task) => {
            const thread = await takeThread(asker.signal);
            try {
              return await task();
            } finally {
              thread.release();
            }
          },
        });
      } finally {
        asker.signal.removeEventListener('abort', cancel);
        slot?.release();
        release();
      }
    },
  };
}

/** Work that is left after a portion: none, work for any thread, or work that only this thread can do. */
export type Left = 'nothing' | 'shared' | 'own';

/**
 * Works in up to `threads` threads side by side, one portion of some milliseconds at each turn that the account gets.
 * Settles when no thread works in the slot any more.
 *
 * @param portion works on one portion; gets the number of the thread, from 0 on
 * @throws the error of a portion, or the reason of the asker's signal
 */
export async function together(
  { slot, asker, takeThread }: UnderWay,
  threads: number,
  portion: (thread: number) => Promise<Left>,
): Promise<void> {
  // Aborted when nothing is left to do: then nobody waits for a further thread.
  const done = new AbortController();
  const waiting = AbortSignal.any([asker.signal, done.signal]);
  setMaxListeners(0, waiting);
  const work = async (i: number): Promise<void> => {
    let thread = await takeThread(waiting);
    try {
      for (let left = await portion(i); left !== 'nothing'; left = await portion(i)) {
        // The next turn is asked for before this one ends, so that the account keeps the thread unless another account
        // comes first.
        const next = takeThread(left === 'own' ? asker.signal : waiting);
        thread.release();
        thread = await next;
      }
      done.abort();
    } finally {
      thread.release();
    }
  };
  const settled = await Promise.allSettled(
    Array.from({ length: threads }, (_, i) =>
      work(i).catch((error: unknown) => {
        if (error === done.signal.reason) return;
        slot.cancel();
        done.abort();
        throw error;
      }),
    ),
  );
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Runs the work of a question and returns its result. After COMPUTATION_SECONDS it cancels the question's slot: kernels
 * notice that within a tenth of a second, and the pool ends a thread that does not.
 *
 * @throws Overloaded if the work took too long, the reason of the asker's signal, or Error for any other status
 */
export async function withinDeadline<T extends { status: number }>(
  { slot, asker }: UnderWay,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => slot.cancel(), COMPUTATION_SECONDS * 1000);
  try {
    const result = await work();
    asker.signal.throwIfAborted();
    if (result.status === STATUS.cancelled) {
      const message = `The computation was given up after ${COMPUTATION_SECONDS} s`;
      throw new Overloaded(message, RETRY_AFTER_SECONDS);
    }
    if (result.status !== STATUS.ok) throw new Error(`the core answered with status ${result.status}`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Answers up to `most` questions at a time and yields the answers: as they come or, with `inOrder`, in the order of the
 * questions. A question is read from the iterable only when its turn is near. If a question fails, or the reader stops,
 * the other questions are given up.
 *
 * @param release is called with each answer that nobody takes
 */
export async function* answerEach<Q, A>(
  questions: Iterable<Q>,
  most: number,
  asker: Asker,
  answer: (question: Q, asker: Asker) => Promise<A>,
  { inOrder = false, release }: { inOrder?: boolean; release?: ((answer: A) => void) | undefined } = {},
): AsyncGenerator<A, void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([asker.signal, ended.signal]);
  setMaxListeners(0, signal);
  const underWay = new Map<number, Promise<readonly [number, A]>>();
  let asked = 0;
  const next = async (): Promise<A> => {
    const [first] = underWay.values();
    const [number, found] = await (inOrder && first ? first : Promise.race(underWay.values()));
    underWay.delete(number);
    return found;
  };
  try {
    for (const question of questions) {
      if (underWay.size === most) yield await next();
      const number = asked++;
      const answered = answer(question, { ...asker, signal }).then((found) => [number, found] as const);
      // If nobody ever takes this answer, its failure must not count as an unhandled rejection.
      answered.catch(() => undefined);
      underWay.set(number, answered);
    }
    while (underWay.size > 0) yield await next();
  } finally {
    ended.abort();
    for (const answered of underWay.values()) answered.then(([, found]) => release?.(found)).catch(() => undefined);
  }
}

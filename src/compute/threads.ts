import { EventEmitter, once } from 'node:events';
import { Piscina } from 'piscina';
import { Unavailable } from '../errors.js';
import type { Call } from './thread/worker.js';

/** Threads that take tasks one at a time, in the order in which they come. */
export interface Threads {
  /** Resolves when a thread that does nothing else can compute, with the names of the tasks that it runs. */
  ready(): Promise<string[]>;
  /** Runs the task of that name. */
  run(name: string, task: object): Promise<unknown>;
  /**
   * Ends every thread that works in the slot at this address and starts another in its place. What they worked on fails when
   * they are gone: until then they may write into their slots.
   */
  endSlot(slot: number): void;
  /** Resolves when a thread answers, at once where one just has. @throws Unavailable where none does */
  check(): Promise<void>;
  readonly unfinished: number;
  /** Number of tasks that no thread has taken yet. */
  readonly waiting: number;
  close(): Promise<void>;
}

interface Running {
  call: Call | undefined;
  abort: EventEmitter;
  /** Resolves when the thread is gone; set where it is being ended. */
  ending?: Promise<unknown>;
}

const RETRY_AFTER_SECONDS = 2;

interface ThreadsOptions {
  entry: { filename: string; execArgv?: string[] };
  workerData: unknown;
  onError: (error: Error) => void;
  /** Called for each task whose thread is ended. */
  onEnd: (name: string, task: object) => void;
  /** How long `check` waits for an answer; one that came within the last third of that time is enough. */
  checkSeconds: number;
}

export function createThreads(count: number, options: ThreadsOptions): Threads {
  const { entry, workerData, onError, onEnd, checkSeconds } = options;
  const piscina = new Piscina({
    ...entry,
    workerData,
    minThreads: count,
    maxThreads: count,
    concurrentTasksPerWorker: 1,
    atomics: 'sync',
  });
  piscina.on('error', onError);
  const unfinished = new Set<Running>();
  let answeredMs = -Infinity;
  let probe: Promise<unknown> | undefined;

  /** Runs a function that the threads' module exports. */
  async function runExported(name: 'ready' | 'run', call?: Call): Promise<unknown> {
    // Each has a signal: Piscina serves tasks with one before those without.
    const running: Running = { call, abort: new EventEmitter() };
    unfinished.add(running);
    try {
      return await piscina.run(call, { name, signal: running.abort });
    } finally {
      await running.ending;
      if (running.ending === undefined) answeredMs = performance.now();
      unfinished.delete(running);
    }
  }

  const ready = async (): Promise<string[]> => (await runExported('ready')) as string[];

  return {
    ready,
    run: (name, task) => runExported('run', { name, task }),
    endSlot(slot) {
      for (const running of unfinished) {
        const { name, task } = running.call ?? {};
        if (name === undefined || task === undefined || !('slot' in task) || task.slot !== slot) continue;
        onEnd(name, task);
        const before = piscina.threads;
        running.abort.emit('abort');
        const left = new Set(piscina.threads);
        running.ending = Promise.all(
          before.filter((thread) => !left.has(thread)).map((thread) => once(thread, 'exit')),
        );
      }
    },
    async check() {
      const askedMs = performance.now();
      if (answeredMs >= askedMs - (1000 * checkSeconds) / 3) return;
      probe ??= ready()
        .catch(() => undefined)
        .finally(() => (probe = undefined));
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, 1000 * checkSeconds)));
      await Promise.race([probe, patience]);
      clearTimeout(timer);
      // Where all threads are busy, one may have answered somebody else meanwhile.
      if (answeredMs >= askedMs) return;
      const message = `None of ${count} compute threads has answered within ${checkSeconds} s`;
      throw new Unavailable(message, RETRY_AFTER_SECONDS);
    },
    get unfinished() {
      return unfinished.size;
    },
    get waiting() {
      return piscina.queueSize;
    },
    close: () => piscina.destroy(),
  };
}

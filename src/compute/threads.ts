import { EventEmitter, once } from 'node:events';
import { Piscina } from 'piscina';
import { Unavailable } from '../errors.js';

/** Threads that take tasks one at a time, in the order in which they come. */
export interface Threads {
  /** Runs the function of that name of the threads' module. */
  run: <T>(name: string, task?: object) => Promise<T>;
  /**
   * Ends every thread that works in the slot at this address and starts another in its place. What they worked on fails when
   * they are gone: until then they may write into what they were lent.
   */
  endSlot(slot: number): void;
  /** Resolves when a thread answers, at once where one just has; an Unavailable where none does. */
  check(): Promise<void>;
  readonly unfinished: number;
  /** Tasks that no thread has taken yet. */
  readonly waiting: number;
  close(): Promise<void>;
}

interface Running {
  name: string;
  task: object | undefined;
  abort: EventEmitter;
  /** Set where it is ended: until its thread is gone. */
  ending?: Promise<unknown>;
}

const RETRY_AFTER_SECONDS = 2;

interface ThreadsOptions {
  entry: { filename: string; execArgv?: string[] };
  workerData: unknown;
  onError: (error: Error) => void;
  /** Told of each task whose thread is ended. */
  onEnd: (name: string, task: object) => void;
  /** How long `check` waits for an answer; one within the last third of that is as good. */
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

  async function run<T>(name: string, task?: object): Promise<T> {
    // Each has a signal: Piscina serves tasks with one before those without.
    const running: Running = { name, task, abort: new EventEmitter() };
    unfinished.add(running);
    try {
      return (await piscina.run(task, { name, signal: running.abort })) as T;
    } finally {
      await running.ending;
      if (running.ending === undefined) answeredMs = performance.now();
      unfinished.delete(running);
    }
  }

  return {
    run,
    endSlot(slot) {
      for (const running of unfinished) {
        if (running.task === undefined || !('slot' in running.task) || running.task.slot !== slot) continue;
        onEnd(running.name, running.task);
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
      probe ??= run('ready')
        .catch(() => undefined)
        .finally(() => (probe = undefined));
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, 1000 * checkSeconds)));
      await Promise.race([probe, patience]);
      clearTimeout(timer);
      // Where all are busy, others have had their answers before us.
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

import { EventEmitter, once } from 'node:events';
import { Piscina } from 'piscina';
import { Unavailable } from '../errors.js';
import { outOfMemory } from '../memory/outOfMemory.js';
import type { Call } from './thread/worker.js';

/** Threads that take tasks one at a time, in the order in which they come. */
export interface Threads {
  /** Resolves when a thread that does nothing else can compute, with the names of the tasks that it runs. */
  ready(): Promise<string[]>;
  /** Runs the task of that name. */
  run(name: string, task: object): Promise<unknown>;
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
  /** How often the watch has found a thread at work on it. */
  ticks: number;
  /** Resolves when the thread is gone; set where it is being ended. */
  ending?: Promise<unknown>;
}

const RETRY_AFTER_SECONDS = 2;
/** How often the watch looks whether a thread goes on and on with one task. */
const TICKS_PER_TASK = 10;

interface ThreadsOptions {
  entry: { filename: string; execArgv?: string[] };
  workerData: unknown;
  onError: (error: Error) => void;
  /** Called for each task whose thread has ended without an answer: by itself, or because it took too long. */
  onEnd: (name: string, task: object, why: string) => void;
  /** How long a thread may take for one task before it is ended and replaced; undefined: as long as it likes. */
  taskSeconds: number | undefined;
  /** Threads that wait to take the place of one that has ended. */
  spares: number;
  /** Heap of a thread, in MB: one that needs more ends, and only its task fails. */
  heapMegabytes: number;
  /** How long `check` waits for an answer; one that came within the last third of that time is enough. */
  checkSeconds: number;
}

export function createThreads(count: number, options: ThreadsOptions): Threads {
  const { entry, workerData, onError, onEnd, taskSeconds, heapMegabytes, checkSeconds, spares } = options;
  /** Ids of the threads that have started; none is given twice. */
  const started = new Set<number>();
  const piscina = new Piscina({
    ...entry,
    workerData,
    minThreads: count + spares,
    maxThreads: count + spares,
    concurrentTasksPerWorker: 1,
    atomics: 'sync',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // Piscina's own also gives what waits to threads that are still starting, while those that run go idle.
    loadBalancer: (_task, workers) => {
      const idle = workers.filter(({ currentUsage }) => currentUsage === 0);
      if (workers.length - idle.length >= count) return null;
      return idle.find(({ id }) => started.has(id)) ?? null;
    },
  });
  piscina.on('error', onError);
  piscina.on('workerCreate', ({ id }: { id: number }) => void started.add(id));
  const unfinished = new Set<Running>();
  let answeredMs = -Infinity;
  let isClosed = false;
  let probe: Promise<unknown> | undefined;

  /** Runs a function that the threads' module exports. */
  async function runExported(name: 'ready' | 'run', call?: Call): Promise<unknown> {
    // Each has a signal: Piscina serves tasks with one before those without.
    const running: Running = { call, abort: new EventEmitter(), ticks: 0 };
    unfinished.add(running);
    let hasAnswered = true;
    try {
      return await piscina.run(call, { name, signal: running.abort });
    } catch (error) {
      if (isClosed) throw new Unavailable('The service is stopping', RETRY_AFTER_SECONDS);
      const why = running.ending === undefined ? deathOf(error) : `it did not end within ${taskSeconds} s`;
      hasAnswered = why === undefined;
      if (why === undefined) throw isOutOfMemory(error) ? outOfMemory('a computation') : error;
      if (call !== undefined) onEnd(call.name, call.task, why);
      await running.ending;
      throw new Unavailable(`The computation was ended with its thread: ${why}`, RETRY_AFTER_SECONDS);
    } finally {
      if (hasAnswered) answeredMs = performance.now();
      unfinished.delete(running);
    }
  }

  /**
   * Ends the thread of a task and starts another in its place. The task fails when the thread is gone: until then it
   * may write into its slot.
   */
  const end = (running: Running): void => {
    const before = piscina.threads;
    running.abort.emit('abort');
    const left = new Set(piscina.threads);
    running.ending = Promise.all(before.filter((thread) => !left.has(thread)).map((thread) => once(thread, 'exit')));
  };

  /**
   * Counts the watch's own looks, not the time: where the whole process stood still, no thread is to blame. The threads
   * take tasks in their order, so the first `count` are those at work.
   */
  const watch = (): void => {
    for (const running of [...unfinished].slice(0, count)) {
      if (running.ending !== undefined || running.call === undefined) continue;
      running.ticks += 1;
      if (running.ticks > TICKS_PER_TASK) end(running);
    }
  };
  const watching =
    taskSeconds === undefined ? undefined : setInterval(watch, (1000 * taskSeconds) / TICKS_PER_TASK).unref();

  const ready = async (): Promise<string[]> => (await runExported('ready')) as string[];

  return {
    ready,
    run: (name, task) => runExported('run', { name, task }),
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
    close() {
      isClosed = true;
      clearInterval(watching);
      return piscina.destroy();
    },
  };
}

/** What Piscina tells the tasks of a thread that has exited. */
const EXITED = /^worker exited with code: /;

/** Why the thread of a task has ended, where the error says that it has; undefined for what the task has thrown. */
function deathOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it ran out of memory';
  return EXITED.test(error.message) ? error.message.replace('worker', 'it') : undefined;
}

/** Whether a task had no memory beside its heap, which V8 tells by the message alone. */
function isOutOfMemory(error: unknown): boolean {
  return (
    error instanceof RangeError && /could not allocate memory|allocation failed|out of memory/i.test(error.message)
  );
}

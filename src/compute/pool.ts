import type { OwnedCore } from '../core/instance.js';
import { threadEntry } from '../core/program/threadEntry.js';
import { Unavailable } from '../errors.js';
import { createThreads } from './threads.js';
import type * as threadTasks from './thread/tasks.js';
import type { WorkerSetup } from './thread/worker.js';

/** The functions that the threads run. Their module is loaded in threads only: here they are types. */
type ThreadTasks = typeof threadTasks;

/** A method for each function of the threads: runs it in a thread that is free, or else in the next one that will be. */
type Tasks = {
  [Name in keyof ThreadTasks]: (
    task: Parameters<ThreadTasks[Name]>[1],
  ) => Promise<Awaited<ReturnType<ThreadTasks[Name]>>>;
};

/** The threads that compute. */
export interface Pool extends Tasks {
  /** Resolves when a thread answers; an Unavailable where none does within some seconds. */
  check(): Promise<void>;
  readonly threads: number;
  /** Number of threads that have nothing to do. */
  readonly idle: number;
  /** Number of tasks that no thread has taken yet. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** Time in which threads must start: Piscina lets the tasks of a worker that fails to load wait for ever. */
const START_SECONDS = 20;
/** Time in which threads in the background must start: they wait even for that while others are busy. */
const BACKGROUND_START_SECONDS = 600;
/** Time in which a thread must answer a check: one that computes takes the next task within milliseconds. */
const CHECK_SECONDS = 3;

/** Nice value of threads in the background: they give way to everything else that runs. */
const BACKGROUND_NICENESS = 19;
/** Nice value of other threads: they give way to the one that speaks HTTP, which also answers without computing. */
const ANSWERING_NICENESS = 5;

/** Heap of a thread: what it computes lies in the shared memory, so that some 20 MB are enough. */
const HEAP_MEGABYTES = 192;

interface PoolOptions {
  background?: boolean;
  /** Module that the threads run; thread/worker.ts where absent. */
  entry?: ReturnType<typeof threadEntry>;
  checkSeconds?: number;
  signal?: AbortSignal;
  /** Seconds after which a thread that goes on with one task is ended and replaced; never where absent. */
  taskSeconds?: number;
  /** Heap of a thread, in MB. */
  heapMegabytes?: number;
  /** Threads that wait to take the place of one that has ended, some 10 MB each; none where absent. */
  spares?: number;
  /** Called for each task whose thread has ended without an answer. */
  onEnd?: (name: string, task: object, why: string) => void;
}

/**
 * Starts the pool and waits until each of its threads has answered once. Threads in the background run when the
 * processors have nothing else to do. The signal gives up a pool that has not started yet.
 */
export async function createPool(core: OwnedCore, threads: number, options: PoolOptions = {}): Promise<Pool> {
  const {
    background = false,
    entry = threadEntry('./thread/worker', import.meta.url),
    checkSeconds = CHECK_SECONDS,
    taskSeconds,
    heapMegabytes = HEAP_MEGABYTES,
    spares = 0,
    signal,
  } = options;
  const niceness = background ? BACKGROUND_NICENESS : ANSWERING_NICENESS;
  const startSeconds = background ? BACKGROUND_START_SECONDS : START_SECONDS;
  const setup: WorkerSetup = { module: core.module, memory: core.memory, niceness };
  let failed: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  // The promise is only waited for while the pool starts; later failures reach the caller of the task they broke.
  failure.catch(() => undefined);
  const started = createThreads(threads, {
    entry,
    workerData: setup,
    onError: (error) => failed(error),
    onEnd: (name, task, why) => options.onEnd?.(name, task, why),
    taskSeconds,
    heapMegabytes,
    spares,
    checkSeconds,
  });
  const giveUp = (): void => failed(signal?.reason as Error);
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  const timer = setTimeout(() => {
    failed(new Unavailable(`The compute threads did not start within ${startSeconds} s`));
  }, startSeconds * 1000);
  let names: readonly string[];
  try {
    [names = []] = await Promise.race([failure, Promise.all(Array.from({ length: threads }, () => started.ready()))]);
  } catch (error) {
    await started.close();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }

  // Named by the threads, so that a task that is added there has its method here without loading its module.
  const tasks = Object.fromEntries(names.map((name) => [name, (task: object) => started.run(name, task)]));
  return {
    ...(tasks as unknown as Tasks),
    check: () => started.check(),
    threads,
    get idle() {
      return Math.max(0, threads - started.unfinished);
    },
    get waiting() {
      return started.waiting;
    },
    close: () => started.close(),
  };
}

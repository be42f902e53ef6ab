import { EventEmitter, once } from 'node:events';
import { Piscina } from 'piscina';
import type { OwnedCore } from '../core/instance.js';
import { threadEntry } from '../core/program/threadEntry.js';
import { Unavailable } from '../errors.js';
import { outOfMemory } from '../memory/parts.js';
import type * as threadTasks from './thread/tasks.js';
import type { Call, WorkerSetup } from './thread/worker.js';

/** Functions that the threads run. Only threads load their module; here it is imported for its types. */
type ThreadTasks = typeof threadTasks;

/** Methods of the pool: each runs the function of that name in a free thread, or in the next one to become free. */
type Tasks = {
  [Name in keyof ThreadTasks]: (
    task: Parameters<ThreadTasks[Name]>[1],
  ) => Promise<Awaited<ReturnType<ThreadTasks[Name]>>>;
};

/** Threads that compute. */
export interface Pool extends Tasks {
  /** Resolves when a thread answers. @throws Unavailable if none does within some seconds */
  check(): Promise<void>;
  readonly threads: number;
  /** Number of threads that have nothing to do. */
  readonly idle: number;
  /** Number of tasks that no thread has taken yet. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** Seconds in which threads must start: Piscina would let tasks wait for ever for a thread that fails to load. */
const START_SECONDS = 20;
/**
 * Seconds in which background threads must start: with their nice value, even starting takes long while other threads
 * are busy.
 */
const BACKGROUND_START_SECONDS = 600;
/** Seconds in which a thread must answer a check: a busy thread takes its next task within milliseconds. */
const CHECK_SECONDS = 3;
const RETRY_AFTER_SECONDS = 2;
/** Seconds in which the tasks that threads have taken may end when the pool closes; then their threads are ended. */
const CLOSE_SECONDS = 2;

/** Nice value of background threads: they give way to everything else that runs. */
const BACKGROUND_NICENESS = 19;
/** Nice value of threads that compute answers: they give way to the main thread, which serves HTTP. */
const ANSWERING_NICENESS = 5;

/** Largest heap of a thread, in MB. Some 20 MB are enough, as the data lie in the shared memory. */
const HEAP_MEGABYTES = 192;
/** Number of times that `watch` may find a thread at the same task; at the next one, the thread is ended. */
const TICKS_PER_TASK = 10;

interface PoolOptions {
  background?: boolean;
  /** Module that the threads run; thread/worker.ts if absent. */
  entry?: ReturnType<typeof threadEntry>;
  /** Seconds for which `check` waits for an answer. */
  checkSeconds?: number;
  /** Aborted to give up the start; without effect once the pool has started. */
  signal?: AbortSignal;
  /** Seconds after which a thread that goes on with one task is ended and replaced; never if absent. */
  taskSeconds?: number;
  /** Largest heap of a thread, in MB: a thread that needs more ends, and only its task fails. */
  heapMegabytes?: number;
  /** Called for each task whose thread has ended without an answer. */
  onEnd?: (name: string, task: object, why: string) => void;
}

interface Running {
  call: Call | undefined;
  /** Settles with the task; undefined until Piscina has it. */
  answer?: Promise<unknown>;
  abort: EventEmitter;
  /** Number of times that `watch` has found a thread at work on the task. */
  ticks: number;
  /** Set while the thread of the task is being ended; resolves when that thread is gone. */
  ending?: Promise<unknown>;
}

/**
 * Starts the pool and waits until its threads have answered as many calls as there are threads. @throws Unavailable if
 * they are late, the error of a thread, or the reason of the signal
 */
export async function createPool(core: OwnedCore, threads: number, options: PoolOptions = {}): Promise<Pool> {
  const {
    background = false,
    entry = threadEntry('./thread/worker', import.meta.url),
    checkSeconds = CHECK_SECONDS,
    taskSeconds,
    heapMegabytes = HEAP_MEGABYTES,
    signal,
    onEnd,
  } = options;
  const niceness = background ? BACKGROUND_NICENESS : ANSWERING_NICENESS;
  /** Ids of the threads that have started; no id is used twice. */
  const started = new Set<number>();
  const piscina = new Piscina({
    ...entry,
    workerData: { module: core.module, memory: core.memory, niceness } satisfies WorkerSetup,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    atomics: 'sync',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // Piscina's own balancer also gives tasks to threads that are still starting, while running ones are idle.
    loadBalancer: (_task, workers) =>
      workers.find(({ id, currentUsage }) => currentUsage === 0 && started.has(id)) ?? null,
  });
  piscina.on('workerCreate', ({ id }: { id: number }) => void started.add(id));
  /** Tasks in the order in which threads take them. */
  const unfinished = new Set<Running>();
  const taken = (): Running[] => [...unfinished].slice(0, threads);
  let isClosed = false;

  /** Runs a function that the threads' module exports. */
  async function runExported(name: 'ready' | 'run', call?: Call): Promise<unknown> {
    // Every task has a signal: Piscina would serve tasks with a signal before tasks without.
    const running: Running = { call, abort: new EventEmitter(), ticks: 0 };
    unfinished.add(running);
    try {
      if (isClosed) throw new Error('the pool is closed');
      return await (running.answer = piscina.run(call, { name, signal: running.abort }));
    } catch (error) {
      if (isClosed) throw new Unavailable('The service is stopping', RETRY_AFTER_SECONDS);
      const why = running.ending === undefined ? deathOf(error) : `it did not end within ${taskSeconds} s`;
      if (why === undefined) throw isOutOfMemory(error) ? outOfMemory('a computation') : error;
      if (call !== undefined) onEnd?.(call.name, call.task, why);
      await running.ending;
      throw new Unavailable(`The computation was ended with its thread: ${why}`, RETRY_AFTER_SECONDS);
    } finally {
      unfinished.delete(running);
    }
  }

  /** Resolves when an idle thread can compute, with the names of the tasks that it runs. */
  const ready = async (): Promise<string[]> => (await runExported('ready')) as string[];

  /**
   * Ends the thread of a task; Piscina replaces the thread. The task fails only when the thread is gone: until then the
   * thread may write into the slot of the task.
   */
  const end = (running: Running): void => {
    const before = piscina.threads;
    running.abort.emit('abort');
    const left = new Set(piscina.threads);
    running.ending = Promise.all(before.filter((thread) => !left.has(thread)).map((thread) => once(thread, 'exit')));
  };

  /**
   * Ends each thread that it has found at the same task more than TICKS_PER_TASK times. It counts its own calls instead
   * of reading the clock: while the whole process stands still, no thread is to blame.
   */
  const watch = (): void => {
    for (const running of taken()) {
      if (running.ending !== undefined || running.call === undefined) continue;
      running.ticks += 1;
      if (running.ticks > TICKS_PER_TASK) end(running);
    }
  };
  const watching =
    taskSeconds === undefined ? undefined : setInterval(watch, (1000 * taskSeconds) / TICKS_PER_TASK).unref();

  async function close(): Promise<void> {
    isClosed = true;
    clearInterval(watching);
    const computing = taken();
    for (const running of unfinished) if (!computing.includes(running)) running.abort.emit('abort');
    // Node 20 aborts the process if a thread is ended just as it makes a zlib stream, as tasks of a sweep do.
    const answers = computing.flatMap(({ call, answer }) => (call && answer) ?? []);
    await isWithin(CLOSE_SECONDS, Promise.allSettled(answers));
    await piscina.destroy();
  }

  async function check(): Promise<void> {
    if (await isWithin(checkSeconds, ready())) return;
    const message = `None of ${threads} compute threads has answered within ${checkSeconds} s`;
    throw new Unavailable(message, RETRY_AFTER_SECONDS);
  }

  const startSeconds = background ? BACKGROUND_START_SECONDS : START_SECONDS;
  const names = await Promise.race([
    failureToStart(piscina, startSeconds, signal),
    Promise.all(Array.from({ length: threads }, ready)),
  ]).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  // The threads have told the names of their tasks: so this thread makes the methods without loading the tasks.
  const tasks = Object.fromEntries(
    (names[0] ?? []).map((name) => [name, (task: object) => runExported('run', { name, task })]),
  );
  return {
    ...(tasks as unknown as Tasks),
    check,
    threads,
    get idle() {
      return Math.max(0, threads - unfinished.size);
    },
    get waiting() {
      return piscina.queueSize;
    },
    close,
  };
}

/**
 * Rejects with the error of a thread that cannot start, with the signal's reason, or with Unavailable when time is up.
 */
function failureToStart(piscina: Piscina, seconds: number, signal: AbortSignal | undefined): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    piscina.on('error', reject);
    if (signal?.aborted === true) reject(signal.reason as Error);
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    const late = new Unavailable(`The compute threads did not start within ${seconds} s`);
    setTimeout(() => reject(late), seconds * 1000).unref();
  });
  // Failures after the start are ignored here: they reach the callers of the tasks that they broke.
  failure.catch(() => undefined);
  return failure;
}

/** Resolves to true if the promise resolves in time, to false if it rejects or the time is over. */
async function isWithin(seconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), 1000 * seconds)));
  const settled = promise.then(
    () => true,
    () => false,
  );
  return Promise.race([settled, over]).finally(() => clearTimeout(timer));
}

/** Piscina's message for the tasks of a thread that has exited. */
const EXITED = /^worker exited with code: /;

/** Finds why the thread of a task has ended; undefined for an error that the task itself has thrown. */
function deathOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it ran out of memory';
  return EXITED.test(error.message) ? error.message.replace('worker', 'it') : undefined;
}

/** Whether a task failed because memory outside its heap ran out: V8 tells so in the message alone. */
function isOutOfMemory(error: unknown): boolean {
  return (
    error instanceof RangeError && /could not allocate memory|allocation failed|out of memory/i.test(error.message)
  );
}

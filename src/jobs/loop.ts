// The default export: tests replace the timers in it.
import timers from 'node:timers/promises';

export interface LoopOptions {
  /** Does one round; the signal is aborted when the loop ends. */
  round: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds between the end of a round and the next. */
  every: number | (() => number);
  /** Milliseconds before the first round of `run`; 0 by default. */
  after?: number;
  /**
   * Milliseconds without a round after a failure: `first`, then twice as long after each further failure, up to `most`.
   */
  backoff?: { first: number; most: number };
  /**
   * Called with the error of a round, unless the loop has ended, and the milliseconds of the pause that follows. May
   * throw to end the loop.
   */
  onFailure: (error: unknown, pauseMs: number) => void;
  /** Ends the loop at once when it is aborted. */
  signal?: AbortSignal;
  /** Clock of the pauses, in milliseconds. */
  now?: () => number;
}

/** Makes a loop, which works in rounds, never two at once. */
export function createLoop(options: LoopOptions) {
  const { round, every, backoff = { first: 0, most: 0 }, onFailure, now = () => performance.now() } = options;
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  let failures = 0;
  let failedAtMs = -Infinity;
  let pauseMs = 0;
  /** Milliseconds that are left of the pause after a failure; 0 if the clock was set back since. */
  const pausedMs = (): number => {
    const sinceMs = now() - failedAtMs;
    return sinceMs < 0 ? 0 : Math.max(pauseMs - sinceMs, 0);
  };

  const check = inSeries(async () => {
    if (signal.aborted || pausedMs() > 0) return;
    try {
      await round(signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      pauseMs = Math.min(backoff.first * 2 ** failures++, backoff.most);
      failedAtMs = now();
      onFailure(error, pauseMs);
    }
  });

  const restMs = (): number => {
    const intervalMs = typeof every === 'number' ? every : every();
    const leftMs = pausedMs();
    return leftMs > 0 ? Math.min(leftMs, intervalMs) : intervalMs;
  };

  const run = async (): Promise<void> => {
    if (options.after !== undefined) await rest(options.after, signal);
    while (!signal.aborted) {
      await check();
      await rest(restMs(), signal);
    }
  };

  return {
    /**
     * Does a round as soon as no other is under way; does nothing once the loop has ended, or in the pause after a
     * failure. Resolves when the round is over, even if it failed.
     *
     * @throws the error that `onFailure` throws
     */
    check,
    /**
     * Does one round after the other, the first at once or after the time given, and resolves when the loop has ended.
     *
     * @throws the error that `onFailure` throws
     */
    run,
    /** Does rounds like `run`, in the background. */
    start: () => void run(),
    /** Ends the loop at once, and resolves when the round under way is over. */
    async stop(): Promise<void> {
      stopping.abort();
      await check();
    },
  };
}

/** Repeats a job, after growing pauses, until it succeeds or the signal is aborted. */
export async function untilDone({
  job,
  signal,
  ...options
}: Required<Pick<LoopOptions, 'backoff' | 'signal'>> &
  Pick<LoopOptions, 'onFailure'> & { job: () => Promise<void> }): Promise<void> {
  const done = new AbortController();
  const round = (): Promise<void> => job().then(() => done.abort());
  const every = options.backoff.most;
  await createLoop({ ...options, every, round, signal: AbortSignal.any([signal, done.signal]) }).run();
}

/** Resolves after `ms` milliseconds, or when the signal is aborted. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await timers.setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

/** Makes calls of a job run one after the other: each begins when the one before it has ended, even if that failed. */
export function inSeries<T>(job: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const turn = last.then(job);
    last = turn.catch(() => undefined);
    return turn;
  };
}

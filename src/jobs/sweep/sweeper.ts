import type { Logger } from 'pino';
import type { Pool } from '../../compute/pool.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import type { LoadedWindows } from '../../memory/loadedWindows.js';
import { createLoop } from '../loop.js';
import { SweepGivenUp, sweepMissing } from './sweep.js';
import type { SweepParts, SweepProgress } from './sweepParts.js';

export interface SweeperParts extends Omit<SweepParts, 'pool' | 'signal'> {
  windows: LoadedWindows;
  log: Logger;
  /** Starts the threads of one sweep. */
  startPool: () => Promise<Pool>;
}

const CHECK_MS = 10_000;
const BACKOFF = { first: 10_000, most: 640_000 };
const TELL_EVERY_PERCENT = 10;

/**
 * Makes the loop that sweeps the window that answers: its runs and cells when it is new, later the runs of satellites
 * that have become tracked since. A stop gives up the sweep under way; its finished blocks stay for the next start.
 */
export function createSweeper(parts: SweeperParts) {
  const { windows, log } = parts;
  let swept: number | undefined;
  let progress: number | undefined;

  async function sweep(window: LoadedWindow, signal: AbortSignal): Promise<void> {
    const tell = tellOf(log, window.id);
    let what = {};
    const finished = await sweepMissing(
      { ...parts, signal, withPool: (job) => withPool(parts.startPool, signal, job) },
      window,
      { which: 'stations', evenLater: false },
      {
        onBegin({ noradNumbers, ipix }) {
          what = { window: window.id, runs: noradNumbers.length, cells: ipix?.length ?? 'all' };
          log.info(what, 'sweep begun');
        },
        onProgress(told) {
          if (told.stage === 'counting') progress = told.done / told.of;
          tell(told);
        },
      },
    );
    if (finished !== undefined) log.info({ ...what, seconds: Math.round(finished.seconds) }, 'sweep published');
  }

  const loop = createLoop({
    every: CHECK_MS,
    backoff: BACKOFF,
    async round(signal) {
      const window = windows.current();
      swept = window?.id;
      if (window === undefined) return;
      const release = windows.hold(window);
      try {
        await sweep(window, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof SweepGivenUp)) throw error;
        log.info({ window: window.id }, 'sweep given up: newer windows have taken its place');
      } finally {
        progress = undefined;
        release();
      }
    },
    onFailure: (error, pauseMs) =>
      log.error({ err: error, window: swept, retryInSeconds: pauseMs / 1000 }, 'the sweep failed'),
  });

  return {
    ...loop,
    /** Share of the blocks of the sweep under way that are counted, 0 to 1; undefined without a sweep or blocks. */
    progress: () => progress,
  };
}

/**
 * Runs a job with a pool of its own. The pool is closed when the job ends, or at once when the signal is aborted: a
 * block takes seconds, too long for a stop to wait.
 */
async function withPool<T>(
  startPool: () => Promise<Pool>,
  signal: AbortSignal,
  job: (pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = await startPool();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= pool.close());
  const cut = (): void => void close();
  signal.addEventListener('abort', cut, { once: true });
  try {
    return await job(pool);
  } finally {
    signal.removeEventListener('abort', cut);
    await close();
  }
}

/** Logs each tenth of a sweep's progress, with the time left at this rate. */
function tellOf(log: Logger, window: number): (progress: SweepProgress) => void {
  const from = performance.now();
  let first: number | undefined;
  let told = 0;
  return ({ stage, done, of }) => {
    const percent = Math.floor((100 * done) / of);
    first ??= done;
    if (stage !== 'counting' || percent < told + TELL_EVERY_PERCENT) return;
    told = percent;
    const seconds = (performance.now() - from) / 1000;
    const secondsLeft = done > first ? Math.round((seconds * (of - done)) / (done - first)) : undefined;
    log.info({ window, percent, secondsLeft }, 'sweep under way');
  };
}

import type { Logger } from 'pino';
import type { Pool } from '../../compute/pool.js';
import type { LoadedWindows } from '../../memory/loadedWindows.js';
import { runSweep, SweepGivenUp } from './sweep.js';
import type { SweepParts, SweepProgress } from './sweepParts.js';
import { beginSweep } from './sweepPlan.js';

/** Sweeps, in the background, what the window that answers lacks: all of it when it is new, later the runs that are added. */
export interface Sweeper {
  /** Resolves when nothing is missing any more, or it did not work; never two at once. */
  check(): Promise<void>;
  start(): void;
  /** Of the sweep under way, from 0 to 1; undefined where there is none. */
  progress(): number | undefined;
  /** What is finished by then is kept, and gone on with at the next start. */
  stop(): Promise<void>;
}

export interface SweeperParts extends Omit<SweepParts, 'pool' | 'signal'> {
  windows: LoadedWindows;
  log: Logger;
  /** Threads for one sweep, in the background. */
  startPool(): Promise<Pool>;
}

const CHECK_MS = 10_000;
/** After a failure; twice as long after each further one. */
const RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 640_000;
const TELL_EVERY_PERCENT = 10;

export function createSweeper(parts: SweeperParts): Sweeper {
  const { knex, core, windows, log } = parts;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let retryMs = RETRY_MS;
  let pausedUntil = 0;
  let progress: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function sweepWhatIsMissing(): Promise<void> {
    const window = windows.current();
    if (window === undefined || stopping.signal.aborted || Date.now() < pausedUntil) return;
    const release = windows.hold(window);
    let close: (() => Promise<void>) | undefined;
    try {
      const sweep = await beginSweep(knex, core, window, { which: 'stations', evenLater: false });
      if (sweep === undefined) return;
      const what = { window: window.id, runs: sweep.noradNumbers.length, cells: sweep.ipix?.length ?? 'all' };
      log.info(what, 'sweep begun');
      const from = performance.now();
      const pool = await parts.startPool();
      let closed: Promise<void> | undefined;
      close = () => (closed ??= pool.close());
      const { signal } = stopping;
      // A block takes seconds: nobody who stops the service waits for it.
      signal.addEventListener('abort', () => void close?.(), { once: true });
      const tell = tellOf(log, window.id);
      await runSweep({ ...parts, pool, signal }, window, sweep, (told) => {
        if (told.stage === 'counting') progress = told.done / told.of;
        tell(told);
      });
      retryMs = RETRY_MS;
      log.info({ ...what, seconds: Math.round((performance.now() - from) / 1000) }, 'sweep published');
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (error instanceof SweepGivenUp) {
        log.info({ window: window.id }, 'sweep given up: newer windows have taken its place');
        return;
      }
      pausedUntil = Date.now() + retryMs;
      log.error({ err: error, window: window.id, retryInSeconds: retryMs / 1000 }, 'the sweep failed');
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    } finally {
      progress = undefined;
      await close?.();
      release();
    }
  }

  const check = (): Promise<void> =>
    (running ??= sweepWhatIsMissing().finally(() => {
      running = undefined;
    }));

  return {
    check,
    progress: () => progress,
    start() {
      timer = setInterval(() => void check(), CHECK_MS);
      void check();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Tells of each tenth of the way, with the time that is left at this rate. */
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

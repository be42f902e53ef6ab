import { createAbort } from './asker.js';

/** Runs jobs one at a time, in the order in which they are asked for. */
export interface SerialQueue {
  /**
   * Runs the job when those before it have ended. Its signal aborts only when everybody in the queue has gone, since those
   * behind it use what it leaves. An asker who goes away before its turn gets the signal's reason at once.
   */
  run<T>(signal: AbortSignal, job: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export function createSerialQueue(): SerialQueue {
  const present = new Set<{ readonly signal: AbortSignal }>();
  let running: AbortController | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run(signal, job) {
      signal.throwIfAborted();
      const before = last;
      const { promise: ended, resolve: end } = withResolvers();
      last = ended;
      const self = { signal };
      present.add(self);
      const { promise: gone, resolve: leave } = withResolvers();
      const abort = (): void => {
        leave();
        if ([...present].every((other) => other.signal.aborted)) running?.abort(signal.reason);
      };
      signal.addEventListener('abort', abort);
      try {
        await Promise.race([before, gone]);
        signal.throwIfAborted();
        running = createAbort();
        try {
          return await job(running.signal);
        } finally {
          running = undefined;
        }
      } finally {
        signal.removeEventListener('abort', abort);
        present.delete(self);
        void before.then(end);
      }
    },
  };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

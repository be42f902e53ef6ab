interface Options<T> {
  /** Shortest time between the starts of two requests. */
  pauseMs: number;
  onValue: (key: string, value: T) => void;
  onError: (key: string, error: unknown) => void;
}

/**
 * Creates a queue of length one: however fast a user slides through the hours, the server has one request at a time,
 * and the next one is for the key that was wanted last.
 */
export function createLatest<T>({ pauseMs, onValue, onError }: Options<T>) {
  const closing = new AbortController();
  let next: { key: string; load: (signal: AbortSignal) => Promise<T> } | undefined;
  let isBusy = false;
  const isClosed = () => closing.signal.aborted;
  const run = async (): Promise<void> => {
    isBusy = true;
    while (next && !isClosed()) {
      const { key, load } = next;
      next = undefined;
      const paused = new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        // oxlint-disable-next-line no-await-in-loop -- requests must go one at a time
        const value = await load(closing.signal);
        if (!isClosed()) onValue(key, value);
      } catch (error) {
        if (!isClosed()) onError(key, error);
      }
      // oxlint-disable-next-line no-await-in-loop -- requests must start `pauseMs` apart
      await paused;
    }
    isBusy = false;
  };
  return {
    /** Requests the value of a key, in place of a key that still waits. */
    want: (key: string, load: (signal: AbortSignal) => Promise<T>): void => {
      next = { key, load };
      if (!isBusy) void run();
    },
    close: (): void => closing.abort(),
  };
}

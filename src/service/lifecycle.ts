/** Ends all that a process has started, in this order: requests, background work, resources. */
export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Time in ms that background work has to end, after all requests have ended. */
const BACKGROUND_MS = 1_000;

/**
 * Creates the lifecycle of a process.
 *
 * @param started returns a promise that settles when nothing more will be started
 */
export function createLifecycle(started: () => Promise<unknown>) {
  const stopping = new AbortController();
  const signal: AbortSignal = stopping.signal;
  const background: (() => Promise<unknown>)[] = [];
  const serving: (() => Promise<unknown>)[] = [];
  const impatience: (() => void)[] = [];
  const resources: (() => Promise<unknown> | void)[] = [];
  const errors: unknown[] = [];
  const settle = async (end: () => Promise<unknown> | void): Promise<void> => {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  };

  const end = async (): Promise<void> => {
    stopping.abort(new Error('the service is stopping'));
    const told = Promise.all(background.splice(0).map(settle));
    await Promise.all(serving.splice(0).map(settle));
    const quiet = Promise.all([told, started().catch(() => undefined)]);
    const timer = setTimeout(() => {
      for (const cut of impatience) cut();
    }, BACKGROUND_MS);
    await quiet;
    // Parts registered meanwhile end too: the start may have opened a port just before it checked `stopping`.
    await Promise.all([...serving, ...background].map(settle));
    clearTimeout(timer);
    for (const close of resources.toReversed()) await settle(close);
    if (errors.length > 0) throw errors[0];
  };
  let ended: Promise<void> | undefined;

  return {
    /** Aborted when the end begins: work under way then gives up. */
    stopping: signal,
    /**
     * Registers background work. `stop` is called as soon as the end begins; its promise is awaited once all requests
     * have ended.
     */
    background: (stop: () => Promise<unknown>) => void background.push(stop),
    /** Registers a server. `drain` resolves when its requests have ended; only then is background work awaited. */
    serving: (drain: () => Promise<unknown>) => void serving.push(drain),
    /** Registers a function that cuts off background work which has not ended within BACKGROUND_MS. */
    impatience: (cut: () => void) => void impatience.push(cut),
    /** Registers a resource that other parts need. Resources are closed last, in reverse order. */
    resource: (close: () => Promise<unknown> | void) => void resources.push(close),
    /**
     * Ends everything. Also waits for the start, which gives up when it next checks `stopping`. Further calls wait for
     * the same end.
     *
     * @throws the first error of a part, once all parts have ended
     */
    stop: () => (ended ??= end()),
  };
}

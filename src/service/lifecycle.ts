/** Order in which a process ends whatever it has started. */
export interface Lifecycle {
  /** Aborted when the end begins: work under way gives up. */
  readonly stopping: AbortSignal;
  /** Adds background work: told to end at once, and waited for after all requests have ended. */
  background(stop: () => Promise<unknown>): void;
  /** Adds a server: its requests end before the background is waited for. */
  serving(drain: () => Promise<unknown>): void;
  /** Adds a way to cut off background work that has not ended in time. */
  impatience(cut: () => void): void;
  /** Adds a resource that the others need: closed at the end, the last first. */
  resource(close: () => Promise<unknown> | void): void;
  /**
   * Ends everything, and waits for the start too, which gives up when it next checks `stopping`. Calling it again waits
   * for the same end.
   */
  readonly stop: () => Promise<void>;
}

/** Time that the background has to end, after all requests have ended. */
const BACKGROUND_MS = 1_000;

/** Creates the lifecycle of a process. @param started settles when nothing more will be started */
export function createLifecycle(started: () => Promise<unknown>): Lifecycle {
  const stopping = new AbortController();
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
    // Parts added meanwhile end, too: a port may have been opened just before the start checked `stopping`.
    await Promise.all([...serving, ...background].map(settle));
    clearTimeout(timer);
    for (const close of resources.toReversed()) await settle(close);
    if (errors.length > 0) throw errors[0];
  };
  let ended: Promise<void> | undefined;

  return {
    stopping: stopping.signal,
    background: (stop) => void background.push(stop),
    serving: (drain) => void serving.push(drain),
    impatience: (cut) => void impatience.push(cut),
    resource: (close) => void resources.push(close),
    stop: () => (ended ??= end()),
  };
}

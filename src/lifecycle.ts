/** Everything that a process has started and must end again. */
export interface Lifecycle {
  /** Aborted when the end begins: what is under way gives up. */
  readonly stopping: AbortSignal;
  /** Work in the background: told to end at once, and waited for when nobody asks for anything any more. */
  background(stop: () => Promise<unknown>): void;
  /** What others wait for: ended in order, before the background is waited for. */
  serving(drain: () => Promise<unknown>): void;
  /** Takes from the background that has not ended in time what it works with. */
  impatience(cut: () => void): void;
  /** What all of it needs: given back at the end, the last first. */
  resource(close: () => Promise<unknown> | void): void;
  /** Waits for the start too, which ends at its next look at `stopping`. Calling it again waits for the same end. */
  readonly stop: () => Promise<void>;
}

/** For the background, after everybody has an answer. */
const BACKGROUND_MS = 1_000;

/** @param started settles when nothing more will be started */
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
    // What was started meanwhile: a port may have been opened just before the start looked at `stopping`.
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

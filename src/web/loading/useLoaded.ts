import { useCallback, useEffect, useState } from 'preact/hooks';
import { type PageError, pageErrorOf } from '../data/client.js';
import { useRetry } from './useRetry.js';

export type Loaded<T> =
  | { state: 'idle' }
  | { state: 'loading'; previous: T | undefined; error: PageError | undefined }
  | { state: 'ready'; value: T }
  | { state: 'failed'; previous: T | undefined; error: PageError };

/** Value loaded now or, while it is requested again, before. */
export function valueOf<T>(loaded: Loaded<T>): T | undefined {
  if (loaded.state === 'ready') return loaded.value;
  return loaded.state === 'idle' ? undefined : loaded.previous;
}

/** Failure that stands: also while the next try is under way. */
export function errorOf(loaded: Loaded<unknown>): PageError | undefined {
  return loaded.state === 'failed' || loaded.state === 'loading' ? loaded.error : undefined;
}

/**
 * Loads when the key changes, on `reload`, and again by itself after a failure that passes; answers no longer wanted are
 * cancelled. Without a key, or anything to load, nothing is requested. While the same key loads again, the previous value stays available, and
 * so does the error until there is an answer.
 *
 * @param load requests what the key names; its other captures must follow from the key
 */
export function useLoaded<T>(
  key: string | undefined,
  load: false | undefined | ((signal: AbortSignal) => Promise<T>),
): { loaded: Loaded<T>; reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ key: string | undefined; loaded: Loaded<T> }>({ key, loaded: { state: 'idle' } });
  useEffect(() => {
    if (key === undefined || !load) return undefined;
    const controller = new AbortController();
    const set = (next: (before: Loaded<T>) => Loaded<T>) => {
      if (controller.signal.aborted) return;
      setHeld((before) => ({ key, loaded: next(before.key === key ? before.loaded : { state: 'idle' }) }));
    };
    set((before) => ({ state: 'loading', previous: valueOf(before), error: errorOf(before) }));
    load(controller.signal).then(
      (value) => set(() => ({ state: 'ready', value })),
      (error: unknown) => set((before) => ({ state: 'failed', previous: valueOf(before), error: pageErrorOf(error) })),
    );
    return () => controller.abort();
  }, [key, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const current = held.key === key ? held.loaded : undefined;
  useRetry(current?.state === 'failed' ? current.error : undefined, reload);
  if (key === undefined) return { loaded: { state: 'idle' }, reload };
  return { loaded: current ?? { state: 'loading', previous: undefined, error: undefined }, reload };
}

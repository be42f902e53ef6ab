import { useCallback, useEffect, useState } from 'preact/hooks';
import { PageError } from './client.js';

export type Loaded<T> =
  | { state: 'idle' }
  | { state: 'loading'; previous: T | undefined }
  | { state: 'ready'; value: T }
  | { state: 'failed'; error: PageError; previous: T | undefined };

/** Any thrown value as a PageError. */
export function pageErrorOf(error: unknown): PageError {
  if (error instanceof PageError) return error;
  return new PageError(0, 'UNEXPECTED', error instanceof Error ? error.message : String(error));
}

/** Value loaded now or, while it is requested again, before. */
export function valueOf<T>(loaded: Loaded<T>): T | undefined {
  if (loaded.state === 'ready') return loaded.value;
  return loaded.state === 'idle' ? undefined : loaded.previous;
}

/**
 * Loads when the key changes, and again on `reload`; answers no longer wanted are cancelled. Without a key nothing is
 * requested. While the same key loads again, the previous value stays available.
 *
 * @param load requests what the key names; its other captures must follow from the key
 */
export function useLoaded<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): { loaded: Loaded<T>; reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ key: string | undefined; loaded: Loaded<T> }>({ key, loaded: { state: 'idle' } });
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    const set = (next: (previous: T | undefined) => Loaded<T>) => {
      if (controller.signal.aborted) return;
      setHeld((before) => ({ key, loaded: next(before.key === key ? valueOf(before.loaded) : undefined) }));
    };
    set((previous) => ({ state: 'loading', previous }));
    load(controller.signal).then(
      (value) => set(() => ({ state: 'ready', value })),
      (error: unknown) => set((previous) => ({ state: 'failed', error: pageErrorOf(error), previous })),
    );
    return () => controller.abort();
  }, [key, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  if (key === undefined) return { loaded: { state: 'idle' }, reload };
  return { loaded: held.key === key ? held.loaded : { state: 'loading', previous: undefined }, reload };
}

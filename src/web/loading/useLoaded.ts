import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type PageError, pageErrorOf } from '../data/client.js';
import { tryAgain } from './retry.js';

interface Answer<T> {
  /** Last value; it stays while the same key is requested again, and when that fails. */
  value?: T | undefined;
  /** Last failure for the key; it stays until a part of the value, or all of it, has come. */
  error?: PageError | undefined;
  isLoading: boolean;
}

export interface Loaded<T> extends Answer<T> {
  reload: () => void;
}

/**
 * Loads the value of a key: when the key changes, on `reload`, and again after a failure that may pass. Cancels
 * requests whose answer is no longer wanted. Without a key or `load`, nothing is requested.
 *
 * @param load requests the value of the key; all that it uses must follow from the key. It may `show` a part of the
 *   value before the whole has come.
 */
export function useLoaded<T>(
  key: string | undefined,
  load: false | undefined | ((signal: AbortSignal, show: (part: T) => void) => Promise<T>),
): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<Answer<T> & { key: string | undefined }>();
  // A layout effect requests at once; an effect would wait for the frame to be painted.
  useLayoutEffect(() => {
    if (key === undefined || !load) return undefined;
    const controller = new AbortController();
    const set = (next: Answer<T>) => {
      if (controller.signal.aborted) return;
      setHeld((before) => ({ ...(before?.key === key && before), key, ...next }));
    };
    set({ isLoading: true });
    load(controller.signal, (value) => set({ value, error: undefined, isLoading: true })).then(
      (value) => set({ value, error: undefined, isLoading: false }),
      (reason: unknown) => set({ error: pageErrorOf(reason), isLoading: false }),
    );
    return () => controller.abort();
  }, [key, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const { value, error, isLoading }: Answer<T> = held && held.key === key ? held : { isLoading: key !== undefined };
  const failure = isLoading ? undefined : error;
  useEffect(() => tryAgain(failure, reload), [failure]);
  return { value, error, isLoading, reload };
}

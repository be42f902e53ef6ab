import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { type PageError, pageErrorOf } from '../data/client.js';
import { createLatest } from './latest.js';
import { useRetry } from './useRetry.js';

interface Held<T> {
  key: string;
  value: T;
}

/**
 * Loads the value of a key that changes fast, such as the shown minute: one request at a time, and the next one is for
 * the last key. The value of an earlier key stays until a newer one has come.
 *
 * @param subject subject of all keys: when it changes, held values are dropped
 * @param pauseMs shortest time between the starts of two requests
 * @param load requests the value of the key; all that it uses must follow from subject and key
 */
export function useLatest<T>(
  subject: string,
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  pauseMs: number,
): { held: Held<T> | undefined; isCurrent: boolean; error: PageError | undefined; retry: () => void } {
  const [arrived, setArrived] = useState<{ subject: string; held: Held<T> }>();
  const [failed, setFailed] = useState<{ subject: string; key: string; error: PageError }>();
  const [attempt, setAttempt] = useState(0);
  const latest = useMemo(
    () =>
      createLatest<T>({
        pauseMs,
        onValue: (of, value) => setArrived({ subject, held: { key: of, value } }),
        onError: (of, error) => setFailed({ subject, key: of, error: pageErrorOf(error) }),
      }),
    [subject],
  );
  useEffect(() => () => latest.close(), [latest]);
  // A layout effect requests at once; an effect would wait for the frame to be painted.
  useLayoutEffect(() => {
    if (key !== undefined) latest.want(key, load);
  }, [latest, key, attempt]);
  const retry = useCallback(() => {
    setFailed(undefined);
    setAttempt((count) => count + 1);
  }, []);
  const error = failed?.subject === subject && failed.key === key ? failed.error : undefined;
  useRetry(error, retry);
  const held = key !== undefined && arrived?.subject === subject ? arrived.held : undefined;
  return { held, isCurrent: held?.key === key, error, retry };
}

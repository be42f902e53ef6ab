import { useCallback, useEffect, useState } from 'preact/hooks';
import { type PageError, pageErrorOf } from '../data/client.js';
import { useRetry } from './useRetry.js';

interface Rows<T> {
  rows: readonly T[];
  done: boolean;
  error: PageError | undefined;
}

/**
 * Time in ms between renderings of rows as they arrive: rendering the table for every single row would take seconds.
 */
const SHOWN_EVERY_MS = 250;

const NO_ROWS: readonly never[] = [];
const NONE = { rows: NO_ROWS, done: false, error: undefined, key: undefined };

/**
 * Rows of an overview as they arrive.
 *
 * @param key names the rows; without one nothing is requested
 * @param load requests the rows of the key one by one; all that it uses must follow from the key
 */
export function useRows<T>(
  key: string | undefined,
  load: (onRow: (row: T) => void, signal: AbortSignal) => Promise<void>,
): Rows<T> & { reload: () => void } {
  const [held, setHeld] = useState<Rows<T> & { key: string | undefined }>({ ...NONE, key });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let arrived: T[] = [];
    let isFirst = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (end: Partial<Rows<T>> = {}) => {
      clearTimeout(timer);
      timer = undefined;
      if (signal.aborted) return;
      const added = arrived;
      arrived = [];
      // Rows of the try before stay until this try has brought a row or ended without an error.
      const isReplaced = isFirst && (added.length > 0 || end.error === undefined);
      isFirst &&= !isReplaced;
      setHeld((before) => {
        const rows = before.key !== key || isReplaced ? added : [...before.rows, ...added];
        return { key, done: false, error: undefined, ...end, rows };
      });
    };
    const add = (row: T) => {
      arrived.push(row);
      timer ??= setTimeout(show, SHOWN_EVERY_MS);
    };
    load(add, signal).then(
      () => show({ done: true }),
      (error: unknown) => show({ done: true, error: pageErrorOf(error) }),
    );
    return () => controller.abort();
  }, [key, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const current = held.key === key ? held : NONE;
  useRetry(current.error, reload);
  return { ...current, reload };
}

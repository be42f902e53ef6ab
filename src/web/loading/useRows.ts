import { type Loaded, useLoaded } from './useLoaded.js';

/**
 * Time in ms between renderings of rows as they arrive: rendering the table for every single row would take seconds.
 */
const SHOWN_EVERY_MS = 250;

const NO_ROWS: readonly never[] = [];

interface Rows<T> extends Pick<Loaded<unknown>, 'error' | 'reload'> {
  rows: readonly T[];
  done: boolean;
}

/**
 * Rows of an overview as they arrive. Rows of a try that failed stay until the next try has brought a row.
 *
 * @param key names the rows; without one nothing is requested
 * @param load requests the rows of the key one by one; all that it uses must follow from the key
 */
export function useRows<T>(
  key: string | undefined,
  load: (onRow: (row: T) => void, signal: AbortSignal) => Promise<void>,
): Rows<T> {
  const { value, error, isLoading, reload } = useLoaded<readonly T[]>(key, async (signal, show) => {
    const rows: T[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showRows = () => {
      timer = undefined;
      show([...rows]);
    };
    try {
      await load((row) => {
        rows.push(row);
        timer ??= setTimeout(showRows, SHOWN_EVERY_MS);
      }, signal);
    } catch (reason) {
      if (timer !== undefined) showRows();
      throw reason;
    } finally {
      clearTimeout(timer);
    }
    return rows;
  });
  return { rows: value ?? NO_ROWS, done: key !== undefined && !isLoading, error, reload };
}

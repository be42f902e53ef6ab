import { useCallback, useEffect, useState } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import { pageErrorOf } from '../data/useLoaded.js';
import { loadRows } from './loadRows.js';
import { compareRows, type StationRow } from './stationRow.js';

interface Rows {
  /** Rows, the worst first. */
  rows: readonly StationRow[];
  done: boolean;
  error: PageError | undefined;
}

/** Interval at which arriving rows are shown together: sorting and laying out all of them for each takes seconds. */
const SHOWN_EVERY_MS = 250;

const NONE: Rows = { rows: [], done: false, error: undefined };

/** Rows of the week overview as they arrive. */
export function useRows(asked: {
  satelliteId: number;
  band: string;
  window: { fromMs: number; toMs: number } | undefined;
}): Rows & { reload: () => void } {
  const { satelliteId, band, window } = asked;
  const [held, setHeld] = useState(NONE);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!window) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    setHeld(NONE);
    let arrived: StationRow[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (end: Partial<Rows> = {}) => {
      clearTimeout(timer);
      timer = undefined;
      if (signal.aborted) return;
      const added = arrived;
      arrived = [];
      setHeld((before) => ({ ...before, ...end, rows: [...before.rows, ...added].sort(compareRows) }));
    };
    const add = (row: StationRow) => {
      arrived.push(row);
      timer ??= setTimeout(show, SHOWN_EVERY_MS);
    };
    loadRows({ satelliteId, band, window }, add, signal).then(
      () => show({ done: true }),
      (error: unknown) => show({ done: true, error: pageErrorOf(error) }),
    );
    return () => controller.abort();
  }, [satelliteId, band, window?.fromMs, window?.toMs, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...held, reload };
}

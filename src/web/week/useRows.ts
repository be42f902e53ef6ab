import { useCallback, useEffect, useState } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import { pageErrorOf } from '../data/useLoaded.js';
import { loadRows } from './loadRows.js';
import { compareRows, type StationRow } from './stationRow.js';

interface Rows {
  /** Worst first. */
  rows: readonly StationRow[];
  done: boolean;
  error: PageError | undefined;
}

const NONE: Rows = { rows: [], done: false, error: undefined };

/** The rows of the week overview as they come. */
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
    const add = (row: StationRow) => {
      if (!signal.aborted) setHeld((before) => ({ ...before, rows: [...before.rows, row].sort(compareRows) }));
    };
    loadRows({ satelliteId, band, window }, add, signal).then(
      () => signal.aborted || setHeld((before) => ({ ...before, done: true })),
      (error: unknown) => signal.aborted || setHeld((before) => ({ ...before, done: true, error: pageErrorOf(error) })),
    );
    return () => controller.abort();
  }, [satelliteId, band, window?.fromMs, window?.toMs, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...held, reload };
}

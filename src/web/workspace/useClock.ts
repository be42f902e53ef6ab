import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import type { WindowSpan } from '../data/track.js';
import { useSettled } from '../loading/useSettled.js';

/**
 * Pause in ms before the shown instant is written to the address: browsers refuse more than some 100 changes in half a
 * minute.
 */
const SETTLED_MS = 300;

export type Clock = ReturnType<typeof useClock>;

function within({ startMs, epochCount }: WindowSpan, ms: number): number {
  return Math.min(Math.max(ms, startMs), startMs + EPOCH_MS * (epochCount - 1));
}

/**
 * Shown instant: that of the address, or now, until `goTo` shows another. That one is written to the address once it
 * has not changed for a while.
 *
 * @param span undefined while the window is not known; the instant is then the one that is asked for
 * @param onTime called with the instant for the address
 * @returns `timeMs`, the shown instant within the window; `isOutside`, whether the address names an instant outside the
 *   window and the user has not gone to another one
 */
export function useClock(span: WindowSpan | undefined, addressMs: number | undefined, onTime: (ms: number) => void) {
  const [wantedMs, setWanted] = useState(() => addressMs ?? Math.floor(Date.now() / EPOCH_MS) * EPOCH_MS);
  const written = useRef(addressMs);
  const isMoved = useRef(false);
  useEffect(() => {
    if (addressMs === undefined || addressMs === written.current) return;
    written.current = addressMs;
    isMoved.current = false;
    setWanted(addressMs);
  }, [addressMs]);
  const timeMs = span ? within(span, wantedMs) : wantedMs;
  const latest = useRef(span);
  latest.current = span;
  /** Shows another instant; if it lies outside the window, the nearest instant inside. */
  const goTo = useCallback((ms: number) => {
    isMoved.current = true;
    setWanted(latest.current ? within(latest.current, ms) : ms);
  }, []);
  const settledMs = useSettled(timeMs, SETTLED_MS);
  useEffect(() => {
    if (!isMoved.current) return;
    written.current = settledMs;
    onTime(settledMs);
  }, [settledMs]);
  // An instant that the user went to is outside only if a new window has begun, which needs no message.
  return { timeMs, goTo, isOutside: span !== undefined && timeMs !== wantedMs && !isMoved.current };
}

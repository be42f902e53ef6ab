import { useEffect, useRef, useState } from 'preact/hooks';
import type { EpochSource } from '../data/epochSource.js';

const EPOCH_MS = 100;
const BLOCKS_AHEAD = 3;

interface Play {
  playing: boolean;
  /** Whether playing waits for cells. */
  waiting: boolean;
  toggle: () => void;
  stop: () => void;
}

/** Advances ten epochs a second; waits where cells have not arrived or cannot, and stops at the end of the window. */
export function usePlay(asked: {
  source: EpochSource;
  epoch: number;
  epochCount: number;
  onEpoch: (epoch: number) => void;
}): Play {
  const [playing, setPlaying] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const current = useRef(asked);
  current.current = asked;
  useEffect(() => {
    if (!playing) return undefined;
    let frame = 0;
    let dueMs = performance.now();
    const step = (nowMs: number) => {
      frame = requestAnimationFrame(step);
      if (nowMs < dueMs) return undefined;
      const { source, epoch, epochCount, onEpoch } = current.current;
      const next = epoch + 1;
      if (next >= epochCount) return setPlaying(false);
      source.readAhead(next, BLOCKS_AHEAD);
      const ready = source.peek(next) !== undefined;
      setWaiting(!ready);
      if (!ready) return undefined;
      // Keeps its own clock, so that late frames do not add up; when far behind, it does not catch up.
      dueMs = Math.max(dueMs + EPOCH_MS, nowMs - EPOCH_MS);
      return onEpoch(next);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  return {
    playing,
    waiting: playing && waiting,
    toggle: () => setPlaying(!playing),
    stop: () => setPlaying(false),
  };
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { EpochSource } from '../data/epochSource.js';

/** Minutes shown in a second of playing. */
export const SPEEDS = [1, 10, 60] as const;
export type Speed = (typeof SPEEDS)[number];
/** Most pictures in a second: faster playing leaves minutes out. */
const MOST_PICTURES = 10;
const BLOCKS_AHEAD = 3;

/** Plays `speed` epochs a second; waits while cells are missing, and stops at the end of the window. */
export function usePlay(asked: {
  source: EpochSource;
  epoch: number;
  epochCount: number;
  speed: Speed;
  onEpoch: (epoch: number) => void;
}) {
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
      const { source, epoch, epochCount, speed, onEpoch } = current.current;
      const every = Math.max(1, speed / MOST_PICTURES);
      const pictureMs = (1000 * every) / speed;
      const next = epoch + every;
      if (next >= epochCount) return setPlaying(false);
      source.readAhead(next, BLOCKS_AHEAD, every);
      const ready = source.peek(next) !== undefined;
      setWaiting(!ready);
      if (!ready) return undefined;
      // Advances the due time evenly, so that late frames do not add up; when far behind, it does not catch up.
      dueMs = Math.max(dueMs + pictureMs, nowMs - pictureMs);
      return onEpoch(next);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  return {
    playing,
    /** Whether playing waits for cells. */
    waiting: playing && waiting,
    toggle: () => setPlaying(!playing),
    stop: () => setPlaying(false),
  };
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { epochAt, epochMsOf, type WindowSpan } from '../data/track.js';

/** Minutes shown in a second of playing. */
export const SPEEDS = [1, 10, 60] as const;
type Speed = (typeof SPEEDS)[number];
/** Most pictures in a second: faster playing leaves minutes out. */
const MOST_PICTURES = 10;

/** Returns whether an epoch can be shown; may begin to load it and the following ones, `every` epochs apart. */
export type Gate = (epoch: number, every: number) => boolean;

export type Play = ReturnType<typeof usePlay>;

/** Plays through the window, in steps of one or several minutes, and stops at its end. */
export function usePlay(span: WindowSpan | undefined, timeMs: number, goTo: (ms: number) => void) {
  const [playing, setPlaying] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [speed, setSpeed] = useState<Speed>(10);
  /** Gate that the stage sets while it shows something that must load; undefined: every epoch can be shown. */
  const gate = useRef<Gate>();
  const current = useRef({ span, timeMs, goTo, speed });
  current.current = { span, timeMs, goTo, speed };
  useEffect(() => {
    if (!playing) return undefined;
    let frame = 0;
    let dueMs = performance.now();
    const step = (nowMs: number) => {
      frame = requestAnimationFrame(step);
      const { span: window, timeMs: shownMs, goTo: go, speed: perSecond } = current.current;
      if (nowMs < dueMs || !window) return;
      const every = Math.max(1, perSecond / MOST_PICTURES);
      const pictureMs = (1000 * every) / perSecond;
      const next = epochAt(window, shownMs) + every;
      if (next >= window.epochCount) {
        setPlaying(false);
        return;
      }
      const isReady = gate.current?.(next, every) ?? true;
      setWaiting(!isReady);
      if (!isReady) return;
      // Advances the due time evenly, so that late frames do not add up; when far behind, it does not catch up.
      dueMs = Math.max(dueMs + pictureMs, nowMs - pictureMs);
      go(epochMsOf(window, next));
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  return {
    playing,
    /** Whether playing waits for data. */
    waiting: playing && waiting,
    speed,
    setSpeed,
    toggle: (): void => setPlaying((before) => !before),
    stop: (): void => setPlaying(false),
    gate,
  };
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import type { EpochSource } from '../data/epochSource.js';
import { pageErrorOf } from '../data/useLoaded.js';

const EPOCHS_PER_SECOND = 10;
const BLOCKS_AHEAD = 5;

interface Play {
  playing: boolean;
  /** Whether play waits for cells. */
  waiting: boolean;
  error: PageError | undefined;
  toggle: () => void;
  stop: () => void;
}

/** Goes on by an epoch ten times a second; waits where the cells are not there yet, and stops at the window's end. */
export function usePlay(asked: {
  source: EpochSource;
  epoch: number;
  epochCount: number;
  onEpoch: (epoch: number) => void;
}): Play {
  const [playing, setPlaying] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<PageError>();
  const current = useRef(asked);
  current.current = asked;
  useEffect(() => {
    if (!playing) return undefined;
    const step = () => {
      const { source, epoch, epochCount, onEpoch } = current.current;
      const next = epoch + 1;
      if (next >= epochCount) return setPlaying(false);
      const failure = source.failure();
      if (failure !== undefined && source.peek(next) === undefined) {
        setError(pageErrorOf(failure));
        return setPlaying(false);
      }
      source.readAhead(next, BLOCKS_AHEAD);
      const ready = source.peek(next) !== undefined;
      setWaiting(!ready);
      if (ready) onEpoch(next);
    };
    const timer = setInterval(step, 1000 / EPOCHS_PER_SECOND);
    return () => clearInterval(timer);
  }, [playing]);
  return {
    playing,
    waiting: playing && waiting,
    error,
    toggle: () => {
      setError(undefined);
      setPlaying(!playing);
    },
    stop: () => setPlaying(false),
  };
}

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { epochAt, epochMsOf, type Track } from '../data/track.js';

/** Pause before the address follows: browsers refuse more than some 100 changes in half a minute. */
const SETTLED_MS = 300;

/**
 * Epoch that is shown. It follows the address, and the address follows it once it settles.
 *
 * @param onTime receives the time for the address, and whether it is the one that was shown first
 */
export function useEpoch(
  track: Track,
  addressMs: number | undefined,
  onTime: (ms: number, isFirst: boolean) => void,
): { epoch: number; setEpoch: (epoch: number) => void; goTo: (ms: number) => void } {
  const [epoch, setEpoch] = useState(() => epochAt(track, addressMs ?? Date.now()));
  const written = useRef(addressMs);
  const first = useRef(epoch);
  useEffect(() => {
    if (addressMs === undefined || addressMs === written.current) return;
    written.current = addressMs;
    setEpoch(epochAt(track, addressMs));
  }, [addressMs, track]);
  useEffect(() => {
    const timer = setTimeout(() => {
      written.current = epochMsOf(track, epoch);
      onTime(written.current, epoch === first.current);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [epoch, track]);
  const goTo = useCallback((ms: number) => setEpoch(epochAt(track, ms)), [track]);
  return { epoch, setEpoch, goTo };
}

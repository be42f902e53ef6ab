import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import type { EpochCells } from '../data/epochBlock.js';
import { askEpochs, createEpochSource, type EpochSource } from '../data/epochSource.js';
import { pageErrorOf } from '../data/useLoaded.js';

const SETTLED_MS = 400;
/**
 * Time for which the previous minute's cells stay on the map, to avoid flicker; after that nothing unknown is shown.
 */
const STALE_MS = 300;

interface Shown {
  source: EpochSource;
  cells: EpochCells | undefined;
  /** Epoch of the cells: the one asked for, or briefly the one before, while its own are loading. */
  shownEpoch: number;
  error: PageError | undefined;
  retry: () => void;
}

/** Cells of an epoch; requests its neighbours once the epoch settles. */
export function useEpochCells(asked: {
  satelliteId: number;
  band: string;
  epochCount: number;
  epoch: number;
  /** Whether anything is known of the band; if not, nothing is requested. */
  isKnown: boolean;
}): Shown {
  const { satelliteId, band, epochCount, epoch, isKnown } = asked;
  const source = useMemo(
    () => createEpochSource(askEpochs(satelliteId, band), epochCount),
    [satelliteId, band, epochCount],
  );
  useEffect(() => () => source.close(), [source]);
  const [failed, setFailed] = useState<{ epoch: number; error: PageError }>();
  const [, setArrived] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const last = useRef<{ source: EpochSource; epoch: number; cells: EpochCells }>();
  const [late, setLate] = useState(false);

  const held = source.peek(epoch);
  if (held) last.current = { source, epoch, cells: held };
  const isHeld = held !== undefined;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => setLate(true), STALE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isHeld]);
  // A layout effect requests at once; an effect would wait until the frame is painted.
  useLayoutEffect(() => {
    if (!isKnown) return undefined;
    const controller = new AbortController();
    const live = () => !controller.signal.aborted;
    if (!isHeld) {
      source.load(epoch, controller.signal).then(
        () => live() && setArrived((count) => count + 1),
        (error: unknown) => live() && setFailed({ epoch, error: pageErrorOf(error) }),
      );
    }
    const timer = setTimeout(() => source.readAhead(epoch, 2), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, epoch, attempt, isKnown]);

  const retry = useCallback(() => {
    setFailed(undefined);
    setAttempt((count) => count + 1);
  }, []);
  const shown = late || last.current?.source !== source ? undefined : last.current;
  return {
    source,
    cells: held ?? shown?.cells,
    shownEpoch: isHeld ? epoch : (shown?.epoch ?? epoch),
    error: !isHeld && failed?.epoch === epoch ? failed.error : undefined,
    retry,
  };
}

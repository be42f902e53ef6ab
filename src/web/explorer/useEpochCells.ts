import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import type { EpochCells } from '../data/epochBlock.js';
import { askEpochs, createEpochSource, type EpochSource } from '../data/epochSource.js';
import { pageErrorOf } from '../data/useLoaded.js';

const SETTLED_MS = 400;

interface Shown {
  source: EpochSource;
  /** The cells of the epoch; while they are loaded, those that were shown before. */
  cells: EpochCells | undefined;
  pending: boolean;
  error: PageError | undefined;
  retry: () => void;
}

/** The cells of an epoch; asks for its neighbours once the epoch stays. */
export function useEpochCells(asked: { satelliteId: number; band: string; epochCount: number; epoch: number }): Shown {
  const { satelliteId, band, epochCount, epoch } = asked;
  const source = useMemo(
    () => createEpochSource(askEpochs(satelliteId, band), epochCount),
    [satelliteId, band, epochCount],
  );
  useEffect(() => () => source.close(), [source]);
  const [failed, setFailed] = useState<{ epoch: number; error: PageError }>();
  const [, setArrived] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const last = useRef<{ source: EpochSource; cells: EpochCells }>();

  const held = source.peek(epoch);
  if (held) last.current = { source, cells: held };
  const isHeld = held !== undefined;
  useEffect(() => {
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
  }, [source, epoch, attempt]);

  const retry = useCallback(() => {
    setFailed(undefined);
    setAttempt((count) => count + 1);
  }, []);
  return {
    source,
    cells: held ?? (last.current?.source === source ? last.current.cells : undefined),
    pending: !isHeld,
    error: !isHeld && failed?.epoch === epoch ? failed.error : undefined,
    retry,
  };
}

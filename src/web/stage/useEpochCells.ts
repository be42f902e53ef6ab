import { type MutableRef, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { askEpochs, type EpochCells } from '../data/epochBlock.js';
import { createEpochSource, type EpochSource } from '../data/epochSource.js';
import type { MatchedSatellite } from '../data/question.js';
import type { Gate } from '../workspace/usePlay.js';

const SETTLED_MS = 400;
const BLOCKS_AHEAD = 2;
const PLAYED_AHEAD = 3;
/** Shortest time between the starts of two requests, however long a user slides through the hours. */
const PAUSE_MS = 250;
/**
 * Time in ms without the cells of the shown minute, after which the page says that its cells belong to another minute.
 */
const STALE_MS = 300;

interface Asked extends MatchedSatellite {
  epochCount: number;
  epoch: number;
  /** Whether the satellite is known to transmit in the band; if not, nothing is requested. */
  isKnown: boolean;
  /** Gate of usePlay, which useEpochCells sets so that playing waits for the cells of its next epoch. */
  gate: MutableRef<Gate | undefined>;
}

/**
 * Cells of the epoch or, until they come, the ones shown before. Once the epoch has not changed for a while, the epochs
 * that follow are requested too.
 */
export function useEpochCells(asked: Asked) {
  const { satelliteId, band, match, window, epochCount, epoch, isKnown, gate } = asked;
  const [, setChanges] = useState(0);
  const source = useMemo(() => {
    const ask = askEpochs({ satelliteId, band, match, window });
    return createEpochSource({ ask, epochCount, pauseMs: PAUSE_MS, onChange: () => setChanges((count) => count + 1) });
  }, [satelliteId, band, match, window, epochCount]);
  useEffect(() => () => source.close(), [source]);
  useEffect(() => {
    if (!isKnown) return undefined;
    gate.current = (next, every) => {
      source.readAhead(next, PLAYED_AHEAD, every);
      return source.peek(next) !== undefined;
    };
    return () => (gate.current = undefined);
  }, [source, isKnown]);
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
  // A layout effect requests at once; an effect would wait for the frame to be painted.
  useLayoutEffect(() => {
    if (!isKnown) return undefined;
    source.want(epoch);
    const timer = setTimeout(() => source.readAhead(epoch, BLOCKS_AHEAD), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [source, epoch, isKnown]);

  const shown = last.current?.source === source ? last.current : undefined;
  return {
    source,
    cells: held ?? shown?.cells,
    /** Epoch of the cells: the one asked for or, while it loads, the one shown before. */
    shownEpoch: isHeld ? epoch : (shown?.epoch ?? epoch),
    /** Whether the cells have belonged to another epoch for longer than a moment. */
    isStale: !isHeld && late,
    error: isHeld ? undefined : source.error(),
  };
}

import { useMemo } from 'preact/hooks';
import { askBytes, askJson } from '../data/client.js';
import { matchedKey, matchedQuery, type MatchedSatellite } from '../data/question.js';
import { useLatest } from '../loading/useLatest.js';
import { useLoaded } from '../loading/useLoaded.js';
import { type Others, placesBelow, REST } from '../map/others.js';
import type { OtherNames, ShownOthers } from './dots.js';

/** Distance in epochs between requested positions; positions at other epochs are extrapolated from the nearest ones. */
const STEP_EPOCHS = 20;
/** Longest distance in epochs over which positions at hand are extrapolated, until the nearest ones have come. */
const FARTHEST_EPOCHS = 30;
const PAUSE_MS = 500;

interface Asked extends MatchedSatellite {
  epochCount: number;
  epoch: number;
  /** False until the cells, which matter more, have come. */
  isWanted: boolean;
  /** Operators that are switched off; null for all that have no name in the list. */
  hidden: ReadonlySet<string | null>;
}

/** Index in the theme of the colour of an operator, by its place in the list. */
export function tintOfOperator({ name }: { name: string | null }, index: number): number {
  return name === null ? REST : index;
}

/**
 * Positions of the other satellites that count, in view or not. The map is complete without them, so their errors are
 * not shown.
 */
export function useOthers(asked: Asked): ShownOthers | undefined {
  const { window, epochCount, epoch, isWanted, hidden } = asked;
  const from = Math.min(STEP_EPOCHS * Math.round(epoch / STEP_EPOCHS), epochCount - 1);
  const subject = matchedKey(asked);
  const load = async (key: string, signal: AbortSignal): Promise<Others> => {
    const query = { ...matchedQuery(asked), epoch: Number(key) };
    return { epoch: Number(key), states: new Int16Array(await askBytes('/page/others', { query, signal, window })) };
  };
  const { held } = useLatest(subject, isWanted ? String(from) : undefined, load, PAUSE_MS);
  const { value: names } = useLoaded(isWanted ? `operators ${subject}` : undefined, (signal) =>
    askJson<OtherNames>('/page/others/operators', { query: matchedQuery(asked), signal, window }),
  );
  const others = held?.value;
  return useMemo(() => {
    if (!others || Math.abs(epoch - others.epoch) > FARTHEST_EPOCHS) return undefined;
    const places = placesBelow(others, 60 * (epoch - others.epoch));
    const tints = names?.operators.map((one, index) => (hidden.has(one.name) ? undefined : tintOfOperator(one, index)));
    return { dots: { places, kinds: names?.of, tints: tints ?? [] }, names };
  }, [others, names, epoch, hidden]);
}

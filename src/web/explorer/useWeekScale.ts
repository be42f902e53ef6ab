import { useMemo } from 'preact/hooks';
import { type Magnitudes, type Scale, scaleOfWeek } from '../colours/scale.js';
import { askJson, pathWith } from '../data/client.js';
import { matchedKey, matchedQuery, type MatchedSatellite } from '../data/question.js';
import { useLoaded, valueOf } from '../loading/useLoaded.js';

const NONE: Magnitudes = [];

interface WeekScale {
  /** Scale of all minutes of the week, so that their colours can be compared. */
  scale: Scale;
  /** Empty until they are known. */
  magnitudes: Magnitudes;
}

/**
 * Scale of a satellite's week, by a sample; until that has come, or without it, of what is shown.
 *
 * @param shown highest count that is shown; undefined until anything is, and what is looked at comes first
 */
export function useWeekScale(asked: MatchedSatellite, shown: number | undefined): WeekScale {
  const { window } = asked;
  const key = shown !== undefined ? `magnitudes ${matchedKey(asked)}` : undefined;
  const { loaded } = useLoaded(key, (signal) =>
    askJson<{ counts: Magnitudes }>(pathWith('/page/magnitudes', matchedQuery(asked)), { signal, window }),
  );
  const magnitudes = valueOf(loaded)?.counts ?? NONE;
  const { from, to } = scaleOfWeek(magnitudes, magnitudes.length === 0 ? shown : undefined);
  return { scale: useMemo(() => ({ from, to }), [from, to]), magnitudes };
}

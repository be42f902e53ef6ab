import { useMemo } from 'preact/hooks';
import { type Magnitudes, scaleOfWeek } from '../colours/scale.js';
import { askJson } from '../data/client.js';
import { matchedKey, matchedQuery, type MatchedSatellite } from '../data/question.js';
import { useLoaded } from '../loading/useLoaded.js';

const NONE: Magnitudes = [];

/**
 * One scale for all minutes of a satellite's week, so that their colours can be compared, and the sample of the week's
 * intensities that it is made from. Until the sample has come, it is empty and the scale fits the shown counts.
 *
 * @param shown highest count on the screen; nothing is requested while it is undefined
 */
export function useWeekScale(asked: MatchedSatellite, shown: number | undefined) {
  const { window } = asked;
  const key = shown !== undefined ? `magnitudes ${matchedKey(asked)}` : undefined;
  const { value } = useLoaded(key, (signal) =>
    askJson<{ counts: Magnitudes }>('/page/magnitudes', { query: matchedQuery(asked), signal, window }),
  );
  const magnitudes = value?.counts ?? NONE;
  const { from, to } = scaleOfWeek(magnitudes, magnitudes.length === 0 ? shown : undefined);
  return { scale: useMemo(() => ({ from, to }), [from, to]), magnitudes };
}

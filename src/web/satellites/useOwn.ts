import { EPOCH_MS } from '../../spec.js';
import { API, askJson } from '../data/client.js';
import type { Stretch } from '../data/interferer.js';
import { matchedKey, matchedQuery, type SkyQuestion } from '../data/question.js';
import { type Loaded, useLoaded } from '../loading/useLoaded.js';
import { apiTime } from '../time.js';

/** Fields of the answer about a place that tell the tracked satellite's frequencies. */
interface OwnJson {
  frequencies?: readonly { low_hz: number; high_hz: number; source: string; assumed: boolean }[];
}

/** Frequencies of the tracked satellite; they are the same at any place and time, so one answer serves a window. */
export function useOwn(question: SkyQuestion | undefined, timeMs: number): Loaded<readonly Stretch[]> {
  const asked: SkyQuestion | undefined = question && { ...question, match: 'overlap' };
  const load = async (signal: AbortSignal): Promise<readonly Stretch[]> => {
    if (!asked) return [];
    const { place, window } = asked;
    const timestamp = apiTime(Math.floor(timeMs / EPOCH_MS) * EPOCH_MS);
    const query = { ...matchedQuery(asked), lat: place.latDeg, lon: place.lonDeg, timestamp };
    const answer = await askJson<OwnJson>(`${API}/interference/at_point`, { query, signal, window });
    return (answer.frequencies ?? []).map(({ low_hz: lowHz, high_hz: highHz, source, assumed }): Stretch => {
      return { lowHz, highHz, source, isAssumed: assumed };
    });
  };
  return useLoaded(asked && `own frequencies ${matchedKey(asked)}`, load);
}

import { bandWidthHz } from '../../catalogue/frequencies/bandwidth.js';
import { type Span, spanAround } from '../../catalogue/frequencies/ranges.js';
import type { Analysis } from '../../compute/analysis.js';
import type { FrequencyMatch } from '../../compute/matching.js';
import type { Match, SatelliteQuery } from '../../compute/query.js';
import type { AskedFrequencies } from '../schemas/frequencyMatch.js';

/** Says how others match, and the carrier of the caller's own; `usual` is how where the question does not say. */
export function matchOf(
  { frequency_match: match, frequency_hz: centreHz, bandwidth_hz: widthHz }: AskedFrequencies,
  usual: FrequencyMatch = 'band',
): { match: FrequencyMatch; carrier: Span | undefined } {
  if (centreHz === undefined) return { match: match ?? usual, carrier: undefined };
  return { match: 'overlap', carrier: spanAround(centreHz, widthHz ?? bandWidthHz(centreHz)) };
}

/** Parts of an ETag that tell matches apart; none by band. */
export const matchParts = (asked: Match): unknown[] => (asked.match === 'overlap' ? [asked] : []);

/** Fields of an answer by overlap: what others are compared with. None by band. */
export function matchFields(analysis: Analysis, query: SatelliteQuery & Match) {
  if (query.match !== 'overlap') return {};
  const frequencies = analysis.frequencies(query).map(({ lowHz, highHz, source, assumed }) => {
    return { low_hz: lowHz, high_hz: highHz, source, assumed };
  });
  return { frequency_match: 'overlap' as const, upper_bound: true as const, frequencies };
}

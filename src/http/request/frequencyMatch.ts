import { z } from 'zod';
import { bandWidthHz } from '../../catalogue/frequencies/bandwidth.js';
import { type Span, spanAround } from '../../catalogue/frequencies/ranges.js';
import type { Analysis } from '../../compute/analysis.js';
import type { FrequencyMatch } from '../../compute/matching.js';
import type { Match, SatelliteQuery } from '../../compute/query.js';
import * as parameters from '../schemas/parameters.js';

/** Query parameters that say which frequencies a question is about. */
export const frequencyQuery = {
  frequency_band: parameters.band.default('all'),
  frequency_match: parameters.frequencyMatch.optional().meta({ 'x-extension': true }),
  frequency_hz: parameters.hertz.optional().meta({ 'x-extension': true }),
  bandwidth_hz: parameters.hertz.optional().meta({ 'x-extension': true }),
};

const askedFrequencies = z.object(frequencyQuery);

export type AskedFrequencies = z.output<typeof askedFrequencies>;

/** Checks the rules that bind several frequency parameters; for `superRefine`. */
export function checkFrequencies(query: AskedFrequencies, context: z.RefinementCtx): void {
  const wrong = (parameter: keyof AskedFrequencies, rule: string): void => {
    context.addIssue({ code: 'custom', path: [parameter], message: rule });
  };
  if (query.frequency_hz === undefined) {
    if (query.bandwidth_hz !== undefined) wrong('bandwidth_hz', 'must come with frequency_hz');
    return;
  }
  if (query.frequency_match === 'band') wrong('frequency_match', 'must be overlap, or left out, with frequency_hz');
  if (query.frequency_band !== 'all') wrong('frequency_band', 'must be all, or left out, with frequency_hz');
}

/** How others match, by `usual` where the question does not say, and the caller's own carrier where it gives one. */
export function matchOf(
  { frequency_match: match, frequency_hz: centreHz, bandwidth_hz: widthHz }: AskedFrequencies,
  usual: FrequencyMatch = 'band',
): { match: FrequencyMatch; carrier: Span | undefined } {
  if (centreHz === undefined) return { match: match ?? usual, carrier: undefined };
  return { match: 'overlap', carrier: spanAround(centreHz, widthHz ?? bandWidthHz(centreHz)) };
}

/** Parts of an ETag that distinguish matches; none by band. */
export const matchParts = (asked: Match): unknown[] => (asked.match === 'overlap' ? [asked] : []);

/** Fields of an answer by overlap: the frequencies that others are compared with. None by band. */
export function matchFields(analysis: Analysis, query: SatelliteQuery & Match) {
  if (query.match !== 'overlap') return {};
  const frequencies = analysis.frequencies(query).map(({ lowHz, highHz, source, assumed }) => {
    return { low_hz: lowHz, high_hz: highHz, source, assumed };
  });
  return { frequency_match: 'overlap' as const, upper_bound: true as const, frequencies };
}

import { z } from 'zod';
import { openEnum } from './answerFields.js';
import * as answerFields from './answerFields.js';
import * as parameters from './parameters.js';

/** Query parameters that say which frequencies a question is about. */
export const frequencyQuery = {
  frequency_band: parameters.band.default('all'),
  frequency_match: parameters.frequencyMatch.optional(),
  frequency_hz: parameters.hertz.optional(),
  bandwidth_hz: parameters.hertz.optional(),
};

const asked = z.object(frequencyQuery);

export type AskedFrequencies = z.output<typeof asked>;

/** Adds what is wrong with frequency parameters together, to be used in `superRefine`. */
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

/** Which frequencies an answer is about. */
export const frequenciesOf = {
  frequency_band: answerFields.band.describe('Band that was asked for; `all` where none was'),
  frequency_match: z
    .enum(['band', 'overlap'])
    .describe('Whether satellites count that share a band, or those whose frequencies overlap'),
  frequency_hz: z.number().describe('Centre of the carrier that was asked about').optional(),
  bandwidth_hz: z.number().describe('Width of the carrier that was asked about').optional(),
  upper_bound: z
    .literal(true)
    .describe('With `overlap`: tables have ranges that are wider than what a satellite sends at a time')
    .optional(),
  downlink: openEnum(
    ['known', 'request', 'no known downlink'],
    'Whether it is known what the tracked satellite sends there; `request` where a carrier was asked about. Without a known downlink nobody is found, which says nothing',
  ),
};

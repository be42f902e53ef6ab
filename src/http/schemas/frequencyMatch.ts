import { z } from 'zod';
import * as parameters from './parameters.js';

/** Query parameters that say which frequencies a question is about. */
export const frequencyQuery = {
  frequency_band: parameters.band.default('all'),
  frequency_match: parameters.frequencyMatch.optional().meta({ 'x-extension': true }),
  frequency_hz: parameters.hertz.optional().meta({ 'x-extension': true }),
  bandwidth_hz: parameters.hertz.optional().meta({ 'x-extension': true }),
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

import { z } from 'zod';
import { BANDS } from '../../spec.js';
import * as answerFields from './answerFields.js';

/** Frequency band entry (docs/specification.md, section 2). */
export const frequencyBand = z
  .strictObject({
    name: answerFields.band.describe('What `frequency_band` takes'),
    min_ghz: z.number().nullable().describe('Lower edge in GHz, inclusive; null for `all`'),
    max_ghz: z.number().nullable().describe('Upper edge in GHz, exclusive; null for `all`'),
    range_ghz: z
      .string()
      .meta({ description: 'Both edges as text; absent for `all`', examples: ['2.0-4.0 GHz'] })
      .optional(),
  })
  .meta({ id: 'FrequencyBand', description: 'A frequency band, or the aggregate over all of them' });

export type FrequencyBandJson = z.output<typeof frequencyBand>;

/** Band mask of the ISS: VHF, UHF, S and Ku. */
export const EXAMPLE_BANDS = (1 << 0) | (1 << 1) | (1 << 3) | (1 << 6);

/** Bands of a mask in the order of the spectrum, then `all`. */
export function frequencyBands(mask: number): FrequencyBandJson[] {
  const own = BANDS.filter((_band, bit) => (mask >> bit) & 1);
  return [
    ...own.map(({ name, minGhz, maxGhz, range }) => ({ name, min_ghz: minGhz, max_ghz: maxGhz, range_ghz: range })),
    { name: 'all', min_ghz: null, max_ghz: null },
  ];
}

const askedRange = z
  .strictObject({
    low_hz: z.int().meta({ format: 'int64', description: 'Lower end in hertz, inclusive' }),
    high_hz: z.int().meta({ format: 'int64', description: 'Upper end in hertz, exclusive' }),
    source: answerFields.frequencySource.describe('Where it is known from'),
    assumed: z.boolean().describe('Whether the width is assumed: only the centre is known'),
  })
  .meta({ id: 'AskedRange', description: 'Frequencies that a question is about', 'x-extension': true });

/** Meaning of `upper_bound`. */
export const UPPER_BOUND =
  'With `overlap`: an upper bound of what is catalogued, as tables have ranges that are wider than what a satellite sends at a time. Not in it are satellites without element sets or known downlinks, unintended emission, and links below a minimum elevation, as of gateways of Starlink below 25 degrees';

/** Fields of a count by overlap; an answer by band has none of them. */
export const overlapFields = {
  frequency_match: z
    .literal('overlap')
    .meta({
      'x-extension': true,
      description: 'Satellites count whose frequencies overlap with `frequencies`; absent where they count by band',
    })
    .optional(),
  upper_bound: z.literal(true).meta({ 'x-extension': true, description: UPPER_BOUND }).optional(),
  frequencies: z
    .array(askedRange)
    .meta({
      'x-extension': true,
      description:
        'With `overlap`: what others are compared with, of the tracked satellite in the band or as asked for; empty where nothing is known',
    })
    .optional(),
};

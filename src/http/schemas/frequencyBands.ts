import { z } from 'zod';
import { BANDS } from '../../spec.js';
import { band } from './answerFields.js';

/** Frequency band entry (docs/specification.md, section 2). */
export const frequencyBand = z
  .strictObject({
    name: band.describe('What `frequency_band` takes'),
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

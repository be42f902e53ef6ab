import { z } from 'zod';
import { BAND_CHOICES, BANDS } from '../spec.js';

/** Section 2 of the specification, frequency band entry. */
export const frequencyBand = z
  .strictObject({
    name: z.enum(BAND_CHOICES),
    min_ghz: z.number().nullable(),
    max_ghz: z.number().nullable(),
    range_ghz: z.string().meta({ description: 'absent for `all`' }).optional(),
  })
  .meta({ id: 'FrequencyBand' });

/** The bands of a mask in the order of the spectrum, then `all`. */
export function frequencyBands(mask: number): z.input<typeof frequencyBand>[] {
  const own = BANDS.filter((_band, bit) => (mask >> bit) & 1);
  return [
    ...own.map(({ name, minGhz, maxGhz, range }) => ({ name, min_ghz: minGhz, max_ghz: maxGhz, range_ghz: range })),
    { name: 'all', min_ghz: null, max_ghz: null },
  ];
}

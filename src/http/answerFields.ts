import { z } from 'zod';

/** What several answers are made of. */

export const time = z.string().meta({ format: 'date-time', examples: ['2025-12-06T08:05:00Z'] });
export const count = z.int().nonnegative();
export const nside = z
  .int()
  .positive()
  .meta({ description: 'HEALPix resolution parameter', examples: [64] });

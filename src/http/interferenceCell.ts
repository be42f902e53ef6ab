import { z } from 'zod';

export const interferenceCell = z.strictObject({
  id: z.int(),
  epoch_index: z.int().nonnegative(),
  nside: z.int(),
  ipix: z.int().nonnegative(),
  ordering: z.literal('NESTED'),
  value: z.int().nonnegative(),
});

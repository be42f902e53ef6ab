import { z } from 'zod';
import * as answerFields from './answerFields.js';

export const interferenceCell = z
  .strictObject({
    id: z.int().meta({ description: 'of run, epoch and cell, whatever the band' }),
    epoch_index: answerFields.count,
    nside: answerFields.nside,
    ipix: answerFields.count,
    ordering: z.literal('NESTED'),
    value: answerFields.count.meta({ description: 'the interference intensity' }),
  })
  .meta({ id: 'InterferenceCell' });

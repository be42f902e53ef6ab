import { z } from 'zod';
import * as answerFields from './answerFields.js';

export const interferenceCell = z
  .strictObject({
    id: answerFields.whole('Identifies run, epoch and cell, whatever the band; stable'),
    epoch_index: answerFields.epochIndex,
    nside: answerFields.nside,
    ipix: answerFields.ipix,
    ordering: answerFields.ordering,
    value: answerFields.intensity.describe('Interference intensity, above 0: cells without any are left out'),
  })
  .meta({ id: 'InterferenceCell', description: 'Interference in one cell in one minute' });

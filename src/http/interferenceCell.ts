import { z } from 'zod';
import * as answerFields from './answerFields.js';

const cellId = z.int().positive().meta({
  id: 'CellId',
  description: 'Beyond 2^31, and at most 2^53 - 1: exact as a 64-bit integer and as a double',
});

export const interferenceCell = z
  .strictObject({
    // The format stands beside the reference, not in it: generators of TypeScript that make a bigint of int64 keep the
    // number that every one of these ids fits into.
    id: cellId.meta({ format: 'int64', description: 'Identifies run, epoch and cell, whatever the band; stable' }),
    epoch_index: answerFields.epochIndex,
    nside: answerFields.nside,
    ipix: answerFields.ipix,
    ordering: answerFields.ordering,
    value: answerFields.intensity.describe('Interference intensity, above 0: cells without any are left out'),
  })
  .meta({ id: 'InterferenceCell', description: 'Interference in one cell in one minute' });

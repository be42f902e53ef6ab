import { z } from 'zod';
import * as answerFields from './answerFields.js';

const askedRange = z
  .strictObject({
    low_hz: z.int().meta({ format: 'int64', description: 'Lower end in hertz, inclusive' }),
    high_hz: z.int().meta({ format: 'int64', description: 'Upper end in hertz, exclusive' }),
    source: answerFields.openEnum(
      ['satnogs', 'csv', 'table', 'request'],
      'Where it is known from: SatNOGS DB, an imported CSV, the built-in table of constellations, or `frequency_hz`. More may be added',
    ),
    assumed: z.boolean().describe('Whether the width is assumed: only the centre is known'),
  })
  .meta({ id: 'AskedRange', description: 'Frequencies that a question is about', 'x-extension': true });

/** Fields of a count by overlap; an answer by band has none of them. */
export const overlapFields = {
  frequency_match: z
    .literal('overlap')
    .meta({
      'x-extension': true,
      description: 'Satellites count whose frequencies overlap with `frequencies`; absent where they count by band',
    })
    .optional(),
  upper_bound: z
    .literal(true)
    .meta({
      'x-extension': true,
      description:
        'With `overlap`: a satellite that is known by a wide range of a table may send anywhere in it, or elsewhere at the time',
    })
    .optional(),
  frequencies: z
    .array(askedRange)
    .meta({
      'x-extension': true,
      description:
        'With `overlap`: what others are compared with, of the tracked satellite in the band or as asked for; empty where nothing is known',
    })
    .optional(),
};

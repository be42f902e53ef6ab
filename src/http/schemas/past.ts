import { z } from 'zod';
import { time } from './answerFields.js';

/** Fields of an answer from other element sets than those of the analysis window. */
export const pastFields = {
  elements: z
    .string()
    .meta({
      'x-extension': true,
      description:
        'Element sets that it is computed from: `nearest`, or `as_of:` and a time; absent where they are those of the analysis window',
      examples: ['nearest'],
    })
    .optional(),
  frequencies_as_of: time
    .meta({
      'x-extension': true,
      description:
        'Time up to which transmitters are known, as they have no history: when they were imported last, or now; absent without `elements`',
    })
    .optional(),
};

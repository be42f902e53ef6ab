import { z } from 'zod';
import type { ErrorCode } from '../response/serviceError.js';
import * as answerFields from '../schemas/answerFields.js';
import { ERROR_CODES, meaningOf } from './errors.js';

const meta = z
  .strictObject({
    request_id: z.uuid().meta({
      description: 'Id of the request, as in `X-Request-Id`; it finds the request in the log of the service',
      examples: ['1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e'],
    }),
    timestamp: answerFields.time.describe('When it was answered, UTC, to the second'),
  })
  .meta({ id: 'Meta', description: 'The request that is answered' });
export const metaField = meta.describe('Which request this answers, and when');

const validRange = z
  .strictObject({
    start: answerFields.time.describe('First minute that has an answer, UTC'),
    last: answerFields.time.meta({
      description: 'Last minute that has an answer, UTC: the latest `timestamp` and `start_time`',
      'x-extension': true,
    }),
    end: answerFields.time.describe('End of the times that have an answer, UTC; exclusive: the latest `end_time`'),
  })
  .meta({ id: 'ValidRange', description: 'The times of the analysis window' });

const rules = z.record(z.string(), z.string());

/** Schemas of the details of each code that has any. */
const DETAILS: Readonly<Partial<Record<ErrorCode, z.ZodType>>> = {
  INVALID_PARAMETER: rules.describe('The rule that each bad parameter breaks, under its name'),
  INVALID_BODY: z
    .strictObject({
      line: answerFields.count.describe('Line of the fault, counted from 1'),
      column: answerFields.count.describe('Its column, counted from 1'),
    })
    .describe('Where the body stops being JSON; absent where it is JSON, but no object')
    .optional(),
  NOT_FOUND: z
    .strictObject({
      norad_number: answerFields.noradNumber.describe('Catalogue number of the satellite that is meant').optional(),
      tracked_satellite_id: answerFields.id.describe('Id under which the account tracks that satellite').optional(),
      epoch_index: z.string().describe('The rule that the epoch breaks').optional(),
      elements: z.string().describe('The rule that the time of `as_of` breaks').optional(),
      base_path: z.string().describe('Where the paths of the API begin').optional(),
      documentation: z.string().describe('Address of the reference').optional(),
      openapi: z.string().describe('Address of this document').optional(),
    })
    .describe('What helps to find it, as far as there is anything')
    .optional(),
  TIMESTAMP_OUTSIDE_WINDOW: z
    .strictObject({ valid_range: validRange.describe('Times that have an answer') })
    .describe('The times to ask about instead'),
  VALIDATION_FAILED: rules.describe('The rule that each bad field breaks, under its name'),
  ANALYSIS_NOT_READY: z
    .strictObject({ status: answerFields.runStatus.describe('How far the analysis is') })
    .describe('How far it is, where that is known')
    .optional(),
};

const CODE = 'What is wrong, for programs';
const message = z.string().describe('What is wrong, for people: the value, the place and what is allowed');

const detailed = (Object.keys(DETAILS) as ErrorCode[]).map((code) => ({
  code,
  id: `${code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())}Error`,
}));
const plain = ERROR_CODES.filter((code) => !(code in DETAILS) && code !== 'RATE_LIMITED');

/** Schema of each code, for generators of clients that do not look at constants. */
const mapping = Object.fromEntries(
  [...plain.map((code) => ({ code, id: 'PlainError' })), ...detailed].map(({ code, id }) => [
    code,
    `#/components/schemas/${id}`,
  ]),
);

/** Any error but RATE_LIMITED: a union by `code`, so that a client that compares `code` knows the type of `details`. */
const anyError = z
  .discriminatedUnion('code', [
    z
      .strictObject({ code: z.enum(plain).describe(CODE), message })
      .meta({ id: 'PlainError', description: 'An error without details' }),
    ...detailed.map(({ code, id }) =>
      z
        .strictObject({ code: z.literal(code).describe(CODE), message, details: DETAILS[code] as z.ZodType })
        .meta({ id, description: `\`${code}\`: ${meaningOf(code)}` }),
    ),
  ])
  .meta({ discriminator: { propertyName: 'code', mapping } });

export const errorSchema = z
  .strictObject({ error: anyError.describe('The error, by its `code`'), meta: metaField })
  .meta({ id: 'ErrorBody', description: 'The body of every error but that of a limit' });

export const rateLimitSchema = z
  .strictObject({
    error: z.strictObject({ code: z.literal('RATE_LIMITED').describe(CODE), message }).describe('The error'),
    retry_after: z.int32().positive().describe('Seconds to wait, as in `Retry-After`'),
  })
  .meta({ id: 'RateLimitBody', description: 'The body where a limit is used up' });

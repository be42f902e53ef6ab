import { z } from 'zod';
import type { ErrorCode } from '../../errors.js';
import * as answerFields from '../answerFields.js';
import { BUDGET_HEADERS } from '../limits.js';
import type { Route } from '../route.js';
import { errorsOf, exampleError, tellsBudget } from './errors.js';
import { headersOf, type HeaderName } from './headers.js';
import { exampleOf, type JsonSchema, type Schemas } from './schemas.js';

const meta = z
  .strictObject({
    request_id: z.uuid().meta({ examples: ['1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e'] }),
    timestamp: answerFields.time,
  })
  .meta({ id: 'Meta', description: 'the id of the request, and when it was answered' });

function errorBodyOf(codes: readonly ErrorCode[]): z.ZodType {
  const code = z.enum(codes);
  if (codes.includes('RATE_LIMITED')) {
    return z.strictObject({
      error: z.strictObject({ code, message: z.string() }),
      retry_after: z.int().positive().meta({ description: 'seconds, as in Retry-After' }),
    });
  }
  const details = z
    .record(z.string(), z.unknown())
    .meta({ description: 'for invalid input the rule of each name; for TIMESTAMP_OUTSIDE_WINDOW `valid_range`' });
  return z.strictObject({ error: z.strictObject({ code, message: z.string(), details: details.optional() }), meta });
}

/** The same codes make the same response, but for the headers that only a known caller gets. */
function errorResponse(codes: readonly ErrorCode[], isCounted: boolean, schemas: Schemas): JsonSchema {
  const always: HeaderName[] = ['X-Request-Id'];
  const sometimes: HeaderName[] = [];
  if (codes.includes('RATE_LIMITED') || (isCounted && tellsBudget(codes))) always.push(...BUDGET_HEADERS);
  else if (isCounted && !codes.includes('UNAUTHORIZED')) sometimes.push(...BUDGET_HEADERS);
  if (codes.includes('RATE_LIMITED')) always.push('Retry-After');
  if (codes.includes('UNAUTHORIZED')) always.push('WWW-Authenticate');
  if (codes.includes('METHOD_NOT_ALLOWED')) always.push('Allow');
  if (codes.includes('UNAVAILABLE')) always.push('Retry-After');
  return {
    description: codes.join(', '),
    headers: headersOf(always, sometimes),
    content: {
      'application/json': {
        schema: schemas.output(errorBodyOf(codes)),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleError(code) }])),
      },
    },
  };
}

/** `INVALID_PARAMETER`, `BAD_REQUEST` are InvalidParameterOrBadRequest. */
function nameOf(codes: readonly ErrorCode[], isCounted: boolean): string {
  const pascal = (code: string) =>
    code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_all, first: string) => first.toUpperCase());
  return `${codes.map(pascal).join('Or')}${isCounted ? '' : 'Uncounted'}`;
}

const EXAMPLE_META = { request_id: '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e', timestamp: '2025-12-06T08:05:12Z' };

function success(route: Route, isCounted: boolean, schemas: Schemas): JsonSchema {
  const { response, envelope, conditional, location, summary } = route;
  const data = schemas.output(response);
  const schema = envelope ? schemas.output(z.strictObject({ data: response, meta })) : data;
  const example = route.example.response ?? exampleOf(data, schemas.components);
  const always: HeaderName[] = ['X-Request-Id'];
  if (isCounted) always.push(...BUDGET_HEADERS);
  if (conditional) always.push('ETag');
  if (location) always.push('Location');
  return {
    description: summary,
    headers: headersOf(always),
    content: {
      'application/json': { schema, example: envelope ? { data: example, meta: EXAMPLE_META } : example },
    },
  };
}

/**
 * Every answer of a route by its status.
 *
 * @param shared gets the responses that several routes have, by name
 */
export function responsesOf(route: Route, schemas: Schemas, shared: Record<string, JsonSchema>): JsonSchema {
  const isCounted = route.auth === 'token';
  const responses: Record<string, JsonSchema> = { 200: success(route, isCounted, schemas) };
  if (route.conditional) {
    responses[304] = {
      description: 'If-None-Match names the answer as it is',
      headers: headersOf(['X-Request-Id', 'ETag', ...(isCounted ? BUDGET_HEADERS : [])]),
    };
  }
  for (const [status, codes] of errorsOf(route)) {
    const name = nameOf(codes, isCounted);
    shared[name] ??= errorResponse(codes, isCounted, schemas);
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}

import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../response/serviceError.js';
import { BUDGET_HEADERS } from '../limits.js';
import type { Route } from '../route.js';
import { errorSchema, metaField, rateLimitSchema } from './errorBodies.js';
import { ERROR_CODES, errorsOf, exampleError, meaningOf } from './errors.js';
import { headersOf, type HeaderName } from './headers.js';
import type { JsonSchema, Schemas } from './schemas.js';

/** Component names of the error responses, after the statuses' names in RFC 9110 and RFC 6585. */
const NAMES: Readonly<Record<(typeof ERROR_STATUS)[ErrorCode], string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  408: 'RequestTimeout',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  417: 'ExpectationFailed',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  431: 'RequestHeaderFieldsTooLarge',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

/** Headers that each status always has, beside X-Request-Id. */
const HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: [...BUDGET_HEADERS, 'Retry-After'],
  503: ['Retry-After'],
};

/** One response per error status, listing all codes that have it. */
export function errorResponses(schemas: Schemas): JsonSchema {
  const responses = Object.entries(NAMES).map(([status, name]) => {
    const codes = ERROR_CODES.filter((one) => ERROR_STATUS[one] === Number(status));
    const always = HEADERS[Number(status)] ?? [];
    // Before authentication nobody has a budget.
    const sometimes = status === '401' || status === '429' ? [] : BUDGET_HEADERS;
    const response = {
      description: `${codes.map((one) => `\`${one}\`: ${meaningOf(one)}`).join('. ')}.`,
      headers: headersOf(['X-Request-Id', ...always], sometimes),
      content: {
        'application/json': {
          schema: schemas.output(status === '429' ? rateLimitSchema : errorSchema),
          examples: Object.fromEntries(
            codes.map((one) => [one, { summary: meaningOf(one), value: exampleError(one) }]),
          ),
        },
      },
    };
    return [name, response];
  });
  return Object.fromEntries(responses);
}

const LINES_SCHEMA = {
  type: 'string',
  description:
    'The entries of the list, a JSON object on each line, in the order in which they are found. Where `left_out` names satellites, the first line is `{"left_out":[…]}`',
};

const EXAMPLE_META = { request_id: '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e', timestamp: '2025-12-06T08:05:12Z' };

function success(route: Route, isCounted: boolean, schemas: Schemas): JsonSchema {
  const { response, envelope, conditional, location, summary, example } = route;
  const data = schemas.output(response);
  const enveloped = z.strictObject({ data: response.describe('The answer'), meta: metaField });
  const value = envelope ? { data: example.response, meta: EXAMPLE_META } : example.response;
  const always: HeaderName[] = ['X-Request-Id'];
  if (isCounted) always.push(...BUDGET_HEADERS);
  if (conditional) always.push('ETag');
  if (location) always.push('Location');
  return {
    description: summary,
    headers: headersOf(always),
    content: {
      'application/json': {
        schema: envelope ? schemas.output(enveloped) : data,
        ...(example.note === undefined ? { example: value } : { examples: { cut: { summary: example.note, value } } }),
      },
      ...Object.fromEntries(route.types.slice(1).map((type) => [type, { schema: LINES_SCHEMA }])),
    },
  };
}

/** Responses of a route by status; errors refer to `errorResponses` and name the codes that the route can answer. */
export function responsesOf(route: Route, schemas: Schemas): JsonSchema {
  const isCounted = route.auth === 'token';
  const responses: Record<string, JsonSchema> = { 200: success(route, isCounted, schemas) };
  if (route.conditional) {
    responses[304] = {
      description: 'If-None-Match names the answer as it is',
      headers: headersOf(['X-Request-Id', 'ETag', ...(isCounted ? BUDGET_HEADERS : [])]),
    };
  }
  for (const [status, codes] of errorsOf(route)) {
    responses[status] = {
      $ref: `#/components/responses/${NAMES[status as keyof typeof NAMES]}`,
      description: codes.map((one) => `\`${one}\``).join(', '),
    };
  }
  return responses;
}

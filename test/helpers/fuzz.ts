import fc from 'fast-check';
import { differences, document, pointerOf, resolved } from './openapi.js';
import {
  type Known,
  brokenBody,
  brokenText,
  idsOf,
  type Parameter,
  type Schema,
  validText,
  validValue,
} from './fuzzValues.js';

export interface FuzzTarget extends Known {
  /** Address of the API, base path included. */
  base: string;
  token: string;
  /** Tokens that may be revoked. */
  spareTokens: string[];
}

export interface FuzzResult {
  requests: number;
  /** Number of requests that the document does not allow, by operation. */
  invalid: Map<string, number>;
  /** Number of answers by operation and status. */
  statuses: Map<string, Map<number, number>>;
  /** Answers with a 5xx status other than ANALYSIS_NOT_READY. */
  failures: string[];
  /** Answers that are not as the document describes them. */
  undocumented: string[];
  /** Requests that the document does not allow, but the service did not refuse. */
  accepted: string[];
}

const CONCURRENT = 8;

/**
 * Statuses that may refuse a request which the document does not allow. 404 is not one of them: the service would have
 * looked for a resource before it checked the request.
 */
const REFUSALS = new Set([400, 401, 413, 415, 422, 429]);

/**
 * Sends `cases` requests (an even number) to each operation of the document, one operation after the other; every other
 * request is wrong.
 */
export async function fuzz(target: FuzzTarget, cases: number, seed: number): Promise<FuzzResult> {
  const result: FuzzResult = {
    requests: 0,
    invalid: new Map(),
    statuses: new Map(),
    failures: [],
    undocumented: [],
    accepted: [],
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method })),
  );
  for (const [index, { path, method }] of operations.entries()) {
    const [right = [], wrong = []] = [true, false].map((isValid) =>
      fc.sample(requestsOf(path, method, target, isValid), { numRuns: cases / 2, seed: seed + index }),
    );
    const requests = right.flatMap((request, i) => [request, ...wrong.slice(i, i + 1)]).values();
    await Promise.all(
      Array.from({ length: CONCURRENT }, async () => {
        for (const request of requests) await send(target, request, result);
      }),
    );
  }
  return result;
}

async function send(target: FuzzTarget, request: FuzzRequest, result: FuzzResult): Promise<void> {
  const { method, isValid, body } = request;
  const number = result.requests++;
  // A successful sign-out revokes its token, so each gets a spare one; when none is left, it is sent without a token.
  const token = isValid && request.operation === 'deleteAuth' ? target.spareTokens.pop() : target.token;
  const isAuthorized = request.withToken && token !== undefined;
  const authorized: Record<string, string> = isAuthorized ? { authorization: `Bearer ${token}` } : {};
  // Each request names another client address, as a proxy would, so that limits by address are not reached.
  const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const response = await fetch(target.base + request.target, {
    method,
    headers: { 'x-forwarded-for': from, ...request.headers, ...authorized },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const { status, headers } = response;
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    json = text;
  }
  if (!isValid) result.invalid.set(request.operation, (result.invalid.get(request.operation) ?? 0) + 1);
  const statuses = result.statuses.get(request.operation) ?? new Map<number, number>();
  result.statuses.set(request.operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  const shown = `${method} ${request.target} ${body ?? ''} (${isValid ? 'valid' : 'invalid'}): ${status} ${text.slice(0, 200)}`;
  const { pathname } = new URL(target.base);
  const undocumented = differences(method, pathname + request.target, { status, headers, json });
  if (undocumented.length > 0) result.undocumented.push(`${undocumented[0]}: ${shown}`);
  if (status >= 500 && !text.includes('"ANALYSIS_NOT_READY"')) result.failures.push(shown);
  if (!isValid && !REFUSALS.has(status)) result.accepted.push(shown);
}

/** Request of one operation, and whether the document allows it. */
interface FuzzRequest {
  operation: string;
  method: string;
  /** Path below the base path, with its query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  isValid: boolean;
  withToken: boolean;
}

const MISUSES = ['parameter', 'missing', 'unknown', 'repeated', 'encoding', 'token', 'body', 'media type'] as const;

/** Random requests of an operation: allowed by the document or, with `isValid` false, with exactly one thing wrong. */
export function requestsOf(path: string, method: string, known: Known, isValid: boolean): fc.Arbitrary<FuzzRequest> {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`the document has no ${method} ${path}`);
  const parameters = (operation.parameters as unknown as Parameter[]).map((parameter) => {
    return { ...parameter, schema: resolved(parameter.schema) };
  });
  const needsToken = operation.security === undefined;
  const schema = (operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content[
    'application/json'
  ]?.schema;
  const pointer = pointerOf('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');

  const texts = fc.tuple(
    ...parameters.map((parameter) => {
      const text = idsOf(path, parameter.name, method, known) ?? validText(parameter, known);
      return parameter.required ? text : fc.option(text, { nil: undefined });
    }),
  );
  const breakable = parameters.filter((parameter) => brokenText(parameter) !== undefined);
  const omissible = parameters.filter(({ in: place, required }) => required && place === 'query');
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  const possible: Record<(typeof MISUSES)[number], boolean> = {
    parameter: breakable.length > 0,
    missing: omissible.length > 0,
    unknown: true,
    repeated: inQuery.length > 0,
    encoding: inQuery.length > 0,
    token: needsToken,
    body: schema !== undefined,
    'media type': schema !== undefined,
  };
  const misuse = fc.constantFrom(...MISUSES.filter((one) => possible[one]));
  const success = known.bodies[operation.operationId];
  const anyBody = schema === undefined ? fc.constant(undefined) : validValue(schema);
  const validBody = success === undefined ? anyBody : fc.oneof(anyBody, fc.constant(success));
  const bodies = validBody.map((body) => (body === undefined ? undefined : JSON.stringify(body)));

  return fc.tuple(texts, bodies, isValid ? fc.constant(undefined) : misuse).chain(([values, body, wrong]) => {
    const given = new Map(parameters.map(({ name }, index) => [name, values[index]]));
    const base = { operation: operation.operationId, method: method.toUpperCase(), isValid };
    const build = (
      { more = '', ...rest }: Partial<FuzzRequest> & { more?: string } = {},
      changes: Readonly<Record<string, string | undefined>> = {},
    ): FuzzRequest => {
      const textOf = (name: string) => (name in changes ? changes[name] : given.get(name));
      const encoded = (name: string) => encodeURIComponent(textOf(name) ?? '');
      const pairs = inQuery.flatMap(({ name }) => (textOf(name) === undefined ? [] : [`${name}=${encoded(name)}`]));
      const query = [...pairs, ...(more === '' ? [] : [more])].join('&');
      return {
        ...base,
        target:
          path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encoded(name)) + (query === '' ? '' : `?${query}`),
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body,
        withToken: needsToken,
        ...rest,
      };
    };
    const misuses: Record<(typeof MISUSES)[number], () => fc.Arbitrary<FuzzRequest>> = {
      parameter: () =>
        fc
          .constantFrom(...breakable)
          .chain((parameter) =>
            (brokenText(parameter) ?? fc.constant('')).map((text) => build({}, { [parameter.name]: text })),
          ),
      missing: () => fc.constantFrom(...omissible).map(({ name }) => build({}, { [name]: undefined })),
      unknown: () =>
        fc.constantFrom('x=1', '__proto__=1', 'constructor=', 'token=a', 'x%00=1').map((more) => build({ more })),
      repeated: () =>
        fc.constantFrom(...inQuery).map(({ name }) => build({ more: `${name}=1` }, { [name]: given.get(name) ?? '1' })),
      encoding: () =>
        fc
          .tuple(fc.constantFrom(...inQuery), fc.constantFrom('%', '%zz', '%ff', '%c3%28', '%ed%a0%80'))
          .map(([{ name }, text]) => build({ more: `${name}=${text}` }, { [name]: undefined })),
      token: () =>
        fc
          .constantFrom('', 'Bearer', 'Bearer x', 'Basic eDp5', `Bearer sl_${'a'.repeat(36)}`)
          .map((authorization) => build({ withToken: false, headers: authorization === '' ? {} : { authorization } })),
      body: () => brokenBody(validBody, schema ?? {}, pointer).map((text) => build({ body: text })),
      'media type': () =>
        fc
          .constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'json')
          .map((type) => build({ headers: { 'content-type': type } })),
    };
    return wrong === undefined ? fc.constant(build()) : misuses[wrong]();
  });
}
